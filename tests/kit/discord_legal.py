"""What Discord takes, written down a second time: for messages as they leave.

Sources: developers/resources/message, developers/components/reference of the API documentation.
"""

LAYOUT = 1 << 15
ROW, BUTTON, SELECT, TEXT, GALLERY, FILE = 1, 2, 3, 10, 12, 13
LINK = 5


def units(text):
    """UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def wrongs(payload):
    """What Discord would refuse in a message; nothing for a legal one."""
    rows = payload.get("components") or []
    layout = bool(payload.get("flags", 0) & LAYOUT)
    if units(payload.get("content") or "") > 2000:
        yield "content is too long"
    if layout:
        yield from _layout(payload, rows)
    elif len(rows) > 5:
        yield f"{len(rows)} rows"
    elif not layout and any(row["type"] != ROW for row in rows):
        yield "a component that only a layout can have"
    leaves = [leaf for row in rows if row["type"] == ROW for leaf in row["components"]]
    keys = [leaf["custom_id"] for leaf in leaves if leaf.get("custom_id")]
    if len(set(keys)) != len(keys):
        yield "a custom_id twice"
    if any(not 1 <= len(key) <= 100 for key in keys):
        yield "a custom_id is too long"
    for row in rows:
        yield from _row(row) if row["type"] == ROW else ()
    for leaf in leaves:
        yield from _button(leaf) if leaf["type"] == BUTTON else _select(leaf)
    for file in payload.get("attachments") or []:
        if units(file.get("description") or "") > 1024:
            yield "alt text is too long"
    empty = not (payload.get("content") or rows or payload.get("attachments"))
    if empty:
        yield "there is nothing in it"


def _layout(payload, rows):
    if payload.get("content") or payload.get("embeds"):
        yield "a layout with content"
    count = sum(1 + len(row.get("components", ())) for row in rows)
    if count > 40:
        yield f"{count} components"
    if sum(units(row["content"]) for row in rows if row["type"] == TEXT) > 4000:
        yield "displayed text is too long"
    named = {
        item["media"]["url"] for row in rows if row["type"] == GALLERY for item in row["items"]
    } | {row["file"]["url"] for row in rows if row["type"] == FILE}
    files = {f"attachment://{file['filename']}" for file in payload.get("attachments") or []}
    if not files <= named:
        yield "a file that is not shown"


def _row(row):
    kinds = {leaf["type"] for leaf in row["components"]}
    most = 5 if kinds == {BUTTON} else 1
    if not 1 <= len(row["components"]) <= most:
        yield f"a row of {len(row['components'])}"


def _button(button):
    if not 1 <= units(button.get("label") or "") <= 80:
        yield "a label is empty or too long"
    if (button["style"] == LINK) != bool(button.get("url")) or (
        button["style"] == LINK and button.get("custom_id")
    ):
        yield "a link that is none"


def _select(select):
    options = select["options"]
    if not 1 <= len(options) <= 25:
        yield f"{len(options)} options"
    if not 0 <= select["min_values"] <= select["max_values"] <= len(options):
        yield "more to choose than there is"
    if units(select.get("placeholder") or "") > 150:
        yield "a placeholder is too long"
    values = [option["value"] for option in options]
    if len(set(values)) != len(values):
        yield "a value twice"
    if sum(option.get("default", False) for option in options) > select["max_values"]:
        yield "more chosen than may be"
    for option in options:
        if not 1 <= units(option["label"]) <= 100 or not 1 <= units(option["value"]) <= 100:
            yield "an option is empty or too long"
