"""Where the owner may have left Ticked."""

from lifeworld.apps.todo.models import Task, TaskList
from lifeworld.web.states import State, at

OPEN = "done_at IS NULL"

STATES = (
    State("today", "/today"),
    State("upcoming", "/upcoming"),
    State("browse", "/browse"),
    State("list", at(TaskList, "/list/{id}", "id > 1")),
    State("finished", at(TaskList, "/list/{id}?done=1", "id > 1")),
    State("task", at(Task, "/task/{id}", OPEN)),
    State("search", "/search?q=the"),
    State("half-written", "/add", {"Title": "Ask about the "}),
    State("half-edited", at(Task, "/task/{id}/edit", OPEN), {"Title": "Not sure yet what this"}),
    State("asked-to-delete", at(Task, "/task/{id}/delete", OPEN)),
    State("repeating", at(Task, "/task/{id}/repeat", OPEN)),
    State("reminding", at(Task, "/task/{id}/reminder", OPEN)),
    State("menu", at(Task, "/task/{id}", OPEN), opened="More"),
    State("settings", "/settings"),
)
