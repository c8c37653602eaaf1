"""Post's screens for writing: new letters, answers, drafts, people and files to choose; for what waits for its time."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from lifeworld.apps.mail import commands as c
from lifeworld.apps.mail.models import ME, Attachment, Draft, Message, Settings, Thread
from lifeworld.apps.mail.people import answered
from lifeworld.apps.mail.posting import FIELDS, quote, subject_of
from lifeworld.apps.mail.views import pages
from lifeworld.life.models import Business, Person
from lifeworld.store import Store
from lifeworld.web import Form, Page, Part, Redirect, Request, dates
from lifeworld.web.language import N_, _
from lifeworld.web.plain import over

_UNDO = "/unsend"
_WRITTEN = (*FIELDS, "subject", "body")
_SENT = frozenset(("token", "files", *_WRITTEN))  # what comes along when a letter's form leads to a list
_HEADS = {"reply": N_("Reply"), "reply_all": N_("Reply to all"), "forward": N_("Forward"), "new": N_("New message")}
_OFFERED = """id IN (SELECT min(a.id) FROM mail_attachment a JOIN mail_message m ON m.id = a.message_id
JOIN mail_thread t ON t.id = m.thread_id WHERE t.binned = 0 AND t.spam = 0 GROUP BY a.name, a.kilobytes)"""
_LATEST = "(SELECT sent_at FROM mail_message WHERE id = message_id) DESC, id"
_MORNING, _AFTERNOON, _EVENING = time(8), time(13), time(18)
_SCHEDULE = "/mail/draft/{id}/schedule"
GONE = {"submit": "Discard", "text": "The draft can’t be recovered.", "toast": "Draft discarded."}


def new_letter(request: Request, form: Form) -> Page:
    return _sheet(
        request,
        form,
        "new",
        None,
        send="/mail/compose",
        save="/mail/drafts/save",
        later="/mail/drafts/later",
        back="/mail/",
    )


def letter_about(request: Request, form: Form, message: int, kind: str) -> Page:
    """A letter that answers another one or passes it on."""
    kind, found, own = kind if kind in _HEADS else "reply", request.row(Message, message), f"/mail/message/{message}"
    send, save, later = (f"{own}/{way}" for way in (kind.replace("_", "-"), f"save/{kind}", f"later/{kind}"))
    back = f"/mail/thread/{found.thread_id}"
    return _sheet(request, form, kind, found, send=send, save=save, later=later, back=back)


def draft_again(request: Request, form: Form, draft: int) -> Page:
    found, own = request.row(Draft, draft), f"/mail/draft/{draft}"
    form.start(**{name: getattr(found, name) for name in (*_WRITTEN, "files")})
    send, save, later = (f"{own}/{way}" for way in ("edit", "save", "later"))
    back = own if found.send_at else "/mail/drafts"
    return _sheet(request, form, found.kind, found.message, send=send, save=save, later=later, back=back, draft=found)


pages.form("/compose", c.Send, "/mail/", "Message sent.", _UNDO)(new_letter)
pages.form("/drafts/save", c.SaveDraft, "/mail/drafts", "Draft saved.")(new_letter)
for _kind, _command, _toast in (
    ("reply", c.Reply, "Reply sent."),
    ("reply_all", c.ReplyAll, "Reply sent."),
    ("forward", c.Forward, "Forwarded."),
):
    _path = f"/message/{{message}}/{_kind.replace('_', '-')}"
    pages.form(_path, _command, "/mail/thread/{id}", _toast, _UNDO)(partial(letter_about, kind=_kind))
pages.form("/message/{message}/save/{kind:word}", c.SaveAnswer, "/mail/drafts", "Draft saved.")(letter_about)
pages.form("/draft/{draft}/edit", c.SendEdited, "/mail/drafts", "Message sent.", _UNDO)(draft_again)
pages.form("/draft/{draft}/save", c.EditDraft, "/mail/draft/{id}", "Draft saved.")(draft_again)
pages.button("/draft/{draft}/send", c.SendDraft, "/mail/drafts", "Message sent.", _UNDO)
pages.confirm("/draft/{draft}/discard", c.DiscardDraft, "Discard draft?", then="/mail/drafts", **GONE)


@pages.page("/drafts")
def drafts(request: Request) -> Page:
    return kept(request, _("Drafts"), "send_at IS NULL", "saved_at DESC, id DESC")


def kept(request: Request, title: str, where: str, order: str, *, later: bool = False) -> Page:
    """Return a page of letters that are written but not sent."""
    part = request.part(Draft, where, order=order)
    shown = [(one, *head(one)) for one in part.rows]
    faces = {to: face(request.store, to) for _draft, _subject, to in shown}
    return request.page("drafts.html", title=title, part=part, drafts=shown, faces=faces, later=later)


@pages.page("/draft/{draft}")
def show_draft(request: Request, draft: int) -> Page | Redirect:
    """What waits for its time, to be read; any other draft opens where it is written on, but beneath a question."""
    found = request.row(Draft, draft)
    if not (found.send_at or request.beneath):
        return request.redirect(f"/mail/draft/{draft}/edit")
    subject, to = head(found)
    return request.page("draft.html", title=subject or _("Draft"), draft=found, subject=subject, to=to)


@pages.page("/people")
def choose_person(request: Request) -> Page | Redirect:
    """Contacts to choose from; what has been written so far travels along in the query."""
    field, (form, written) = request.choice("field", FIELDS), _begun(request)
    if _SENT & request.query.keys():
        return _listed(request, form, written)
    before, typed, others = "".join(written[field][-1:]).strip().rstrip(","), request.search("find"), f"id <> {ME}"
    if typed:
        part = request.found(Person, "name", "email", where=others, order="name", q=typed)
    else:
        part = request.part(Person, others, order="name")
    named = [(person, f"{before}, {person.name}" if before else person.name) for person in part.rows]
    people = [(person, _address(form, {**written, field: names})) for person, names in named]
    shown = {"people": people, "part": part, "typed": typed, "field": field, "back": _address(form, written)}
    return request.page("people.html", title=_("Choose a contact"), **shown)


@pages.page("/files")
def choose_file(request: Request) -> Page | Redirect:
    """Files to choose from; those that `file` names are chosen at once, where each name is of one file."""
    form, written = _begun(request)
    if _SENT & request.query.keys():
        return _listed(request, form, written)
    held = _chosen(request.store, written["files"])
    named, odd, problem = _named(request.store, [text for name, text in request.query_pairs if name == "file"])
    if named:
        return request.redirect(_with_files(form, written, *held, *named))
    typed = request.search("find") or odd
    part = _offered(request, typed, held)
    files = [(file, _with_files(form, written, *held, file)) for file in part.rows]
    shown = {"files": files, "part": part, "typed": typed, "problem": problem, "back": _address(form, written)}
    return request.page("files.html", title=_("Choose a file"), **shown)


def _begun(request: Request) -> tuple[str, dict[str, Any]]:
    """Return the address of the letter that is being written, and what it says so far.

    The letter's form sends that beside the address; from then on the address has it.
    """
    form, said = request.query.get("sheet", "").partition("?")[::2]
    pairs = request.query_pairs if _SENT & request.query.keys() else parse_qsl(said)
    written = {name: [text for key, text in pairs if key == name and text] for name in (*_WRITTEN, "files", "seen")}
    return form if form.startswith("/mail/") else "/mail/compose", {**written, "files": written["files"] or [""]}


def _listed(request: Request, form: str, written: Mapping[str, Any]) -> Redirect:
    others = [pair for pair in request.query_pairs if pair[0] in ("field", "file")]
    return request.redirect(f"{request.path}?{urlencode([*others, ('sheet', _address(form, written))])}")


def _address(form: str, written: Mapping[str, Any]) -> str:
    return f"{form}?{urlencode(written, doseq=True)}"


def _with_files(form: str, written: Mapping[str, Any], *files: Attachment) -> str:
    return _address(form, {**written, "files": [file.id for file in files]})


def _sheet(request: Request, form: Form, kind: str, message: Message | None, *, back: str, **shown: Any) -> Page:
    """Return the screen that a letter is written on; on a wide device it lies at the corner of the page it began on."""
    (to, cc), title = answered(kind, message), _(_HEADS[kind])
    told = {
        "title": title,
        "heading": _("Draft") if shown.get("draft") and kind == "new" else title,
        "form": form,
        "kind": kind,
        "message": message,
        "subject": subject_of(kind, message.thread.subject) if message else "",
        "fixed": {"to": to, "cc": cc},
        "quote": quote(request.store, kind, message),
        "signature": request.store.get(Settings, 1).signature,
        "files": _chosen(request.store, form.values("files")),
        **{"draft": None, **shown},
    }
    if request.device.wide:
        return over(request, back, "mail/compose_over.html", **told)
    return request.page("compose.html", title=title, back=back, letter=told)


def face(store: Store, to: str) -> Person | Business | None:
    """Return the first of those whom a letter goes to, as far as they are known."""
    name = to.partition(",")[0]
    return store.first(Person, "name = ?", name) or store.first(Business, "name = ?", name)


def head(draft: Draft) -> tuple[str, str]:
    """Return a draft's subject and whom it goes to, as lists show them."""
    if draft.message is None:
        return draft.subject, draft.to
    names = [one.name for one in answered(draft.kind, draft.message)[0]]
    names += [part.strip() for part in draft.to.split(",") if part.strip()]
    return subject_of(draft.kind, draft.message.thread.subject), ", ".join(names)


def _offered(request: Request, typed: str, held: Iterable[Attachment]) -> Part:
    """Return the files to choose from, the latest first, without those that are chosen."""
    where = f"{_OFFERED} AND id NOT IN ({', '.join(str(file.id) for file in held)})"
    if typed:
        return request.found(Attachment, "name", where=where, order=_LATEST, q=typed)
    return request.part(Attachment, where, order=_LATEST)


def _chosen(store: Store, numbers: Iterable[str]) -> list[Attachment]:
    """Return the files of these numbers; what is no file's is left out."""
    rows = (store.first(Attachment, "id = ?", int(one)) for one in numbers if one.isdecimal() and len(one) < 16)
    return [row for row in rows if row]


def _named(store: Store, names: Sequence[str]) -> tuple[list[Attachment], str, str]:
    """Return the files of these names; or the first name that is not of one file, and what is wrong with it."""
    found: list[Attachment] = []
    for name in names:
        files = store.all(Attachment, f"{_OFFERED} AND lower(name) = lower(?)", name.strip())
        if not files:
            return [], name, _("There is no file “%(name)s” in your messages.", name=name)
        if len(files) > 1:
            return [], name, _("Several files are called “%(name)s”. Choose one of them.", name=name)
        found += files
    return found, "", ""


# ---- what waits for its time: snoozed conversations, scheduled letters, a letter taken back


@pages.form("/thread/{thread}/snooze", c.Snooze, "/mail/", "Snoozed.", "/thread/{id}/inbox")
def snooze(request: Request, form: Form, thread: int) -> Page:
    found, today = request.row(Thread, thread), request.now.date()
    quick = [(_("Later today"), datetime.combine(today, _EVENING), "sun")] if request.now.time() < _EVENING else []
    quick += [(_("Tomorrow"), _tomorrow(today), "sunrise"), (_("Next week"), _monday(today), "calendar-arrow-up")]
    form.start(snoozed_until=_tomorrow(today))
    about = {"title": _("Snooze until"), "about": found.subject or _("(no subject)"), "submit": _("Snooze")}
    return over(request, f"/mail/thread/{thread}", "mail/when.html", form=form, quick=quick, **about)


@pages.form("/draft/{draft}/schedule", c.SendLater, "/mail/scheduled", "Message scheduled.", "/draft/{id}/unschedule")
def schedule(request: Request, form: Form, draft: int) -> Page:
    found, today = request.row(Draft, draft), request.now.date()
    quick = [
        (_("Tomorrow morning"), _tomorrow(today), "sunrise"),
        (_("Tomorrow afternoon"), _tomorrow(today, _AFTERNOON), "sun"),
        (_("Monday morning"), _monday(today), "calendar-arrow-up"),
    ]
    form.start(send_at=found.send_at or _tomorrow(today))
    about = {"title": _("Send later"), "about": head(found)[0] or _("(no subject)"), "submit": _("Schedule")}
    return over(request, f"/mail/draft/{draft}", "mail/when.html", form=form, quick=quick, **about)


pages.button("/draft/{draft}/unschedule", c.CancelSending, "/mail/draft/{id}", "Scheduled message cancelled.")
pages.form("/drafts/later", c.SaveDraft, _SCHEDULE)(new_letter)
pages.form("/message/{message}/later/{kind:word}", c.SaveAnswer, _SCHEDULE)(letter_about)
pages.form("/draft/{draft}/later", c.EditDraft, _SCHEDULE)(draft_again)
pages.button("/unsend", c.UndoSend, "/mail/draft/{id}/edit", "Sending undone.")


@pages.page("/scheduled")
def scheduled(request: Request) -> Page:
    return kept(request, _("Scheduled"), "send_at IS NOT NULL", "send_at, id", later=True)


def _tomorrow(today: date, at: time = _MORNING) -> datetime:
    return datetime.combine(today + timedelta(days=1), at)


def _monday(today: date) -> datetime:
    return datetime.combine(dates.next_monday(today), _MORNING)
