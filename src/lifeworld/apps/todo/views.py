"""Ticked's screens."""

from collections import Counter
from datetime import date, datetime, timedelta
from itertools import groupby

from lifeworld.apps.todo import commands as c
from lifeworld.apps.todo.models import Settings, Task, TaskList
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Pages, Place, Redirect, Request, dates
from lifeworld.web.language import _, ngettext
from lifeworld.web.plain import over

BY_DAY = "due, priority, position, id"
BESIDE = 40  # tasks of its list that stand beside an open one on a wide screen
FARTHEST = 11  # months that a due date's month is turned on
LATELY = 6  # tasks that stand where one has not searched yet; what a list tells of lately


def frame(request: Request) -> dict[str, object]:
    """Return what every screen of Ticked shows: the lists, the tasks waiting in each, the steps ticked."""
    sql = request.store.sql
    lists = request.store.all(TaskList, order="position, id")
    waiting = dict(sql("SELECT list_id, count(*) FROM todo_task WHERE done_at IS NULL GROUP BY list_id"))
    steps = sql("SELECT task_id, count(done_at), count(*) FROM todo_step GROUP BY task_id")
    inbox, task = f"/todo/list/{lists[0].id}", _task_at(request)
    due = badge(request.store)
    return {
        "nav": [
            Place(_("Search"), "/todo/search", "search", tab=False),
            Place(_("Inbox"), inbox, "inbox", count=waiting.get(lists[0].id, 0), colour="var(--blue)"),
            Place(_("Today"), "/todo/today", "sun", badge=due, colour="var(--green)"),
            Place(_("Upcoming"), "/todo/upcoming", "calendar-days", colour="var(--violet)"),
            Place(_("Browse"), "/todo/browse", "menu", side=False),
        ],
        "section": _section(request, inbox, task),
        "open_task": task,
        "beside": c.siblings(request.store, task)[:BESIDE] if task and request.device.wide else (),
        "own_lists": [
            Place(one.name, f"/todo/list/{one.id}", "hash", count=waiting.get(one.id, 0), colour=f"var(--{one.colour})")
            for one in lists[1:]
        ],
        "lists": lists,
        "list_of": {one.id: one for one in lists},
        "waiting": waiting,
        "repeats": c.REPEATS,
        "steps_of": {task: (ticked, count) for task, ticked, count in steps},
        "today": request.now.date(),
        "due_now": due,
    }


def _task_at(request: Request) -> Task | None:
    kind, number = f"{request.path}//".split("/")[2:4]
    return request.store.first(Task, "id = ?", number) if kind == "task" else None


def _section(request: Request, inbox: str, task: Task | None) -> str:
    """Return the list that the address names, or its task; on the phone Browse leads to all but the inbox."""
    place = f"/todo/list/{task.list_id}" if task else request.path
    return place if request.device.wide or place == inbox else "/todo/browse"


pages = Pages("todo", frame, nowhere={"/browse": "the side bar holds what it leads to"})


@pages.page("/")
def start(request: Request) -> Page | Redirect:
    """Open on the screen chosen in the settings."""
    return request.redirect(_first(request))


def _first(request: Request) -> str:
    first = _settings(request).start
    return f"/todo/list/{_inbox(request).id}" if first == "inbox" else f"/todo/{first}"


@pages.page("/today")
def today(request: Request) -> Page:
    day = request.now.date()
    late = request.part(Task, "done_at IS NULL AND due < ?", day, order=BY_DAY, name="late")
    now = request.part(Task, "done_at IS NULL AND due = ?", day, order=BY_DAY)
    return request.page("today.html", title=_("Today"), overdue=late, due=now)


@pages.page("/upcoming")
def upcoming(request: Request) -> Page:
    part = request.part(Task, "done_at IS NULL AND due > ?", request.now.date(), order=BY_DAY)
    days = [(day, list(found)) for day, found in groupby(part.rows, key=lambda task: task.due)]
    week = [request.now.date() + timedelta(days=n) for n in range(7)]
    return request.page("upcoming.html", title=_("Upcoming"), days=days, part=part, week=week)


@pages.page("/browse")
def browse(request: Request) -> Page:
    return request.page("browse.html", title=_("Browse"))


@pages.page("/list/{list_id}")
def show_list(request: Request, list_id: int) -> Page:
    """One list; `?done=1` unfolds what is completed."""
    found = request.row(TaskList, list_id)
    open_ones = request.part(Task, "list_id = ? AND done_at IS NULL", list_id, order="position, id")
    done = request.part(
        Task, "list_id = ? AND done_at IS NOT NULL", list_id, order="done_at DESC, id", name="completed"
    )
    unfolded = _settings(request).show_done or request.query.get("done") == "1"
    shown = {
        "list": found,
        "tasks": open_ones,
        "done": done,
        "unfolded": unfolded,
        "lately": [] if unfolded else _activity(request.store.all(Task, "list_id = ?", list_id)),
        "quick": Form(c.AddTask, request, (), {"list": list_id}),
    }
    return request.page("list.html", title=c.called(found), **shown)


def _activity(tasks: list[Task]) -> list[tuple[datetime, Task]]:
    """Return which tasks were completed or added last, and when."""
    told = [(at, task) for task in tasks if (at := task.done_at or task.added_at)]
    return sorted(told, key=lambda one: (one[0], one[1].id), reverse=True)[:LATELY]


@pages.page("/search")
def search(request: Request) -> Page:
    """Tasks whose title or note has the words, lists whose name has; before one has searched, the latest tasks."""
    found = request.found(Task, "title", "note", order="done_at IS NOT NULL, due, id")
    lately = request.store.all(Task, "done_at IS NULL", order="added_at DESC, id DESC", limit=LATELY)
    lists = request.found(TaskList, "name", where="id > 1", order="position, id").rows
    return request.page("search.html", title=_("Search"), q=request.search(), found=found, named=lists, lately=lately)


@pages.page("/task/{task}")
def show_task(request: Request, task: int) -> Page:
    found = request.row(Task, task)
    place = [sibling.id for sibling in c.siblings(request.store, found)] if found.open else []
    ends = {"first": place[:1] == [task], "last": place[-1:] == [task]}
    step_form = Form(c.AddStep, request, (), {"task": task})
    return request.page("task.html", title=_("Task"), task=found, steps=found.steps, step_form=step_form, **ends)


@pages.form("/add", c.AddTask, then="/todo/list/{list_id}", toast="“{title}” added.")
def add(request: Request, form: Form) -> Page:
    form.start(list=_inbox(request))
    return over(request, _led_from(request), "todo/add.html", title=_("Add task"), form=form)


def _led_from(request: Request) -> str:
    """Return the page whose link asks for a task of that list (`list`) or that day (`due`), else the first one."""
    listed, due = (request.query.get(name, "") for name in ("list", "due"))
    if request.store.first(TaskList, "id = ?", listed):
        return f"/todo/list/{listed}"
    return f"/todo/{'today' if due == str(request.now.date()) else 'upcoming'}" if due else _first(request)


@pages.form("/task/{task}/edit", c.EditTask, then="/todo/task/{id}", toast="Saved.")
def edit(request: Request, form: Form, task: int) -> Page:
    found = request.row(Task, task)
    form.start(title=found.title, note=found.note)
    return over(request, f"/todo/task/{task}", "todo/edit.html", title=_("Edit task"), form=form)


@pages.form("/task/{task}/due", c.SetDue, then=lambda request, task: _whence(request, task.id), toast="Due date saved.")
def due(request: Request, form: Form, task: int) -> Page:
    """Offer the days that one picks most, any other date, and a month, this one or as many on as `months` says."""
    found, today = request.row(Task, task), request.now.date()
    form.start(due=found.due)
    first = max(found.due or today, today)
    months = min(request.number("months"), FARTHEST)
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    weeks = dates.weeks(date(year, month + 1, 1))
    shown = {"quick": _quick_days(today), "weeks": weeks, "months": months, "last": FARTHEST, "held": found}
    return over(request, _whence(request, task), "todo/due.html", title=_("Due date"), form=form, **shown)


def _whence(request: Request, task: int) -> str:
    """Return the list from which a task was put off, or the task."""
    return request.came_from(f"/todo/task/{task}")


@pages.form("/settings", c.SaveSettings, then="/todo/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = _settings(request)
    form.start(start=now.start, show_done=now.show_done)
    return request.page("settings.html", title=_("Settings"), form=form, week=_week(request))


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


def _beside_lists(request: Request) -> str:
    """Return where one makes a list: on a wide screen the side bar has them, whatever it stands beside."""
    return _first(request).removeprefix("/todo") if request.device.wide else "/browse"


def _gone_with(request: Request, list: TaskList) -> str:
    tasks = [request.store.count(Task, f"list_id = ? AND done_at IS {state} NULL", list.id) for state in ("", "NOT")]
    said = ngettext(
        "“%(name)s” and its %(n)s task will be permanently deleted.",
        "“%(name)s” and its %(n)s tasks will be permanently deleted.",
        tasks[0],
        name=list.name,
    )
    too = ngettext("%(n)s completed task goes with it.", "%(n)s completed tasks go with it.", tasks[1])
    return f"{said} {too}" if tasks[1] else said


pages.plain_form("/task/{task}/reminder", c.SetReminder, "Reminder", about="{task.title}", toast="Reminder saved.")
MOVE = {"about": "{task.title}", "laid": True, "template": "todo/move.html"}
pages.plain_form("/task/{task}/move", c.MoveTask, "Move task", toast="Moved.", **MOVE)
pages.plain_form(
    "/task/{task}/step", c.AddStep, "Add step", about="{task.title}", submit="Add step", toast="Step added."
)
pages.confirm(
    "/task/{task}/delete",
    c.DeleteTask,
    "Delete task?",
    about="{task.title}",
    text="“{task.title}” and its steps will be permanently deleted.",
    then="/todo/list/{list_id}",
    toast="Task deleted.",
)
pages.plain_form(
    "/lists/add",
    c.AddList,
    "New list",
    back=_beside_lists,
    submit="Create list",
    then="/todo/list/{id}",
    toast="List “{name}” created.",
)
pages.plain_form("/list/{list}/edit", c.RenameList, "Edit list", toast="Saved.")
pages.confirm(
    "/list/{list}/delete",
    c.DeleteList,
    "Delete list?",
    text=_gone_with,
    then="/todo/browse",
    toast="List deleted.",
)
pages.button("/task/{task}/complete", c.Complete, toast="Completed.", undo="/task/{id}/reopen")
pages.button("/task/{task}/reopen", c.Reopen, toast="Task reopened.")
pages.button("/task/{task}/priority", c.SetPriority, toast="Priority saved.")
pages.button("/task/{task}/repeat", c.SetRepeat, toast="Repeat saved.")
pages.button("/task/{task}/order", c.Reorder)
pages.button("/step/{step}/complete", c.CompleteStep)
pages.button("/step/{step}/reopen", c.ReopenStep)
pages.button("/step/{step}/remove", c.DeleteStep, toast="Step deleted.")
pages.button("/list/{list}/clear", c.ClearCompleted, toast="Completed tasks cleared.")


def badge(store: Store) -> int:
    """Return how many tasks are due today or late."""
    return store.count(Task, "done_at IS NULL AND due <= ?", store.now.date())


def notices(store: Store) -> list[Notice]:
    """Return one notice for each task due today, and one for each reminder whose moment has come."""
    tasks = store.all(Task, "done_at IS NULL AND due = ?", store.now.date(), order=BY_DAY)
    morning = store.now.replace(hour=8, minute=0, second=0)
    found = [Notice(task.title, _due(task), f"/todo/task/{task.id}", morning) for task in tasks]
    for task in store.all(Task, "done_at IS NULL AND remind_at <= ?", store.now, order="remind_at, id"):
        said = _("Reminder · %(list)s", list=c.called(task.list))
        found.append(Notice(task.title, said, f"/todo/task/{task.id}", task.remind_at or morning))
    return found


def _due(task: Task) -> str:
    return _("Due today · %(list)s", list=task.list.name)


def _week(request: Request) -> list[tuple[date, int]]:
    """Return how many tasks were completed on each of the last seven days."""
    week = [request.now.date() - timedelta(days=n) for n in range(6, -1, -1)]
    done = Counter(task.done_at.date() for task in request.store.all(Task, "done_at >= ?", week[0]) if task.done_at)
    return [(day, done[day]) for day in week]


def _settings(request: Request) -> Settings:
    return request.store.get(Settings, 1)


def _inbox(request: Request) -> TaskList:
    return request.store.get(TaskList, 1)


def _quick_days(day: date) -> list[tuple[str, date | None]]:
    coming = (_("Tomorrow"), day + timedelta(days=1)), (_("Next week"), dates.next_monday(day))
    return [(_("Today"), day), *coming, (_("No date"), None)]
