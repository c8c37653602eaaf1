"""Post's screens: lists, conversations, labels and settings. Writing has its own file."""

from datetime import timedelta
from functools import partial
from typing import Any

from lifeworld.apps.mail import commands, search
from lifeworld.apps.mail.listing import TITLES, Box, box_of, listing
from lifeworld.apps.mail.models import ME, Attachment, Draft, Label, Message, Settings, Thread, Vacation
from lifeworld.life.models import Person
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Pages, Redirect, Request

pages = Pages("mail")
FOLDERS = (
    ("inbox", "Inbox", "/mail/", "inbox"),
    ("starred", "Starred", "/mail/starred", "star"),
    ("sent", "Sent", "/mail/sent", "send"),
    ("drafts", "Drafts", "/mail/drafts", "file-pen"),
    ("archive", "All mail", "/mail/archive", "archive"),
    ("spam", "Spam", "/mail/spam", "shield-alert"),
    ("bin", "Bin", "/mail/bin", "trash"),
)


def show_box(request: Request, box: str) -> Page:
    """One folder; `?show=unread` filters, `?select=1` offers check boxes on the phone."""
    return _list(request, box_of(request, box))


for _path, _box in (("/", "inbox"), *((f"/{name}", name) for name in TITLES if name != "inbox")):
    pages.page(_path)(partial(show_box, box=_box))


@pages.page("/label/{label}")
def show_label(request: Request, label: int) -> Page:
    return _list(request, box_of(request, f"label-{label}"))


@pages.page("/search")
def show_search(request: Request) -> Page | Redirect:
    """Search results; the filter form's fields come in as a search text."""
    asked = search.of_fields(request.query, request.now.date())
    if asked != request.query.get("q", "").strip():
        return request.redirect(request.with_query(**{**dict.fromkeys(request.query), "q": asked}))
    if not asked:
        return show_filters(request)
    return _list(request, box_of(request, "search"))


@pages.page("/filters")
def show_filters(request: Request) -> Page:
    week = request.now.date() - timedelta(days=7)
    return page_of(request, "filters.html", title="Search mail", folder="search", week=week)


@pages.page("/menu")
def show_menu(request: Request) -> Page:
    return page_of(request, "menu.html", title="Folders", folder="menu")


@pages.page("/thread/{thread}")
def show_thread(request: Request, thread: int) -> Page:
    found = request.seen(request.row(Thread, thread), unread=False)
    box = box_of(request, request.query.get("box", found.place))
    messages = found.messages
    return page_of(
        request,
        "thread.html",
        title=found.subject or "(no subject)",
        folder=box.name,
        thread=found,
        list=listing(request, box),
        messages=messages,
        drafts=request.store.all(Draft, "message_id IN (SELECT id FROM mail_message WHERE thread_id = ?)", thread),
        last=messages[-1],
    )


@pages.page("/thread/{thread}/labels")
def thread_labels(request: Request, thread: int) -> Page:
    found = request.row(Thread, thread)
    held = {label.id for label in found.labels}
    return page_of(request, "thread_labels.html", title="Labels", folder="", thread=found, held=held)


@pages.page("/thread/{thread}/erase")
def confirm_erase(request: Request, thread: int) -> Page:
    found = request.row(Thread, thread)
    return page_of(request, "erase.html", title="Delete for good?", folder="bin", thread=found)


@pages.page("/bin/empty")
def confirm_empty(request: Request) -> Page:
    count = request.store.count(Thread, "binned = 1")
    return page_of(request, "empty_bin.html", title="Empty the bin?", folder="bin", count=count)


@pages.page("/attachment/{attachment}")
def show_attachment(request: Request, attachment: int) -> Page:
    found = request.row(Attachment, attachment)
    return page_of(request, "attachment.html", title=found.name, folder="", file=found, message=found.message)


@pages.page("/person/{person}")
def show_person(request: Request, person: int) -> Page:
    found = request.row(Person, person)
    query = "id IN (SELECT thread_id FROM mail_message WHERE person_id = ?)"
    count = request.store.count(Thread, query, person)
    return page_of(request, "person.html", title=found.name, folder="", person=found, count=count)


@pages.page("/account")
def account(request: Request) -> Page:
    store = request.store
    sizes = store.value("SELECT coalesce(sum(kilobytes), 0) FROM mail_attachment")
    counts = {"letters": store.count(Message), "sent": store.count(Message, "person_id = ?", ME)}
    return page_of(request, "account.html", title="Account", folder="account", kilobytes=sizes, counts_of=counts)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return page_of(request, "help.html", title="Help", folder="help")


@pages.page("/labels")
def labels(request: Request) -> Page:
    held = dict(request.store.sql("SELECT label_id, count(*) FROM mail_thread_label GROUP BY label_id"))
    return page_of(request, "labels.html", title="Labels", folder="labels", held=held)


@pages.form("/labels/add", commands.AddLabel, then="/mail/labels", toast="Label “{name}” made.")
def add_label(request: Request, form: Form) -> Page:
    return page_of(request, "edit_label.html", title="New label", folder="labels", form=form, colours=commands.COLOURS)


@pages.form("/label/{label}/edit", commands.RenameLabel, then="/mail/labels", toast="Label saved.")
def rename_label(request: Request, form: Form, label: int) -> Page:
    found = request.row(Label, label)
    form.start(name=found.name, colour=found.colour)
    shown = {"form": form, "label": found, "colours": commands.COLOURS}
    return page_of(request, "edit_label.html", title="Edit label", folder="labels", **shown)


@pages.page("/label/{label}/delete")
def confirm_delete_label(request: Request, label: int) -> Page:
    found = request.row(Label, label)
    count = request.store.value("SELECT count(*) FROM mail_thread_label WHERE label_id = ?", label)
    return page_of(request, "delete_label.html", title="Delete label?", folder="labels", label=found, count=count)


@pages.form("/settings", commands.SaveSettings, then="/mail/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = request.store.get(Settings, 1)
    form.start(quoting=now.quoting, notify=now.notify)
    shown = {"settings": now, "vacation": request.store.get(Vacation, 1)}
    return page_of(request, "settings.html", title="Settings", folder="settings", form=form, **shown)


@pages.form("/settings/signature", commands.SaveSignature, then="/mail/settings", toast="Signature saved.")
def signature(request: Request, form: Form) -> Page:
    form.start(signature=request.store.get(Settings, 1).signature)
    return page_of(request, "signature.html", title="Signature", folder="settings", form=form)


@pages.form("/settings/vacation", commands.SaveVacation, then="/mail/settings", toast="Vacation reply saved.")
def vacation(request: Request, form: Form) -> Page:
    now = request.store.get(Vacation, 1)
    form.start(on=now.on, first=now.first, last=now.last, subject=now.subject, body=now.body)
    return page_of(request, "vacation.html", title="Vacation reply", folder="settings", form=form)


pages.button("/thread/{thread}/star", commands.Star)
pages.button("/thread/{thread}/unstar", commands.Unstar)
pages.button("/thread/{thread}/archive", commands.Archive, toast="Archived.", undo="/thread/{id}/inbox")
pages.button("/thread/{thread}/inbox", commands.MoveToInbox, toast="Moved to the inbox.")
pages.button("/thread/{thread}/bin", commands.Delete, toast="Moved to the bin.", undo="/thread/{id}/restore")
pages.button("/thread/{thread}/restore", commands.Restore, toast="Restored.", undo="/thread/{id}/bin")
pages.button("/thread/{thread}/erase/now", commands.DeleteForever, then="/mail/bin", toast="Deleted for good.")
pages.button("/bin/empty/now", commands.EmptyBin, then="/mail/bin", toast="The bin is empty.")
pages.button("/thread/{thread}/read", commands.MarkRead, toast="Marked as read.")
pages.button("/thread/{thread}/unread", commands.MarkUnread, toast="Marked as unread.")
pages.button("/thread/{thread}/spam", commands.MarkSpam, toast="Moved to spam.", undo="/thread/{id}/not-spam")
pages.button("/thread/{thread}/not-spam", commands.NotSpam, toast="Taken out of spam.", undo="/thread/{id}/spam")
pages.button("/thread/{thread}/label/{label}/apply", commands.ApplyLabel, toast="Label applied.")
pages.button("/thread/{thread}/label/{label}/remove", commands.RemoveLabel, toast="Label removed.")
pages.button("/bulk", commands.Bulk, toast="Done.")
pages.button("/bulk/label", commands.BulkLabel, toast="Labelled “{name}”.")
pages.button("/label/{label}/remove", commands.DeleteLabel, then="/mail/labels", toast="Label deleted.")


def badge(store: Store) -> int:
    """Return how many conversations in the inbox are unread."""
    return store.count(Thread, "unread = 1 AND archived = 0 AND binned = 0 AND spam = 0")


def notices(store: Store) -> list[Notice]:
    """Return one notice for each unread conversation of the last two days that the settings let through."""
    wanted = store.get(Settings, 1).notify
    if wanted == "none":
        return []
    query = """SELECT t.id, t.subject, max(m.sent_at) FROM mail_thread t JOIN mail_message m ON m.thread_id = t.id
               WHERE t.unread = 1 AND t.archived = 0 AND t.binned = 0 AND t.spam = 0
               AND m.sent_at >= ? AND (? = 'all' OR m.person_id IS NOT NULL)
               GROUP BY t.id ORDER BY 3 DESC LIMIT 8"""
    recent = store.sql(query, store.now - timedelta(days=2), wanted)
    return [_notice(store.get(Thread, thread_id)) for thread_id, _, _ in recent]


def page_of(request: Request, template: str, *, folder: str, **context: Any) -> Page:
    """Return a page with what every screen of Post shows: folders and labels with their counts."""
    store = request.store
    counts = {
        "inbox": badge(store),
        "drafts": store.count(Draft),
        "spam": store.count(Thread, "spam = 1 AND binned = 0 AND unread = 1"),
    }
    every = store.all(Label, order="lower(name)")
    return request.page(
        f"mail/{template}", folder=folder, folders=FOLDERS, counts=counts, labels=every, q=_asked(request), **context
    )


def _asked(request: Request) -> str:
    return request.query.get("q", "")


def _list(request: Request, box: Box) -> Page:
    found = listing(request, box)
    chosen = request.choice("select", ("", "1", "all"))
    return page_of(request, "list.html", title=box.title, folder=box.name, list=found, select=chosen, thread=None)


def _notice(thread: Thread) -> Notice:
    last = thread.messages[-1]
    return Notice(last.sender_name, thread.subject, f"/mail/thread/{thread.id}", last.sent_at or thread.store.now)
