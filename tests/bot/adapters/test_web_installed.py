"""The page as an app: how it is called, its pictures, and what it says without a server."""

import io
import json
import re

import pytest
from PIL import Image

from bot.adapters.web import page
from bot.i18n.catalogue import LANGUAGES
from tests.icons import ICONS, SAFE
from tests.kit.web import web_table


async def fetched(table, path, **headers):
    async with table.http.get(table.url(path), headers=headers) as answer:
        return answer.status, answer.content_type, await answer.read()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_app_is_called_in_the_readers_language_and_begins_in_its_room(language):
    async with web_table() as table:
        room = f"/r/{table.room}"
        status, kind, body = await fetched(table, f"{room}/manifest.webmanifest?lang={language}")
        told = json.loads(body)
        sizes = {}
        for icon in told["icons"]:
            _, icon_kind, png = await fetched(table, icon["src"])
            width, height = Image.open(io.BytesIO(png)).size
            assert icon["sizes"] == f"{width}x{height}"
            assert icon["type"] == icon_kind == "image/png"
            sizes.setdefault(icon.get("purpose", "any"), set()).add(width)
        forged = await fetched(table, "/r/nonsense/manifest.webmanifest")

    assert (status, kind) == (200, "application/manifest+json")
    assert told["name"] == page.words(language)["web-title"]
    assert (told["lang"], told["start_url"], told["scope"]) == (language, room, "/")
    assert sizes == {"any": {192, 512}, "maskable": {512}}
    assert forged[0] == 404


def test_what_a_mask_may_cut_is_ground_alone():
    images = [Image.open(io.BytesIO(page.static()[name].body)).convert("RGBA") for name in ICONS]
    shown = next(image for image, name in zip(images, ICONS, strict=True) if "mask" in name)
    ground = shown.getpixel((0, 0))
    middle, reach = shown.width / 2, shown.width / 2 * SAFE
    seen = {
        shown.getpixel((x, y))
        for x in range(0, shown.width, 4)
        for y in range(0, shown.height, 4)
        if (x - middle) ** 2 + (y - middle) ** 2 > reach**2
    }

    assert seen == {ground}
    assert ground[3] == 255
    assert all(len(image.getcolors(image.width**2)) > 3 for image in images)


async def test_the_page_that_checks_shuffles_is_there_for_everybody_and_asks_nothing():
    async with web_table() as table:
        status, kind, body = await fetched(table, "/shuffle?lang=en")
        scripts = [
            (await fetched(table, path))[:2]
            for path in re.findall('src="(/static/[^"]+)"', body.decode())
        ]

    assert (status, kind) == (200, "text/html")
    assert page.words("en")["web-shuffle-right"] in body.decode() and "{{" not in body.decode()
    assert len(scripts) == 2 and set(scripts) == {(200, "text/javascript")}
    assert "fetch(" not in page._text("shuffle_check.js") + page._text("shuffle_page.js")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_without_a_server_the_page_says_so(language):
    async with web_table() as table:
        status, kind, body = await fetched(table, f"/offline/{language}")
        worker = (await fetched(table, "/sw.js"))[1]
        nothing = (await fetched(table, "/offline/xx"))[0]

    assert (status, kind, worker, nothing) == (200, "text/html", "text/javascript", 404)
    assert page.words(language)["web-away-server"] in body.decode()
    assert "{{" not in body.decode()
