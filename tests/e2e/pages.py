"""What a person does on the page: sit down, press, pick, type, look."""

import json

from playwright.async_api import expect

OFFER = """eager => {
    const hands = document.getElementById('hands');
    const buttons = [...hands.querySelectorAll('button[data-key^="press "]')];
    for (const label of eager) {
        const found = buttons.find(b => b.offsetParent && b.innerText === label);
        if (found) return {press: found.dataset.key, cards: []};
    }
    const form = hands.querySelector('form.picker');
    const send = hands.querySelector('button[data-key^="send "]');
    if (!form || !send) return null;
    const cards = [...form.querySelectorAll('fieldset')].flatMap(field => {
        const least = Number(/[/（](\\d+)/.exec(field.querySelector('legend').innerText)[1]);
        return [...field.querySelectorAll('button.card')].slice(0, least).map(b => b.dataset.key);
    });
    return {press: send.dataset.key, cards};
}"""
"""The first thing there is to do, read in one go: the page may change at any moment."""

SIGHT = """['#pinned .twin p', '#hands']
    .map(place => document.querySelector(place)?.textContent ?? '')
    .join('\\n').replaceAll(/\\d+:\\d+:\\d+/g, '')"""
"""The board's words and the private screen, from which a restart may only change the times.

A page that has just connected again may have no board yet: it reads as nothing.
"""

GONE = """key => ![...document.querySelectorAll('#hands [data-key]')]
    .some(b => b.dataset.key === key)"""

EAGER = ("扣", "砸", "摸牌", "清场", "不换")
"""What someone presses who wants to get on in a round."""

NEXT = "下一圈"


class Person:
    """A person at a page of their own; everything the page receives is kept.

    ``eager``: the buttons that they press as soon as they are there.
    """

    def __init__(self, page, name):
        self.page = page
        self.name = name
        self.eager = list(EAGER)
        self.frames = []
        self._private = set()
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        self.hands = page.locator("#hands")
        self.board = page.locator("#pinned")
        self.lines = page.locator("#lines")

    def _received(self, frame):
        self.frames.append(frame)
        told = json.loads(frame)
        shown = told["put"] if told.get("place") == "person" else told.get("note", {})
        if shown.get("picture"):
            self._private.add(shown["picture"])

    @property
    def title(self):
        """What is played, and where it stands, over the table."""
        return self.board.locator(".scene > .title")

    async def sight(self):
        """What this person reads of the table and of their own screen, without times of day."""
        await expect(self.page.locator("#screen-state .turn")).to_be_visible()
        await expect(self.board.locator(".twin p")).to_contain_text(f"轮到 {self.name}")
        return await self.page.evaluate(SIGHT)

    async def sees(self, sight):
        """Wait until this person reads the same again."""
        await self.page.wait_for_function(f"sight => ({SIGHT}) === sight", arg=sight)

    def private_pictures(self):
        """The addresses of the pictures that this person alone may see."""
        return [f"{self.page.url}/p/{picture}" for picture in sorted(self._private)]

    async def reads(self, words):
        """Wait until the log has these words."""
        await expect(self.lines).to_contain_text(words)

    @classmethod
    async def arrive(cls, browser, address, name, **options):
        """Open the address in a context of one's own and give a name; nothing flies there."""
        desk = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        options = {**desk, "locale": "zh-CN", **options}
        context = await browser.new_context(**options)
        context.set_default_timeout(60_000)
        person = cls(await context.new_page(), name)
        await person.page.goto(address)
        await person.page.get_by_label("怎么称呼你？").fill(name)
        await person.page.keyboard.press("Enter")
        await expect(person.page.locator("#rename")).to_have_text(f"你是 {name}")
        await person.connected()
        return person

    async def connected(self):
        """Wait until the page is connected."""
        await expect(self.page.locator("#link")).to_have_text("已连接", timeout=30_000)

    async def say(self, line):
        """Type a line and send it."""
        await self.page.get_by_label("打字出牌或输入命令").fill(line)
        await self.page.keyboard.press("Enter")

    async def press(self, label, within="body"):
        """Press the first button that is called so, once the press before it has been answered."""
        await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        place = self.page.locator(within)
        await place.get_by_role("button", name=label, exact=True).first.click()

    async def asked_or_told(self, done):
        """Wait until there is something to do, or the log says so."""
        await self.page.wait_for_function(
            f"([eager, done]) => ({OFFER})(eager)"
            " || document.getElementById('lines').innerText.includes(done)",
            arg=[self.eager, done],
        )

    async def answer(self, token, values=()):
        """Touch the things of these values and press the button of this token."""
        for value in values:
            await self.hands.locator(f'[data-key^="pick {token} "][data-key$=" {value}"]').click()
        key = f"send {token}" if values else f"press {token}"
        # The cells of a board are chosen on the board.
        await self.page.locator(f':is(#hands, #pinned) [data-key="{key}"]').click()

    async def go_on(self):
        """Do one thing that the private screen offers; False if it offers nothing to do."""
        offer = await self.page.evaluate(OFFER, self.eager)
        if offer is None:
            return False
        for key in offer["cards"]:
            card = self.hands.locator(f'[data-key="{key}"]')
            if await card.get_attribute("aria-pressed") != "true":
                await card.click()
            await expect(card).to_have_attribute("aria-pressed", "true")
        await self.hands.locator(f'[data-key="{offer["press"]}"]').click()
        await self.page.wait_for_function(GONE, arg=offer["press"])
        return True
