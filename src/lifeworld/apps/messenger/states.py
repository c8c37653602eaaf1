"""Where the owner may have left Chatter."""

from lifeworld.apps.messenger.models import Chat, Message
from lifeworld.web.states import State, at

STATES = (
    State("chat", at(Chat, "/chat/{id}", "title = ''")),
    State("group", at(Chat, "/chat/{id}", "title <> ''")),
    State("about", at(Chat, "/chat/{id}/info")),
    State("half-written", at(Chat, "/chat/{id}"), {"Message": "Oh and by the way"}),
    State("search", "/search?q=dinner"),
    State("starred", "/starred"),
    State("new-chat", "/new"),
    State("calls", "/calls"),
    State("status", "/status"),
    State("forwarding", at(Message, "/message/{id}/forward")),
    State("asked-to-delete", at(Message, "/message/{id}/delete")),
    State("settings", "/settings"),
)
