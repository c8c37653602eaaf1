"""Where the owner may have left Post."""

from lifeworld.apps.mail.models import Label, Message, Thread
from lifeworld.web.states import State, at

STATES = (
    State("starred", "/starred"),
    State("sent", "/sent"),
    State("spam", "/spam"),
    State("label", at(Label, "/label/{id}")),
    State("letter", at(Thread, "/thread/{id}", "NOT unread")),  # whoever left it open has read it
    State("search", "/search?q=order"),
    State("filters", "/filters"),
    State("half-written", "/compose", {"Subject": "Quick question"}),
    State("half-answered", at(Message, "/message/{id}/reply"), {"Message": "Hi, thanks for"}),
    State("labelling", at(Thread, "/thread/{id}/labels")),
    State("asked-to-empty", "/bin/empty"),
    State("settings", "/settings"),
)
