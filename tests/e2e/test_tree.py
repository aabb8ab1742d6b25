"""A hand by what a screen reader is told alone: the tree of names, roles and states."""

import pytest

from tests.e2e.pages import EAGER, NEXT, Person
from tests.kit.browser import chromium
from tests.kit.open_house import open_house

pytestmark = [pytest.mark.browser, pytest.mark.slow]

OVER = "第 1 圈结束"
ASIDE = ("更多", "提示")
"""Buttons that do not play."""

LOOKS = 600
"""So often the tree is read at most."""


class Listener:
    """Somebody who hears the page: it is read, and pressed, by nothing but its tree."""

    def __init__(self, page, session):
        self.page, self._session = page, session
        self._nodes = {}

    @classmethod
    async def at(cls, page):
        """A listener at a page."""
        return cls(page, await page.context.new_cdp_session(page))

    async def look(self):
        """Read the tree anew."""
        found = (await self._session.send("Accessibility.getFullAXTree"))["nodes"]
        self._nodes = {node["nodeId"]: node for node in found}

    def within(self, name):
        """The nodes of the region that is called so, in order; none if there is no such region."""
        for node in self._nodes.values():
            if (_role(node), _name(node)) == ("region", name):
                return list(self._below(node))
        return []

    def _below(self, node):
        for child in node.get("childIds", ()):
            if child in self._nodes:
                yield self._nodes[child]
                yield from self._below(self._nodes[child])

    async def press(self, node):
        """Press a node, as a screen reader does."""
        wanted = {"backendNodeId": node["backendDOMNodeId"]}
        element = (await self._session.send("DOM.resolveNode", wanted))["object"]["objectId"]
        call = {"objectId": element, "functionDeclaration": "function () { this.click(); }"}
        await self._session.send("Runtime.callFunctionOn", call)


def _role(node):
    return "" if node.get("ignored") else node["role"]["value"]


def _name(node):
    return node.get("name", {}).get("value", "")


def _state(node, name):
    found = [one["value"].get("value") for one in node.get("properties", ()) if one["name"] == name]
    return found[0] if found else None


def next_press(nodes):
    """The button to press now, among the nodes of one's own screen; None for none."""
    buttons = [node for node in nodes if _role(node) == "button"]
    assert all(map(_name, buttons)), "every button says what it does"
    free = [one for one in buttons if not _state(one, "disabled") and _name(one) not in ASIDE]
    cards = [one for one in free if _state(one, "pressed") is not None]
    plays = [one for one in free if one not in cards]
    eager = [one for one in plays if _name(one) in EAGER]
    left = [one for one in cards if _state(one, "pressed") != "true"]
    return next(iter([*eager, *plays, *left]), None)


async def test_a_whole_hand_through_the_tree_alone(tmp_path):
    async with open_house(tmp_path / "t.db") as (_, web), chromium() as browser:
        me = await Person.arrive(browser, web.address, "小明")
        await me.say("/newgame 蹲麻子")
        await me.press("加电脑", "#board")
        await me.press("开始", "#board")
        ear, pressed, turns = await Listener.at(me.page), 0, 0
        for _ in range(LOOKS):
            await ear.look()
            if any(OVER in _name(node) for node in ear.within("消息")):
                break
            own = ear.within("私信")
            if any(_name(node) == "轮到你了" for node in own):
                turns += 1
                if (button := next_press(own)) is not None:
                    await ear.press(button)
                    pressed += 1
            await me.page.wait_for_timeout(50)
        else:
            raise AssertionError("the hand never ended")

        assert pressed > 3
        assert turns >= pressed
        await ear.look()
        assert NEXT in [_name(node) for node in ear.within("私信") if _role(node) == "button"]
