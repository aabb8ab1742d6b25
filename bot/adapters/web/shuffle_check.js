// Whether a match was shuffled as engine/SHUFFLE.md says. It knows no game, and no network.
// SHA-256 is here because a browser's own is absent on a page that came over plain http.

const PROTOCOL = "pokertable shuffle 1";
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const ORDER = ["TW", ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `T${n}`),
    ...RANKS.flatMap((rank) => ["D", "C", "H", "S"].map((suit) => suit + rank)), "LJ", "BJ"];
const PLACE = new Map(ORDER.map((code, place) => [code, place]));
const SHOWN = 32;
const LONGEST = 40;
// Beacons that many hold together; who holds another one's key knows its numbers beforehand.
const KNOWN = { "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": "drand quicknet" };

// SHA-256 (FIPS 180-4); its constants are the roots of the first primes, worked out here.

const [ROUNDS, START] = (() => {
    const primes = [];
    for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
    const part = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
    return [primes.map((p) => part(Math.cbrt(p))), primes.slice(0, 8).map((p) => part(Math.sqrt(p)))];
})();

const turned = (x, n) => (x >>> n) | (x << (32 - n));

export function sha256(bytes) {
    const size = Math.ceil((bytes.length + 9) / 64) * 64;
    const padded = new Uint8Array(size);
    padded.set(bytes);
    padded[bytes.length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(size - 4, bytes.length * 8);
    const state = [...START];
    const w = new Int32Array(64);
    for (let at = 0; at < size; at += 64) {
        for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(at + 4 * i);
        for (let i = 16; i < 64; i += 1) {
            const [a, b] = [w[i - 15], w[i - 2]];
            const early = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
            const late = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
            w[i] = (w[i - 16] + early + w[i - 7] + late) | 0;
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i += 1) {
            const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
            const first = (h + one + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
            const two = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
            const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0;
            [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
        }
        [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((value, i) => out.setInt32(4 * i, value));
    return new Uint8Array(out.buffer);
}

const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
};

export function hmac(key, bytes) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(joined(block.map((byte) => byte ^ 0x36), bytes));
    return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));

const counted = (number, size) => {
    const bytes = new Uint8Array(size);
    new DataView(bytes.buffer).setUint32(size - 4, number);
    return bytes;
};

const packed = (items) => joined(...items.flatMap((item) => {
    const bytes = typeof item === "string" ? utf8(item) : item;
    return [counted(bytes.length, 4), bytes];
}));

// What is drawn.

class Stream {
    constructor(key, label) {
        const parts = label.split("/").map((part, at) => `${at ? "int" : "str"}:${part}`);
        this.key = sha256(joined(key, utf8(`\0${parts.join("\0")}`)));
        this.block = new Uint8Array(0);
        this.count = 0;
        this.at = 0;
    }

    byte() {
        if (this.at === this.block.length) {
            this.block = sha256(joined(this.key, counted(this.count, 8)));
            this.count += 1;
            this.at = 0;
        }
        this.at += 1;
        return this.block[this.at - 1];
    }

    below(limit) {
        let size = 1;
        while (limit >= 256 ** size) size += 1;
        const whole = 256 ** size;
        for (;;) {
            let number = 0;
            for (let i = 0; i < size; i += 1) number = number * 256 + this.byte();
            if (number < whole - (whole % limit)) return number % limit;
        }
    }

    shuffled(before) {
        const items = [...before];
        for (let last = items.length - 1; last > 0; last -= 1) {
            const other = this.below(last + 1);
            [items[last], items[other]] = [items[other], items[last]];
        }
        return items;
    }
}

// The check.

const isText = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const areTexts = (value) => Array.isArray(value) && value.every(isText);
const isDigits = (value, count) => isText(value) && value.length === count && /^[0-9a-f]*$/.test(value);
// Below which number one is drawn has one way to be written.
const areCounted = (texts) => texts.every((text, at) => text === String(at));
const isNumber = (value) => isText(value) && /^(0|[1-9][0-9]{0,8})$/.test(value);
const isSize = (value) => isText(value) && /^[1-9][0-9]{0,2}$/.test(value);
const LABEL = /^(seats|draw\/0|deal\/[1-9][0-9]{0,6}|apply\/[1-9][0-9]{0,6}\/[1-9][0-9]{0,6})$/;

function has(value, ...names) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
    return Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}

function isWord(word) {
    if (!has(word, "seat", "person", "digest", "salt", "word")) return false;
    const whole = isDigits(word.salt, 32) && isText(word.word);
    const gone = word.salt === null && word.word === null;
    return isNumber(word.seat) && isDigits(word.person, 64) && isDigits(word.digest, 64) && (whole || gone);
}

function isDraw(draw) {
    if (draw === null || typeof draw !== "object" || !isText(draw.label) || !LABEL.test(draw.label)) return false;
    if (has(draw, "label")) return draw.label.startsWith("deal/");
    if (has(draw, "label", "before", "after")) {
        return areTexts(draw.before) && areTexts(draw.after) && draw.before.length > 0;
    }
    const numbers = has(draw, "label", "among", "drawn") && areTexts(draw.among) && draw.among.length > 0;
    return numbers && isNumber(draw.drawn) && areCounted(draw.among);
}

// The chain and the round that a fingerprint names; null: no beacon, or not one alone.
function named(bound) {
    const [chains, rounds] = ["beacon=", "round="].map((name) => bound
        .filter((text) => text.startsWith(name)).map((text) => text.slice(name.length)));
    if (chains.length !== 1 || rounds.length !== 1) return null;
    if (!isDigits(chains[0], 64) || !/^[1-9][0-9]{0,10}$/.test(rounds[0])) return null;
    return { chain: chains[0], round: Number(rounds[0]) };
}

function beaconFormed({ beacon, bound }) {
    if (beacon === undefined) return !bound.some((text) => /^(beacon|round)=/.test(text));
    if (!has(beacon, "signature", "public_key", "period", "genesis_time", "group_hash", "beacon_id")) return false;
    const { signature, public_key: open, group_hash: group } = beacon;
    const digits = isDigits(signature, 96) && isDigits(open, 192) && isDigits(group, 64);
    const times = isText(beacon.period) && /^[1-9][0-9]{0,3}$/.test(beacon.period)
        && isText(beacon.genesis_time) && /^[1-9][0-9]{0,10}$/.test(beacon.genesis_time);
    const name = isText(beacon.beacon_id) && /^[a-z0-9_-]{0,64}$/.test(beacon.beacon_id);
    return digits && times && name && named(bound) !== null;
}

// How many tables, seats of each and deals a fingerprint of 复式 says; null: it is no contest's, or not well.
function sizes(bound) {
    const found = ["tables=", "seats=", "deals="].map((name) => bound
        .filter((text) => text.startsWith(name)).map((text) => text.slice(name.length)));
    if (!found.every((values) => values.length === 1 && isSize(values[0]))) return null;
    return found.map(([value]) => Number(value));
}

function contestFormed({ duplicate, bound }) {
    if (duplicate === undefined) return !bound.some((text) => /^(tables|seats|deals)=/.test(text));
    if (!has(duplicate, "deal", "table", "seated")) return false;
    const { deal, table, seated } = duplicate;
    return isSize(deal) && isSize(table) && Array.isArray(seated) && seated.every(isNumber) && sizes(bound) !== null;
}

function wellFormed(record) {
    const parts = ["protocol", "fingerprint", "opening", "bound", "words", "key", "draws"];
    const more = ["beacon", "duplicate"].filter((name) => record !== null && typeof record === "object"
        && Object.hasOwn(record, name));
    if (!has(record, ...parts, ...more)) return false;
    const { fingerprint, opening, key, bound, words, draws } = record;
    if (record.protocol !== PROTOCOL || ![fingerprint, opening, key].every((one) => isDigits(one, 64))) return false;
    if (!areTexts(bound) || !Array.isArray(words) || !words.every(isWord)) return false;
    if (!beaconFormed(record) || !contestFormed(record)) return false;
    const seats = words.map((word) => Number(word.seat));
    const ordered = seats.every((seat, at) => at === 0 || seats[at - 1] < seat);
    return ordered && Array.isArray(draws) && draws.length > 0 && draws.every(isDraw);
}

function wordRight(word, bound) {
    if (!bound.includes(`seat ${word.seat}=${word.person}`)) return false;
    if (word.word === null) return true;
    const size = [...word.word].length;
    if (size < 1 || size > LONGEST || word.word.normalize("NFC") !== word.word) return false;
    const salt = unhex(word.salt);
    const person = hex(sha256(packed([PROTOCOL, "person", salt])));
    return person === word.person && hex(hmac(salt, packed([PROTOCOL, "word", word.word]))) === word.digest;
}

function natural(before) {
    const places = before.map((item) => PLACE.get(item));
    if (places.every((place) => place !== undefined)) {
        return places.every((place, at) => at === 0 || places[at - 1] <= place);
    }
    return areCounted(before);
}

function moment(label) {
    const [name, round, step] = label.split("/");
    return name === "seats" || name === "draw" ? [0, 0] : [Number(round), name === "apply" ? Number(step) : 0];
}

function drawn(first, whole, key, draws) {
    let label = first;
    let stream = new Stream(whole, label);
    let [round, step] = [0, 0];
    for (const [at, draw] of draws.entries()) {
        const begins = has(draw, "label");
        if (begins || draw.label !== label) {
            label = draw.label;
            stream = new Stream(key, label);
            const [nextRound, nextStep] = moment(label);
            const next = nextRound === round + 1 && nextStep === 0;
            const later = nextRound === round && nextStep > step;
            if (begins ? !next : !later) return { where: "label", at };
            [round, step] = [nextRound, nextStep];
        }
        if (draw.among !== undefined) {
            if (String(stream.below(draw.among.length)) !== draw.drawn) return { where: "drawn", at };
        } else if (!begins) {
            if (!natural(draw.before)) return { where: "before", at };
            const after = stream.shuffled(draw.before);
            const same = after.length === draw.after.length && after.every((item, i) => item === draw.after[i]);
            if (!same) return { where: "after", at };
        }
    }
    return null;
}

// A beacon's round: its chain's hash, when it is told (seconds since 1970), and its number.

function chainOf(beacon) {
    const name = beacon.beacon_id === "default" ? "" : beacon.beacon_id;
    const times = new DataView(new ArrayBuffer(12));
    times.setUint32(0, Number(beacon.period));
    times.setBigInt64(4, BigInt(beacon.genesis_time));
    const begin = new Uint8Array(times.buffer);
    return hex(sha256(joined(begin, unhex(beacon.public_key), unhex(beacon.group_hash), utf8(name))));
}

const dueOf = (beacon, round) => Number(beacon.genesis_time) + (round - 1) * Number(beacon.period);
const numberOf = (beacon) => hex(sha256(unhex(beacon.signature)));

// Whether everybody's seat was drawn first, once, where the fingerprint says so, and only there.
function seatsRight({ bound, draws, duplicate }, first) {
    const drawn = draws.filter(({ label }) => label === first).length;
    if (!duplicate && !bound.includes("seating=lot")) return drawn === 0;
    const seats = bound.filter((text) => text.startsWith("seat ")).length;
    const [{ before }] = draws;
    return drawn === 1 && before?.length === seats && before.every((seat, at) => seat === String(at));
}

// Whether those sat at a table of 复式 whom the lot and the movement bring there.
function sat({ deal, table, seated }, bound, lot) {
    const [tables, seats, deals] = sizes(bound);
    if (Number(deal) > deals || Number(table) > tables || lot.length !== tables * seats) return false;
    const turned = (Number(deal) - 1) % seats;
    const moved = (Number(deal) - 1 - turned) / seats;
    const by = Number(table) % 2 ? turned : moved + 1 - turned;
    const within = (number, size) => ((number % size) + size) % size;
    const places = seated.map((_, seat) => {
        const line = within(seat - by, seats);
        return within(Number(table) - 1 - line * moved, tables) * seats + line;
    });
    return seated.length === seats && places.every((place, seat) => lot[place] === seated[seat]);
}

// What is wrong with a record, as where and which of them from 0; null: it is right.
// `when`: the moment at which the fingerprint was seen, in seconds since 1970; null: not known.
export function check(record, shown = "", when = null) {
    if (!wellFormed(record)) return { where: "form", at: 0 };
    const { fingerprint, bound, words, beacon, duplicate } = record;
    const seen = shown.replace(/\s+/g, "").toLowerCase();
    if (seen && (seen.length < SHOWN || !fingerprint.startsWith(seen))) return { where: "shown", at: 0 };
    const opening = unhex(record.opening);
    if (hex(sha256(packed([PROTOCOL, opening, ...bound]))) !== fingerprint) return { where: "fingerprint", at: 0 };
    const wrong = words.findIndex((word) => !wordRight(word, bound));
    if (wrong >= 0) return { where: "word", at: wrong };
    const told = named(bound);
    if (told && (chainOf(beacon) !== told.chain || words.length)) return { where: "beacon", at: 0 };
    if (told && when !== null && when >= dueOf(beacon, told.round)) return { where: "late", at: 0 };
    const given = told ? ["beacon", numberOf(beacon)] : words.flatMap((word) => [word.seat, word.person, word.digest]);
    const whole = given.length ? hmac(opening, packed([PROTOCOL, fingerprint, ...given])) : opening;
    const key = duplicate ? hmac(whole, packed([PROTOCOL, "deal", duplicate.deal])) : whole;
    if (hex(key) !== record.key) return { where: "key", at: 0 };
    const first = duplicate ? "draw/0" : "seats";
    if (!seatsRight(record, first)) return { where: "label", at: 0 };
    if (duplicate && !sat(duplicate, bound, record.draws[0].after)) return { where: "seated", at: 0 };
    return drawn(first, whole, key, record.draws);
}

// What a record that is right says, and a person alone can judge: [what, ...texts].
export function remarks({ words, bound, beacon, draws, duplicate }) {
    const found = words.map(({ seat, word }) => (word === null ? ["gone", seat] : ["word", seat, word]));
    const beaconOf = named(bound);
    if (beaconOf) {
        const { chain, round } = beaconOf;
        const known = Object.hasOwn(KNOWN, chain) ? KNOWN[chain] : "";
        const told = [chain, round, dueOf(beacon, round)].map(String);
        found.push([known ? "beacon" : "stranger", known, ...told, numberOf(beacon)]);
    } else if (!found.length) {
        found.push(["alone"]);
    }
    if (duplicate) found.push(["seated", duplicate.deal, duplicate.table, duplicate.seated.join(" ")]);
    const packs = draws.filter(({ before, label }) => before && label !== "seats" && label !== "draw/0")
        .map(({ before }) => `pack ${before.length} ${new Set(before).size}`);
    const all = [...packs, ...draws.flatMap(({ among }) => (among ? [`number ${among.length}`] : []))];
    for (const one of new Set(all)) {
        const [what, ...rest] = one.split(" ");
        found.push([what, String(all.filter((other) => other === one).length), ...rest]);
    }
    return found;
}
