"""Ticked's screens."""

from datetime import date, timedelta
from itertools import groupby

from lifeworld.apps.todo import commands
from lifeworld.apps.todo.models import Settings, Task, TaskList
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Pages, Redirect, Request

pages = Pages("todo")
BY_DAY = "due, priority, position, id"


@pages.page("/")
def start(request: Request) -> Page | Redirect:
    """Open on the screen chosen in the settings."""
    first = _settings(request).start
    if first == "inbox":
        return request.redirect(f"/todo/list/{_inbox(request).id}")
    return request.redirect(f"/todo/{first}")


@pages.page("/today")
def today(request: Request) -> Page:
    day = request.now.date()
    late = request.store.all(Task, "done_at IS NULL AND due < ?", day, order=BY_DAY)
    now = request.store.all(Task, "done_at IS NULL AND due = ?", day, order=BY_DAY)
    return _page(request, "today.html", title="Today", overdue=late, due=now)


@pages.page("/upcoming")
def upcoming(request: Request) -> Page:
    tasks = request.store.all(Task, "done_at IS NULL AND due > ?", request.now.date(), order=BY_DAY)
    days = [(day, list(found)) for day, found in groupby(tasks, key=lambda task: task.due)]
    return _page(request, "upcoming.html", title="Upcoming", days=days)


@pages.page("/browse")
def browse(request: Request) -> Page:
    return _page(request, "browse.html", title="Browse")


@pages.page("/list/{list_id}")
def show_list(request: Request, list_id: int) -> Page:
    """One list; `?done=1` unfolds what is completed."""
    found = request.row(TaskList, list_id)
    open_ones = request.store.all(Task, "list_id = ? AND done_at IS NULL", list_id, order="position, id")
    done = request.store.all(Task, "list_id = ? AND done_at IS NOT NULL", list_id, order="done_at DESC, id")
    unfolded = _settings(request).show_done or request.query.get("done") == "1"
    return _page(request, "list.html", title=found.name, list=found, tasks=open_ones, done=done, unfolded=unfolded)


@pages.page("/search")
def search(request: Request) -> Page:
    q = request.search()
    words = "title LIKE ? OR note LIKE ?"
    found = request.store.all(Task, words, f"%{q}%", f"%{q}%", order="done_at IS NOT NULL, due, id") if q else []
    return _page(request, "search.html", title="Search", q=q, tasks=found)


@pages.page("/task/{task}")
def show_task(request: Request, task: int) -> Page:
    found = request.row(Task, task)
    place = [sibling.id for sibling in commands.siblings(request.store, found)] if found.open else []
    ends = {"first": place[:1] == [task], "last": place[-1:] == [task]}
    step_form = Form(commands.AddStep, request, (), {"task": task})
    return _page(request, "task.html", title="Task", task=found, steps=found.steps, step_form=step_form, **ends)


@pages.form("/add", commands.AddTask, then="/todo/list/{list_id}", toast="“{title}” added.")
def add(request: Request, form: Form) -> Page:
    form.start(list=_inbox(request))
    return _page(request, "add.html", title="Add task", form=form)


@pages.form("/task/{task}/edit", commands.EditTask, then="/todo/task/{id}", toast="Saved.")
def edit(request: Request, form: Form, task: int) -> Page:
    found = request.row(Task, task)
    form.start(title=found.title, note=found.note)
    return _page(request, "edit.html", title="Edit task", form=form, task=found)


@pages.form("/task/{task}/due", commands.SetDue, then="/todo/task/{id}", toast="Due date saved.")
def due(request: Request, form: Form, task: int) -> Page:
    found = request.row(Task, task)
    form.start(due=found.due)
    return _page(request, "due.html", title="Due date", form=form, task=found, quick=_quick_days(request.now.date()))


@pages.form("/task/{task}/move", commands.MoveTask, then="/todo/task/{id}", toast="Moved.")
def move(request: Request, form: Form, task: int) -> Page:
    found = request.row(Task, task)
    form.start(list=found.list)
    return _page(request, "move.html", title="Move task", form=form, task=found)


@pages.page("/task/{task}/delete")
def confirm_delete(request: Request, task: int) -> Page:
    return _page(request, "delete_task.html", title="Delete task?", task=request.row(Task, task))


@pages.form("/task/{task}/step", commands.AddStep, then="/todo/task/{task_id}", toast="Step added.")
def add_step(request: Request, form: Form, task: int) -> Page:
    return _page(request, "add_step.html", title="Add step", form=form, task=request.row(Task, task))


@pages.form("/lists/add", commands.AddList, then="/todo/list/{id}", toast="List “{name}” made.")
def add_list(request: Request, form: Form) -> Page:
    return _page(request, "edit_list.html", title="New list", form=form, list=None, colours=commands.COLOURS)


@pages.form("/list/{list}/edit", commands.RenameList, then="/todo/list/{id}", toast="Saved.")
def rename_list(request: Request, form: Form, list: int) -> Page:
    found = request.row(TaskList, list)
    form.start(name=found.name, colour=found.colour)
    return _page(request, "edit_list.html", title="Edit list", form=form, list=found, colours=commands.COLOURS)


@pages.page("/list/{list_id}/delete")
def confirm_delete_list(request: Request, list_id: int) -> Page:
    found = request.row(TaskList, list_id)
    count = request.store.count(Task, "list_id = ?", list_id)
    return _page(request, "delete_list.html", title="Delete list?", list=found, count=count)


@pages.form("/settings", commands.SaveSettings, then="/todo/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = _settings(request)
    form.start(start=now.start, show_done=now.show_done)
    week = request.now.date() - timedelta(days=request.now.weekday())
    done = request.store.count(Task, "done_at >= ?", week)
    return _page(request, "settings.html", title="Settings", form=form, done_this_week=done)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return _page(request, "help.html", title="Help")


pages.button("/task/{task}/complete", commands.Complete, toast="Completed.", undo="/task/{id}/reopen")
pages.button("/task/{task}/reopen", commands.Reopen, toast="Open again.")
pages.button("/task/{task}/remove", commands.DeleteTask, then="/todo/list/{list_id}", toast="Task deleted.")
pages.button("/task/{task}/priority", commands.SetPriority, toast="Priority saved.")
pages.button("/task/{task}/order", commands.Reorder)
pages.button("/step/{step}/complete", commands.CompleteStep)
pages.button("/step/{step}/reopen", commands.ReopenStep)
pages.button("/step/{step}/remove", commands.DeleteStep, toast="Step deleted.")
pages.button("/list/{list}/remove", commands.DeleteList, then="/todo/browse", toast="List deleted.")
pages.button("/list/{list}/clear", commands.ClearCompleted, toast="Completed tasks cleared.")


def badge(store: Store) -> int:
    """Return how many tasks are due today or late."""
    return store.count(Task, "done_at IS NULL AND due <= ?", store.now.date())


def notices(store: Store) -> list[Notice]:
    """Return one notice for each task due today."""
    tasks = store.all(Task, "done_at IS NULL AND due = ?", store.now.date(), order=BY_DAY)
    morning = store.now.replace(hour=8, minute=0, second=0)
    return [Notice(task.title, f"Due today · {task.list.name}", f"/todo/task/{task.id}", morning) for task in tasks]


def _page(request: Request, template: str, **context: object) -> Page:
    """Return a page with what every screen of Ticked shows: the lists, the tasks waiting in each, the steps ticked."""
    sql = request.store.sql
    lists = request.store.all(TaskList, order="position, id")
    waiting = dict(sql("SELECT list_id, count(*) FROM todo_task WHERE done_at IS NULL GROUP BY list_id"))
    steps = sql("SELECT task_id, count(done_at), count(*) FROM todo_step GROUP BY task_id")
    shared = {
        "lists": lists,
        "list_of": {one.id: one for one in lists},
        "list_choices": [(one.id, one.name) for one in lists],
        "waiting": waiting,
        "steps_of": {task: (ticked, count) for task, ticked, count in steps},
        "today": request.now.date(),
        "due_now": badge(request.store),
    }
    return request.page(f"todo/{template}", **shared, **context)


def _settings(request: Request) -> Settings:
    return request.store.get(Settings, 1)


def _inbox(request: Request) -> TaskList:
    return request.store.get(TaskList, 1)


def _quick_days(day: date) -> list[tuple[str, date | None]]:
    monday = day + timedelta(days=7 - day.weekday())
    return [("Today", day), ("Tomorrow", day + timedelta(days=1)), ("Next week", monday), ("No date", None)]
