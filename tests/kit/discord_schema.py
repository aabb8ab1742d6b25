"""Discord's published schema, which the npm package ``discord-api-spec`` carries.

Without it the tests that need it are skipped and say how to run them; where ``CI`` is set they
fail instead.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "node_modules" / "discord-api-spec"
HOW = (
    "no schema: npm install --no-save discord-api-spec@10.0.266135 zod@4, then run"
    " pytest tests/bot/adapters/test_discord_schema.py"
)

CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
}

ROUTES = [
    ("POST", r"/channels/\d+/messages", "MessageCreateRequest"),
    ("PATCH", r"/channels/\d+/messages/\d+", "MessageEditRequestPartial"),
    ("POST", r"/users/@me/channels", "CreatePrivateChannelRequest"),
    ("POST", r"/channels/\d+/threads", "CreateTextThreadWithoutMessageRequest"),
    ("PATCH", r"/channels/\d+", "UpdateThreadRequestPartial"),
    ("POST", r"/webhooks/\d+/[^/]+", "IncomingWebhookRequestPartial"),
    ("PATCH", r"/webhooks/\d+/[^/]+/messages/.+", "IncomingWebhookUpdateRequestPartial"),
]


def needed():
    """Skip, or fail where ``CI`` is set, unless the schema can be used."""
    if PACKAGE.is_dir() and shutil.which("node"):
        return
    if os.environ.get("CI"):
        pytest.fail(HOW)
    pytest.skip(HOW)


def named(request):
    """(schema, body) of everything in a request that has one."""
    if re.fullmatch(r"/interactions/\d+/[^/]+/callback", request.path):
        yield CALLBACKS[request.json["type"]], request.json
        return
    if request.path.endswith("/commands"):
        for command in request.json:
            yield "ApplicationCommandUpdateRequest", command
        return
    for method, path, schema in ROUTES:
        if request.method == method and re.fullmatch(path, request.path):
            yield schema, request.json or {}
            return
    bodiless = request.method in ("GET", "DELETE") or "/thread-members/" in request.path
    assert bodiless, f"no schema for {request.method} {request.path}"


def spelled(body):
    """A body with ids as texts: the library writes some as numbers, and Discord takes both."""
    if isinstance(body, list):
        return [spelled(item) for item in body]
    if not isinstance(body, dict):
        return body
    told = {key: spelled(value) for key, value in body.items()}
    if "recipient_id" in told:
        told["recipient_id"] = str(told["recipient_id"])
    if "users" in told:
        told["users"] = [str(user) for user in told["users"]]
    for attachment in told.get("attachments") or []:
        attachment["id"] = str(attachment["id"])
    return told


def complaints(requests):
    """What does not fit, as (how many bodies were checked, lines)."""
    pairs = [pair for request in requests for pair in named(request)]
    lines = "\n".join(json.dumps({"schema": s, "body": spelled(b)}) for s, b in pairs)
    done = subprocess.run(  # noqa: S603
        [shutil.which("node"), HERE / "discord_schema.mjs"],
        input=lines, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    return len(pairs), done.stdout.splitlines()
