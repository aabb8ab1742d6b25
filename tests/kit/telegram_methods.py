"""The methods of the Bot API on a ``World``, and how the server refuses them."""

import json

from tests.kit.telegram_judge import photo_error
from tests.kit.telegram_world import BOT, BOT_ID, BOT_NAME


class Refusal(Exception):
    """An answer that is none: a status, its words, and parameters."""

    def __init__(self, status, words, **parameters):
        super().__init__(words)
        self.status, self.words, self.parameters = status, words, parameters


def bad(words):
    return Refusal(400, f"Bad Request: {words}")


def forbidden(words):
    return Refusal(403, f"Forbidden: {words}")


class Methods:
    """Each method takes the fields of a request as texts, and its files."""

    def __init__(self, world, *, ephemeral=True):
        self.world = world
        self.ephemeral = ephemeral
        self.ignores_parameters = False
        self.menus, self.hook = {}, {}
        self.answers = {}
        self.ephemeral_count = 0
        self.old_presses = set()

    # Who and where.

    def getMe(self, fields, files):  # noqa: N802
        return BOT | {"username": BOT_NAME, "can_join_groups": True}

    def getWebhookInfo(self, fields, files):  # noqa: N802
        told = {"url": "", "has_custom_certificate": False, "pending_update_count": 0}
        return told | self.hook

    def _chat(self, fields):
        chat = self.world.chats.get(int(fields["chat_id"]))
        if chat is None:
            raise bad("chat not found")
        if chat.moved is not None:
            raise Refusal(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.moved,
            )
        if chat.kicked:
            raise forbidden("bot was kicked from the supergroup chat")
        if chat.person is not None and not chat.person.started:
            raise forbidden("bot can't initiate conversation with a user")
        if chat.person is not None and chat.person.blocked:
            raise forbidden("bot was blocked by the user")
        return chat

    def _thread(self, chat, fields):
        if "message_thread_id" not in fields:
            return None
        thread = int(fields["message_thread_id"])
        state = chat.topics.get(thread)
        if state is None or state == "deleted":
            raise bad("message thread not found")
        if state == "closed":
            raise bad("TOPIC_CLOSED")
        return thread

    def _message(self, fields):
        chat = self._chat(fields)
        number = int(fields["message_id"])
        found = [m for m in chat.messages if m.id == number and not m.gone and not m.ephemeral]
        if not found or found[0].sender is not BOT:
            raise bad("message to edit not found")
        return found[0]

    # Sending.

    def _send(self, fields, **content):
        chat = self._chat(fields)
        thread = self._thread(chat, fields)
        if not chat.may["can_send_messages"]:
            raise bad("not enough rights to send text messages to the chat")
        if content.get("photo") is not None and not chat.may["can_send_photos"]:
            raise bad("not enough rights to send photos to the chat")
        reply = json.loads(fields.get("reply_parameters", "{}"))
        message = self.world.put(
            chat, BOT, thread=thread, keyboard=keyboard(fields),
            protected=fields.get("protect_content") == "true",
            silent=fields.get("disable_notification") == "true",
            replies_to=reply.get("message_id"), **content,
        )  # fmt: skip
        if (
            self.ephemeral
            and not self.ignores_parameters
            and "ephemeral_message_parameters" in fields
        ):
            self._alone(message, json.loads(fields["ephemeral_message_parameters"]))
        return message.json()

    def _alone(self, message, parameters):
        press = parameters.get("callback_query_id")
        if press in self.old_presses or press not in self.world.presses:
            message.gone = True
            raise bad("query is too old and response timeout expired or query ID is invalid")
        self.ephemeral_count += 1
        message.alone = self.world.users[parameters["receiver_user_id"]]
        message.ephemeral = self.ephemeral_count

    def sendMessage(self, fields, files):  # noqa: N802
        entities = json.loads(fields.get("entities", "[]"))
        return self._send(fields, text=fields["text"], entities=entities)

    def sendPhoto(self, fields, files):  # noqa: N802
        return self._send(
            fields, photo=files["photo"][1], caption=fields.get("caption"),
            entities=json.loads(fields.get("caption_entities", "[]")),
        )  # fmt: skip

    def sendDocument(self, fields, files):  # noqa: N802
        return self._send(
            fields, document=files["document"][1], caption=fields.get("caption"),
            entities=json.loads(fields.get("caption_entities", "[]")),
        )  # fmt: skip

    def getFile(self, fields, files):  # noqa: N802
        ident = fields["file_id"]
        size = len(self.world.document(ident))
        if size > 20 * 2**20:
            raise Refusal(400, "Bad Request: file is too big")
        return {
            "file_id": ident, "file_unique_id": f"v{ident}", "file_size": size,
            "file_path": f"documents/{ident}",
        }  # fmt: skip

    def sendChatAction(self, fields, files):  # noqa: N802
        self._chat(fields)
        return True

    # Editing.

    def _edit(self, message, fields, **content):
        now = {name: getattr(message, name) for name in content} | {"keyboard": message.keyboard}
        new = content | {"keyboard": keyboard(fields)}
        if now == new:
            raise bad(
                "message is not modified: specified new message content and reply markup are"
                " exactly the same as a current content and reply markup of the message"
            )
        for name, value in new.items():
            setattr(message, name, value)
        message.edits += 1
        return message.json()

    def editMessageText(self, fields, files):  # noqa: N802
        message = self._message(fields)
        if message.text is None:
            raise bad("there is no text in the message to edit")
        entities = json.loads(fields.get("entities", "[]"))
        return self._edit(message, fields, text=fields["text"], entities=entities)

    def editMessageCaption(self, fields, files):  # noqa: N802
        message = self._message(fields)
        if message.text is not None:
            raise bad("there is no caption in the message to edit")
        entities = json.loads(fields.get("caption_entities", "[]"))
        return self._edit(message, fields, caption=fields.get("caption"), entities=entities)

    def editMessageMedia(self, fields, files):  # noqa: N802
        return self._edit(self._message(fields), fields, **media(fields, files))

    def editMessageReplyMarkup(self, fields, files):  # noqa: N802
        return self._edit(self._message(fields), fields)

    def deleteMessage(self, fields, files):  # noqa: N802
        try:
            self._message(fields).gone = True
        except Refusal:
            raise bad("message to delete not found") from None
        return True

    # Messages for one alone.

    def _own(self, fields):
        if not self.ephemeral:
            raise Refusal(404, "Not Found: method not found")
        chat = self._chat(fields)
        wanted = (int(fields["receiver_user_id"]), int(fields["ephemeral_message_id"]))
        for message in chat.messages:
            if message.alone and (message.alone.id, message.ephemeral) == wanted:
                return message
        raise bad("message to edit not found")

    def editEphemeralMessageText(self, fields, files):  # noqa: N802
        self._edit(self._own(fields), fields, text=fields["text"])
        return True

    def editEphemeralMessageMedia(self, fields, files):  # noqa: N802
        self._edit(self._own(fields), fields, **media(fields, files))
        return True

    def editEphemeralMessageCaption(self, fields, files):  # noqa: N802
        self._edit(self._own(fields), fields, caption=fields.get("caption"))
        return True

    def editEphemeralMessageReplyMarkup(self, fields, files):  # noqa: N802
        self._edit(self._own(fields), fields)
        return True

    def deleteEphemeralMessage(self, fields, files):  # noqa: N802
        self._own(fields).gone = True
        return True

    # Everything else.

    def answerCallbackQuery(self, fields, files):  # noqa: N802
        ident = fields["callback_query_id"]
        if ident in self.old_presses or ident not in self.world.presses:
            raise bad("query is too old and response timeout expired or query ID is invalid")
        if self.world.presses[ident] is None:
            alert = fields.get("show_alert") == "true"
            self.world.presses[ident] = (fields.get("text", ""), alert)
        return True

    def setMyCommands(self, fields, files):  # noqa: N802
        scope = json.loads(fields["scope"])["type"]
        self.menus[scope, fields.get("language_code", "")] = json.loads(fields["commands"])
        return True

    def setChatMenuButton(self, fields, files):  # noqa: N802
        assert "chat_id" not in fields
        self.menu_button = json.loads(fields["menu_button"])
        return True

    def getChatAdministrators(self, fields, files):  # noqa: N802
        # Without the bot itself: nobody asks for it.
        admins = self._chat(fields).admins
        people = [self.world.users[ident] for ident in admins if ident != BOT_ID]
        return [
            {"status": "creator", "user": person.json(), "is_anonymous": False} for person in people
        ]

    def getChatMember(self, fields, files):  # noqa: N802
        ident, chat = int(fields["user_id"]), self._chat(fields)
        if ident == BOT_ID:
            return {"status": "member", "user": BOT}
        person = self.world.users.get(ident)
        if BOT_ID not in chat.admins and person not in chat.members:
            # It is only promised to administrators; so others are told nothing of strangers.
            raise bad("member list is inaccessible")
        if person is None:
            raise bad("user not found")
        there = person in chat.members or ident in chat.admins
        return {"status": "member" if there else "left", "user": person.json()}

    def getChat(self, fields, files):  # noqa: N802
        chat = self._chat(fields)
        names = (
            "can_send_polls", "can_send_other_messages", "can_add_web_page_previews",
            "can_change_info", "can_invite_users", "can_pin_messages",
        )  # fmt: skip
        permissions = dict.fromkeys(names, False) | chat.may
        return chat.json() | {
            "accent_color_id": 0, "max_reaction_count": 1, "permissions": permissions,
            "accepted_gift_types": dict.fromkeys(
                ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription",
                 "gifts_from_channels"), False,
            ),
        }  # fmt: skip

    def createForumTopic(self, fields, files):  # noqa: N802
        chat = self._chat(fields)
        if not chat.forum:
            raise bad("the chat is not a forum")
        if not chat.may.get("can_manage_topics", True):
            raise bad("not enough rights to create a topic")
        thread = max(chat.topics) + 1
        chat.topics[thread] = "open"
        return {"message_thread_id": thread, "name": fields["name"], "icon_color": 0}

    def closeForumTopic(self, fields, files):  # noqa: N802
        chat = self._chat(fields)
        thread = int(fields["message_thread_id"])
        if thread not in chat.topics:
            raise bad("message thread not found")
        chat.topics[thread] = "closed"
        return True


def keyboard(fields):
    return json.loads(fields.get("reply_markup", "{}")).get("inline_keyboard", [])


def media(fields, files):
    """What a message becomes by new media."""
    described = json.loads(fields["media"])
    content = files[described["media"].removeprefix("attach://")]
    if described["type"] == "photo" and (wrong := photo_error("sendPhoto", {"photo": content})):
        raise bad(wrong)
    kinds = {"photo": None, "document": None, "text": None}
    return kinds | {
        described["type"]: content[1],
        "caption": described.get("caption"),
        "entities": described.get("caption_entities", []),
    }
