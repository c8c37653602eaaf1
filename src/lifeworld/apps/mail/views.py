"""Post's screens: lists, conversations, labels and settings. Writing has its own file."""

from datetime import timedelta
from functools import partial
from urllib.parse import urlencode

from lifeworld.apps.mail import commands as c
from lifeworld.apps.mail import search
from lifeworld.apps.mail.listing import TITLES, Box, box_of, listing
from lifeworld.apps.mail.models import ME, Attachment, Draft, Label, Message, Settings, Thread, ThreadLabel, Vacation
from lifeworld.apps.mail.posting import may_return, unsent
from lifeworld.life.models import Person
from lifeworld.life.questions import ToDoLists
from lifeworld.store import Store
from lifeworld.web import Form, Notice, Page, Pages, Place, Redirect, Request
from lifeworld.web.formats import glyph
from lifeworld.web.language import _, ngettext
from lifeworld.web.plain import over

_OF_LETTER = "(SELECT thread_id FROM mail_message WHERE id = {})"
_THREAD_OF = {
    "thread": "?",
    "message": _OF_LETTER.format("?"),
    "attachment": _OF_LETTER.format("(SELECT message_id FROM mail_attachment WHERE id = ?)"),
}
UNREAD = f"unread = 1 AND {search.PLACES['inbox'].replace('t.', '')}"


def frame(request: Request) -> dict[str, object]:
    """Return what every screen of Post shows: folders and labels with their counts, what is searched for."""
    store = request.store
    labels = store.all(Label, order="lower(name)")
    later = store.count(Draft, "send_at IS NOT NULL")
    waiting = store.count(Thread, "spam = 1 AND binned = 0 AND unread = 1")
    nav = [
        Place(_("Inbox"), "/mail/", "inbox", badge=badge(store), section="inbox"),
        Place(_("Starred"), "/mail/starred", "star", section="starred"),
        Place(_("Sent"), "/mail/sent", "send", section="sent"),
        Place(_("Drafts"), "/mail/drafts", "file-pen", count=store.count(Draft, "send_at IS NULL"), section="drafts"),
        Place(_("All mail"), "/mail/archive", "archive", section="archive"),
        Place(_("Snoozed"), "/mail/snoozed", "alarm-clock", section="snoozed"),
        Place(_("Scheduled"), "/mail/scheduled", "calendar-clock", count=later, section="scheduled"),
        Place(_("Spam"), "/mail/spam", "shield-alert", count=waiting, section="spam"),
        Place(_("Bin"), "/mail/bin", "trash", section="bin"),
        Place(_("Labels")),
        *(_place(label) for label in labels),
        Place(_("Manage labels"), "/mail/labels", "settings-2"),
    ]
    return {"nav": nav, "labels": labels, "q": request.search(), "section": _section(request), "glyph": glyph}


def _place(label: Label) -> Place:
    name = f"label-{label.id}"
    return Place(label.name, f"/mail/label/{label.id}", "tag", section=name, colour=f"var(--{label.colour})")


def _section(request: Request) -> str:
    """Return where the conversation lies that the address names, itself or by a letter."""
    kind, number = f"{request.path}//".split("/")[2:4]
    if kind == "draft":
        return "scheduled" if request.store.count(Draft, "id = ? AND send_at IS NOT NULL", number) else "drafts"
    thread = request.store.first(Thread, f"id = {_THREAD_OF[kind]}", number) if kind in _THREAD_OF else None
    return thread.place if thread else ""


pages = Pages("mail", frame, {"/person": "people are in no folder", "/search": "it goes through all folders"})


def show_box(request: Request, box: str) -> Page:
    """One folder; `?show=unread` filters, `?select=1` offers check boxes on the phone."""
    return _list(request, box_of(request, box))


for _box in TITLES:
    pages.page("/" if _box == "inbox" else f"/{_box}", narrows=("show",))(partial(show_box, box=_box))


@pages.page("/label/{label}", narrows=("show",))
def show_label(request: Request, label: int) -> Page:
    return _list(request, box_of(request, f"label-{label}"))


@pages.page("/search", narrows=("q", "show"))
def show_search(request: Request) -> Page | Redirect:
    """Search results; the filter form's fields come in as a search text."""
    asked = search.of_fields(request.query, request.now.date())
    if asked != request.query.get("q", ""):
        return request.redirect(f"{request.path}?{urlencode({'q': asked})}")
    return _list(request, box_of(request, "search")) if asked else show_filters(request)


@pages.page("/filters")
def show_filters(request: Request) -> Page:
    week = request.now.date() - timedelta(days=7)
    asked = {"title": _("Search mail"), "places": {name: _(title) for name, title in TITLES.items()}, "week": week}
    if request.device.wide:
        return over(request, "/mail/", "mail/filters_over.html", **asked)
    return request.page("filters.html", **asked)


@pages.page("/menu")
def show_menu(request: Request) -> Page:
    """The folders and labels; `?at=starred` tells which one is left."""
    at = request.query.get("at", "").replace("search", "")
    back = f"/mail/{at}" if at in ("drafts", "scheduled") else box_of(request, at).href
    return over(request, back, "mail/menu.html", title=_("Folders"))


@pages.page("/thread/{thread}")
def show_thread(request: Request, thread: int) -> Page:
    found = request.row(Thread, thread)
    if found.place != "snoozed":  # which comes back as a new one
        found = request.seen(found, unread=False)
    box = box_of(request, request.query.get("box", found.place))
    messages = found.messages
    return request.page(
        "thread.html",
        title=found.subject or _("(no subject)"),
        section=found.place if box.name == "search" else box.name,
        thread=found,
        list=listing(request, box, thread if request.device.wide else 0),
        messages=messages,
        drafts=request.store.all(Draft, "message_id IN (SELECT id FROM mail_message WHERE thread_id = ?)", thread),
        last=messages[-1],
        undo=_can_be_taken_back(request.store, messages[-1]),
        noting=request.store.question(ToDoLists()) is not None,
    )


def _can_be_taken_back(store: Store, message: Message) -> bool:
    last = unsent(store)
    return bool(last and last.key == message.thread.key and message.mine and may_return(store, last))


@pages.page("/thread/{thread}/labels")
def thread_labels(request: Request, thread: int) -> Page:
    found, part = request.row(Thread, thread), request.part(Label, order="lower(name)")
    asked = {"title": _("Labels"), "about": found.subject, "part": part, "held": found.labels}
    return over(request, f"/mail/thread/{thread}", "mail/thread_labels.html", **asked)


@pages.form("/thread/{thread}/note", c.NoteConversation, "/mail/thread/{id}", "Added to Ticked.")
def note_thread(request: Request, form: Form, thread: int) -> Page:
    """What a conversation leaves to do: its subject, on a list of Ticked's."""
    found, lists = request.row(Thread, thread), request.store.question(ToDoLists()) or []
    form.start(title=found.subject[: c.LONGEST_TO_DO], list=next(iter(lists), ""))
    asked = {
        "title": _("Add to Ticked"),
        "about": _("From %(name)s", name=c.writer(found)),
        "submit": _("Add to Ticked"),
        "lists": [(one, one) for one in lists],
    }
    return over(request, f"/mail/thread/{thread}", "mail/note.html", form=form, **asked)


@pages.page("/attachment/{attachment}")
def show_attachment(request: Request, attachment: int) -> Page:
    found = request.row(Attachment, attachment)
    return request.page("attachment.html", title=found.name, file=found, message=found.message)


@pages.page("/person/{person}")
def show_person(request: Request, person: int) -> Page:
    found = request.row(Person, person)
    count = request.store.count(Thread, "id IN (SELECT thread_id FROM mail_message WHERE person_id = ?)", person)
    return request.page("person.html", title=found.name, person=found, count=count)


@pages.page("/account")
def account(request: Request) -> Page:
    store = request.store
    counts = {"letters": store.count(Message), "sent": store.count(Message, "person_id = ?", ME)}
    return request.page("account.html", title=_("Account"), counts=counts, **_own(request))


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


@pages.page("/labels")
def labels(request: Request) -> Page:
    held = dict(request.store.sql("SELECT label_id, count(*) FROM mail_thread_label GROUP BY label_id"))
    return request.page("labels.html", title=_("Labels"), part=request.part(Label, order="lower(name)"), held=held)


@pages.form("/settings", c.SaveSettings, then="/mail/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    now = request.store.get(Settings, 1)
    form.start(quoting=now.quoting, notify=now.notify)
    return request.page("settings.html", title=_("Settings"), form=form, **_own(request))


def _own(request: Request) -> dict[str, object]:
    """Return what the owner has set, and how many kilobytes the files of all letters have."""
    kilobytes = int(request.store.value("SELECT coalesce(sum(kilobytes), 0) FROM mail_attachment"))
    kept = {"settings": request.store.get(Settings, 1), "vacation": request.store.get(Vacation, 1)}
    return {**kept, "kilobytes": kilobytes}


def _unlabelled(request: Request, label: Label) -> str:
    count = request.store.count(ThreadLabel, "label_id = ?", label.id)
    return ngettext(
        "%(n)s conversation loses the label. It stays where it is.",
        "%(n)s conversations lose the label. They stay where they are.",
        count,
    )


def _emptied(request: Request) -> str:
    count = request.store.count(Thread, "binned = 1")
    return ngettext(
        "%(n)s conversation will be permanently deleted, with its messages and files.",
        "%(n)s conversations will be permanently deleted, with their messages and files.",
        count,
    )


pages.confirm(
    "/thread/{thread}/erase",
    c.DeleteForever,
    "Delete “{thread.subject}” forever?",
    text="Its messages and files can’t be recovered.",
    submit="Delete forever",
    then="/mail/bin",
    toast="Deleted forever.",
)
pages.confirm("/bin/empty", c.EmptyBin, "Empty the bin?", text=_emptied, submit="Empty bin", toast="The bin is empty.")
pages.plain_form("/labels/add", c.AddLabel, "New label", submit="Save label", toast="Label “{name}” created.")
pages.plain_form(
    "/label/{label}/edit", c.RenameLabel, "Edit label", back="/labels", submit="Save label", toast="Label saved."
)
pages.confirm(
    "/label/{label}/delete",
    c.DeleteLabel,
    "Delete “{label.name}”?",
    back="/labels",
    text=_unlabelled,
    submit="Delete label",
    toast="Label deleted.",
)
pages.plain_form(
    "/settings/signature", c.SaveSignature, "Edit signature", submit="Save signature", toast="Signature saved."
)
pages.plain_form("/settings/vacation", c.SaveVacation, "Vacation reply", toast="Vacation reply saved.")
pages.button("/thread/{thread}/star", c.Star)
pages.button("/thread/{thread}/unstar", c.Unstar)
pages.button("/thread/{thread}/archive", c.Archive, toast="Archived.", undo="/thread/{id}/inbox")
pages.button("/thread/{thread}/inbox", c.MoveToInbox, toast="Moved to the inbox.")
pages.button("/thread/{thread}/bin", c.Delete, toast="Moved to the bin.", undo="/thread/{id}/restore")
pages.button("/thread/{thread}/restore", c.Restore, toast="Restored.", undo="/thread/{id}/bin")
pages.button("/thread/{thread}/read", c.MarkRead, toast="Marked as read.")
pages.button("/thread/{thread}/unread", c.MarkUnread, toast="Marked as unread.")
pages.button("/thread/{thread}/spam", c.MarkSpam, toast="Moved to spam.", undo="/thread/{id}/not-spam")
pages.button("/thread/{thread}/not-spam", c.NotSpam, toast="Removed from spam.", undo="/thread/{id}/spam")
pages.button("/thread/{thread}/label/{label}/apply", c.ApplyLabel, toast="Label applied.")
pages.button("/thread/{thread}/label/{label}/remove", c.RemoveLabel, toast="Label removed.")
pages.button("/bulk", c.Bulk, toast="Done.")
pages.button("/bulk/label", c.BulkLabel, toast="Labelled “{name}”.")


def badge(store: Store) -> int:
    """Return how many conversations in the inbox are unread."""
    return store.count(Thread, UNREAD)


def notices(store: Store) -> list[Notice]:
    """Return one notice for each unread conversation of the last two days that the settings let through."""
    wanted = store.get(Settings, 1).notify
    if wanted == "none":
        return []
    letters = "SELECT thread_id FROM mail_message WHERE sent_at >= ? AND (? = 'all' OR person_id IS NOT NULL)"
    last = "(SELECT max(sent_at) FROM mail_message WHERE thread_id = mail_thread.id)"
    latest = f"max({last}, coalesce(snoozed_until, '')) DESC"
    where, since = f"{UNREAD} AND (snoozed_until >= ? OR id IN ({letters}))", store.now - timedelta(days=2)
    return [_notice(thread) for thread in store.all(Thread, where, since, since, wanted, order=latest, limit=8)]


def _list(request: Request, box: Box) -> Page:
    chosen = request.choice("select", ("", "1", "all"))
    found = listing(request, box)
    return request.page("list.html", title=box.title, section=box.name, list=found, select=chosen, thread=None)


def _notice(thread: Thread) -> Notice:
    last = thread.messages[-1]
    at = thread.snoozed_until or last.sent_at or thread.store.now
    return Notice(last.sender_name, thread.subject, f"/mail/thread/{thread.id}", at, last.id)
