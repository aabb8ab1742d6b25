// A second check of shuffles, written from engine/SHUFFLE.md alone, with node's own cryptography.
// Lines of JSON come in, [record, shown, when]; a line of JSON for each goes out: whether it is right.
// Beside it stands what the page's check says, and its remarks, so that one start of node asks both.
import {createHash, createHmac} from 'node:crypto';
import {createInterface} from 'node:readline';
import {check, remarks} from '../../bot/adapters/web/shuffle_check.js';

const P = 'pokertable shuffle 1';
const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const ORDER = ['TW', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => 'T' + n),
  ...RANKS.flatMap(rank => [...'DCHS'].map(suit => suit + rank)), 'LJ', 'BJ'];

const list = items => Buffer.concat(items.flatMap(item => {
  const bytes = Buffer.from(item);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return [length, bytes];
}));
const sha = bytes => createHash('sha256').update(bytes).digest();
const hmac = (key, bytes) => createHmac('sha256', key).update(bytes).digest();
const hex = bytes => Buffer.from(bytes, 'hex');

function* stream(key, label) {
  const name = label.split('/').map((part, at) => (at ? 'int:' : 'str:') + part).join('\0');
  const begin = sha(Buffer.concat([key, Buffer.from('\0' + name)]));
  for (let i = 0n; ; i++) {
    const count = Buffer.alloc(8);
    count.writeBigUInt64BE(i);
    yield* sha(Buffer.concat([begin, count]));
  }
}

function below(bytes, n) {
  let size = 1;
  while (n >= 256 ** size) size++;
  const whole = 256n ** BigInt(size), limit = whole - whole % BigInt(n);
  for (;;) {
    let number = 0n;
    for (let i = 0; i < size; i++) number = number * 256n + BigInt(bytes.next().value);
    if (number < limit) return Number(number % BigInt(n));
  }
}

function shuffled(bytes, before) {
  const items = [...before];
  for (let i = items.length - 1; i > 0; i--) {
    const j = below(bytes, i + 1);
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const object = value => value !== null && typeof value === 'object' && !Array.isArray(value);
const named = (value, ...names) => object(value) && same(Object.keys(value).sort(), names.sort());
const text = value => typeof value === 'string' && value.isWellFormed();
const texts = value => Array.isArray(value) && value.every(text);
const digits = (value, count) => text(value) && value.length === count && !/[^0-9a-f]/.test(value);
const decimal = value => text(value) && /^(0|[1-9][0-9]*)$/.test(value) && value.length < 10;

function natural(before) {
  const places = before.map(item => ORDER.indexOf(item));
  if (places.every(place => place >= 0)) {
    return places.every((place, at) => at === 0 || places[at - 1] <= place);
  }
  return before.every((item, at) => item === String(at));
}

// Of the fingerprint's texts `name=value` with this name: their values.
const valued = (bound, name) => bound.flatMap(one => one.startsWith(name + '=') ? [one.slice(name.length + 1)] : []);

// What the key is made of where a beacon is named; null: something about it is wrong.
function beaconParts(beacon, bound, words, when) {
  if (!named(beacon, 'signature', 'public_key', 'period', 'genesis_time', 'group_hash', 'beacon_id')) return null;
  if (!digits(beacon.signature, 96) || !digits(beacon.public_key, 192) || !digits(beacon.group_hash, 64)) return null;
  const {period, genesis_time: genesis, beacon_id: id} = beacon;
  if (!text(period) || !/^[1-9]\d{0,3}$/.test(period) || !text(genesis) || !/^[1-9]\d{0,10}$/.test(genesis)) return null;
  if (!text(id) || !/^[a-z0-9_-]{0,64}$/.test(id)) return null;
  const chains = valued(bound, 'beacon'), rounds = valued(bound, 'round');
  if (chains.length !== 1 || rounds.length !== 1 || !/^[1-9]\d{0,10}$/.test(rounds[0]) || words.length) return null;
  const begin = Buffer.alloc(12);
  begin.writeUInt32BE(Number(period));
  begin.writeBigUInt64BE(BigInt(genesis), 4);
  const name = Buffer.from(id === 'default' ? '' : id);
  const chain = sha(Buffer.concat([begin, hex(beacon.public_key), hex(beacon.group_hash), name])).toString('hex');
  if (chain !== chains[0]) return null;
  if (when !== null && BigInt(when) >= BigInt(genesis) + (BigInt(rounds[0]) - 1n) * BigInt(period)) return null;
  return ['beacon', sha(hex(beacon.signature)).toString('hex')];
}

// Of a table of 复式 its parts and what the fingerprint says of the contest; null: something is wrong.
function contestOf(record) {
  const {duplicate, bound} = record;
  if (!named(duplicate, 'deal', 'table', 'seated')) return null;
  const said = ['tables', 'seats', 'deals'].flatMap(name => {
    const found = valued(bound, name);
    return found.length === 1 ? found : [''];
  });
  const all = [...said, duplicate.deal, duplicate.table];
  if (!all.every(one => text(one) && /^[1-9]\d{0,2}$/.test(one)) || !texts(duplicate.seated)) return null;
  const [tables, seats, deals, deal, table] = all.map(Number);
  if (deal > deals || table > tables || duplicate.seated.length !== seats) return null;
  return {tables, seats, deal: deal - 1, table: table - 1, seated: duplicate.seated};
}

// Whether the lot brings those to a table of 复式 who are said to have sat there: rule 10.
function seatedWell({tables: T, seats: S, deal, table: t, seated}, lot) {
  if (lot.length !== T * S) return false;
  const m = Math.floor(deal / S), u = deal % S;
  const v = t % 2 === 0 ? u : m + 1 - u;
  return seated.every((one, s) => {
    const line = (((s - v) % S) + S) % S;
    const there = (((t - line * m) % T) + T) % T;
    return lot[there * S + line] === one;
  });
}

function right(record, shown, when) {
  const parts_ = ['protocol', 'opening', 'fingerprint', 'key', 'bound', 'words', 'draws'];
  if (!object(record)) return false;
  const optional = ['beacon', 'duplicate'].filter(name => name in record);
  if (!named(record, ...parts_, ...optional)) return false;
  const {opening, fingerprint, bound, words, draws} = record;
  if (record.protocol !== P || ![opening, fingerprint, record.key].every(v => digits(v, 64))) return false;
  if (!texts(bound) || !Array.isArray(words) || !Array.isArray(draws) || !draws.length) return false;
  if (sha(list([P, hex(opening), ...bound])).toString('hex') !== fingerprint) return false;
  if (shown.length < 32 || !fingerprint.startsWith(shown)) return false;
  const parts = [];
  let last = -1;
  for (const word of words) {
    if (!named(word, 'seat', 'person', 'digest', 'salt', 'word')) return false;
    const {seat, person, digest, salt} = word;
    if (!decimal(seat) || Number(seat) <= last || !digits(person, 64) || !digits(digest, 64)) return false;
    last = Number(seat);
    if (!bound.includes(`seat ${seat}=${person}`)) return false;
    if (salt !== null || word.word !== null) {
      if (!digits(salt, 32) || !text(word.word) || word.word.normalize('NFC') !== word.word) return false;
      const long = [...word.word].length;
      if (long < 1 || long > 40) return false;
      if (sha(list([P, 'person', hex(salt)])).toString('hex') !== person) return false;
      if (hmac(hex(salt), list([P, 'word', word.word])).toString('hex') !== digest) return false;
    }
    parts.push(seat, person, digest);
  }
  if (record.beacon !== undefined) {
    const found = beaconParts(record.beacon, bound, words, when);
    if (!found) return false;
    parts.push(...found);
  } else if (valued(bound, 'beacon').length || valued(bound, 'round').length) return false;
  const whole = parts.length ? hmac(hex(opening), list([P, fingerprint, ...parts])) : hex(opening);
  let key = whole, contest = null;
  if (record.duplicate !== undefined) {
    contest = contestOf(record);
    if (!contest) return false;
    key = hmac(whole, list([P, 'deal', record.duplicate.deal]));
  } else if (['tables', 'seats', 'deals'].some(name => valued(bound, name).length)) return false;
  if (key.toString('hex') !== record.key) return false;
  if (!draws.every(object)) return false;
  const lot = contest === null && bound.includes('seating=lot');
  const seats = bound.filter(one => one.startsWith('seat ')).map((_, at) => String(at));
  if (draws.filter(one => one.label === 'seats').length !== (lot ? 1 : 0)) return false;
  if (lot && !same(draws[0].before, seats)) return false;
  const rest = [...draws];
  if (contest) {
    const {label: name, before, after} = rest[0];
    if (!named(rest.shift(), 'label', 'before', 'after') || name !== 'draw/0') return false;
    if (!same(before, seats) || !same(shuffled(stream(whole, 'draw/0'), before), after)) return false;
    if (!seatedWell(contest, after)) return false;
  }
  let round = 0, step = 0, label = 'seats', bytes = stream(key, 'seats');
  for (const draw of rest) {
    if (!object(draw) || !text(draw.label)) return false;
    if (named(draw, 'label')) {
      if (draw.label !== `deal/${round + 1}`) return false;
      [round, step, label] = [round + 1, 0, draw.label];
      bytes = stream(key, label);
      continue;
    }
    if (draw.label !== label) {
      const found = /^apply\/([1-9][0-9]{0,6})\/([1-9][0-9]{0,6})$/.exec(draw.label);
      if (!found || Number(found[1]) !== round || Number(found[2]) <= step) return false;
      [step, label] = [Number(found[2]), draw.label];
      bytes = stream(key, label);
    }
    if (named(draw, 'label', 'among', 'drawn')) {
      const {among} = draw;
      if (!texts(among) || !among.length || among.some((one, at) => one !== String(at))) return false;
      if (!decimal(draw.drawn) || String(below(bytes, among.length)) !== draw.drawn) return false;
    } else if (named(draw, 'label', 'before', 'after')) {
      if (!texts(draw.before) || !texts(draw.after) || !draw.before.length) return false;
      if (!natural(draw.before) || !same(shuffled(bytes, draw.before), draw.after)) return false;
    } else return false;
  }
  return true;
}

for await (const line of createInterface({input: process.stdin})) {
  const [record, shown, when = null] = JSON.parse(line);
  const well = check(record, shown, when) === null;
  console.log(JSON.stringify([right(record, shown, when), well, well ? remarks(record) : null]));
}
