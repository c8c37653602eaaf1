"""Where the owner may have left Chatter."""

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.web.states import State, at

# Whoever left a chat open has read it: beginning there must not read what a task counts as unread.
_READ = """NOT marked_unread AND NOT EXISTS (SELECT 1 FROM messenger_message AS one
    WHERE one.chat_id = messenger_chat.id AND NOT one.read AND one.sender_id <> 1)"""

STATES = (
    State("chat", at(Chat, "/chat/{id}", f"title = '' AND {_READ}")),
    State("group", at(Chat, "/chat/{id}", f"title <> '' AND {_READ}")),
    State("about", at(Chat, "/chat/{id}/info")),
    State("half-written", at(Chat, "/chat/{id}", _READ), {"Message": "Oh and by the way"}),
    State("search", "/search?q=dinner"),
    State("starred", "/starred"),
    State("new-chat", "/new"),
    State("calls", "/calls"),
    State("status", "/status"),
    State("forwarding", at(Message, "/message/{id}/forward")),
    State("asked-to-delete", at(Message, "/message/{id}/delete")),
    State("settings", "/settings"),
    State("signed-out", "/sign-in", signed_out=True),
)
