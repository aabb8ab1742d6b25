"""Whether a request to the Bot API is one that it would take: aiogram's models of Bot API 10.3,
teremok's documented limits, and limits that are documented in neither."""

import json
import struct
import types
from typing import Union, get_args, get_origin

import aiogram.methods
from aiogram import Bot
from aiogram.client.default import Default
from aiogram.types import BufferedInputFile, InlineKeyboardMarkup
from pydantic import BaseModel, ValidationError
from teremok.validation import ApiRuleViolation, validate_method

BOT = Bot("1:judge")
MARKUP_BYTES = 10_000
BUTTONS, ROW, LABEL = 100, 8, 64


def model_of(method):
    """The model of a method's name; None for none in Bot API 10.3."""
    return getattr(aiogram.methods, method[:1].upper() + method[1:], None)


def decoded(model, fields, files):
    """A form's fields as the model takes them: nested things are JSON there."""
    found = {}
    for name, raw in fields.items():
        field = model.model_fields.get(name)
        if field is None or only_words(field.annotation):
            found[name] = raw
            continue
        try:
            found[name] = json.loads(raw)
        except ValueError:
            found[name] = raw
    for name, (filename, content) in files.items():
        if name in model.model_fields:
            found[name] = BufferedInputFile(content, filename)
    return found


def only_words(annotation):
    """Whether nothing but a text may stand there."""
    if get_origin(annotation) in (Union, types.UnionType):
        return all(only_words(one) for one in get_args(annotation))
    return annotation in (str, type(None), Default)


def judge(method, fields, files):
    """What is wrong with a request; empty if nothing is."""
    model = model_of(method)
    if model is None:
        return f"no method {method} in Bot API 10.3"
    try:
        request = model.model_validate(decoded(model, fields, files))
    except ValidationError as error:
        return f"{method}: {error.errors()[0]['loc']} {error.errors()[0]['msg']}"
    if extra := unknown(request):
        return f"{method}: unknown {extra}"
    try:
        validate_method(BOT, request)
    except ApiRuleViolation as error:
        return f"{method}: {error.description}"
    markup = getattr(request, "reply_markup", None)
    wrong = keyboard_error(markup) if isinstance(markup, InlineKeyboardMarkup) else ""
    wrong = wrong or attached_error(fields, files) or photo_error(method, files)
    return f"{method}: {wrong}" if wrong else ""


def unknown(value):
    """Names that no documented object has, anywhere in a value."""
    if isinstance(value, BaseModel):
        found = list(value.model_extra or ())
        for name in type(value).model_fields:
            found += unknown(getattr(value, name))
        return found
    if isinstance(value, list | tuple):
        return [name for item in value for name in unknown(item)]
    return []


def keyboard_error(markup):
    rows = markup.inline_keyboard
    buttons = [button for row in rows for button in row]
    if not all(rows) or max(map(len, rows), default=0) > ROW:
        return "a row of 1 to 8 buttons"
    if not 1 <= len(buttons) <= BUTTONS:
        return "1 to 100 buttons"
    if not all(0 < len(button.text.strip()) <= LABEL for button in buttons):
        return "labels of 1 to 64 characters"
    if len(markup.model_dump_json(exclude_none=True).encode()) >= MARKUP_BYTES:
        return "reply markup is too long"
    return ""


def attached_error(fields, files):
    for raw in fields.values():
        for name in (part.split('"')[0] for part in raw.split("attach://")[1:]):
            if name not in files:
                return f"no file {name}"
    return ""


def size_of(picture):
    """Width and height of a PNG; None for what is none."""
    if picture[:8] != b"\x89PNG\r\n\x1a\n" or len(picture) < 24:
        return None
    return struct.unpack(">II", picture[16:24])


def photo_error(method, files):
    """What sendPhoto refuses of a picture: 10 MB, sides of 10000 in all, 20 to 1."""
    if method != "sendPhoto":
        return ""
    for _, content in files.values():
        if len(content) > 10_000_000:
            return "file is too big"
        size = size_of(content)
        if size and (sum(size) > 10_000 or max(size) > 20 * min(size)):
            return "PHOTO_INVALID_DIMENSIONS"
    return ""
