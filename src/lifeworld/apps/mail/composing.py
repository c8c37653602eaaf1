"""Post's screens for writing: new letters, answers, drafts, choosing people."""

from typing import Any
from urllib.parse import urlencode

from lifeworld.apps.mail import commands
from lifeworld.apps.mail.models import Draft, Message, Settings
from lifeworld.apps.mail.people import Addressee, answer_all, answer_to, suggestions
from lifeworld.apps.mail.quoting import passed_on, quoted, subject_of
from lifeworld.apps.mail.views import page_of, pages
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Redirect, Request

__all__ = ["pages"]  # with the addresses of this file and of views.py

_FIELDS = ("to", "cc", "bcc", "subject", "body")
_HEADS = {"reply": "Reply", "reply_all": "Reply to all", "forward": "Forward", "new": "New letter"}


@pages.form("/compose", commands.Send, then="/mail/", toast="Letter sent.")
def compose(request: Request, form: Form) -> Page:
    return _writing(request, form, "new")


@pages.form("/drafts/save", commands.SaveDraft, then="/mail/drafts", toast="Draft saved.")
def save_draft(request: Request, form: Form) -> Page:
    return _writing(request, form, "new")


@pages.form("/message/{message}/reply", commands.Reply, then="/mail/thread/{id}", toast="Reply sent.")
def reply(request: Request, form: Form, message: int) -> Page:
    return _writing(request, form, "reply", request.row(Message, message))


@pages.form("/message/{message}/reply-all", commands.ReplyAll, then="/mail/thread/{id}", toast="Reply sent.")
def reply_all(request: Request, form: Form, message: int) -> Page:
    return _writing(request, form, "reply_all", request.row(Message, message))


@pages.form("/message/{message}/forward", commands.Forward, then="/mail/thread/{id}", toast="Forwarded.")
def forward(request: Request, form: Form, message: int) -> Page:
    return _writing(request, form, "forward", request.row(Message, message))


@pages.form("/message/{message}/save/{kind:word}", commands.SaveAnswer, then="/mail/drafts", toast="Draft saved.")
def save_answer(request: Request, form: Form, message: int, kind: str) -> Page:
    return _writing(request, form, kind if kind in _HEADS else "reply", request.row(Message, message))


@pages.page("/drafts")
def drafts(request: Request) -> Page:
    found = request.store.all(Draft, order="saved_at DESC, id DESC")
    return page_of(request, "drafts.html", title="Drafts", folder="drafts", drafts=[(one, _head(one)) for one in found])


@pages.page("/draft/{draft}")
def show_draft(request: Request, draft: int) -> Page:
    found = request.row(Draft, draft)
    subject, to = _head(found)
    return page_of(
        request, "draft.html", title=subject or "Draft", folder="drafts", draft=found, subject=subject, to=to
    )


@pages.form("/draft/{draft}/edit", commands.SendEdited, then="/mail/drafts", toast="Letter sent.")
def edit_draft(request: Request, form: Form, draft: int) -> Page:
    return _editing(request, form, request.row(Draft, draft))


@pages.form("/draft/{draft}/save", commands.EditDraft, then="/mail/draft/{id}", toast="Draft saved.")
def save_edited(request: Request, form: Form, draft: int) -> Page:
    return _editing(request, form, request.row(Draft, draft))


pages.button("/draft/{draft}/send", commands.SendDraft, then="/mail/drafts", toast="Letter sent.")
pages.button("/draft/{draft}/discard", commands.DiscardDraft, then="/mail/drafts", toast="Draft discarded.")


@pages.page("/people")
def choose_person(request: Request) -> Page | Redirect:
    """Contacts to choose from; what has been written so far travels along in the query."""
    if "token" in request.query:  # came along with the form's other fields
        return request.redirect(request.with_query(token=None))
    field = request.choice("field", ("to", "cc", "bcc"))
    form = request.query.get("sheet", "")
    form = form if form.startswith("/mail/") else "/mail/compose"
    written = {name: request.query[name] for name in _FIELDS if request.query.get(name)}
    typed = request.search("find")
    found = [(person, _with(form, written, field, person)) for person in suggestions(request.store, typed)]
    shown = {"people": found, "written": written, "field": field, "form_href": form, "typed": typed}
    back = f"{form}?{urlencode(written)}"
    return page_of(request, "people.html", title="Choose a contact", folder="compose", back=back, **shown)


def _with(form: str, written: dict[str, str], field: str, person: Person) -> str:
    before = written.get(field, "").strip().rstrip(",")
    names = f"{before}, {person.name}" if before else person.name
    return f"{form}?{urlencode({**written, field: names})}"


def _writing(request: Request, form: Form, kind: str, message: Message | None = None) -> Page:
    shown: dict[str, Any] = {"draft": None, "send": "/mail/compose", "save": "/mail/drafts/save", "close": "/mail/"}
    if message:
        own = f"/mail/message/{message.id}"
        shown |= {"send": f"{own}/{kind.replace('_', '-')}", "save": f"{own}/save/{kind}"}
        shown["close"] = f"/mail/thread/{message.thread_id}"
    return _sheet(request, form, kind, message, shown)


def _editing(request: Request, form: Form, draft: Draft) -> Page:
    form.start(**{name: getattr(draft, name) for name in _FIELDS})
    own = f"/mail/draft/{draft.id}"
    shown = {"draft": draft, "send": f"{own}/edit", "save": f"{own}/save", "close": own}
    return _sheet(request, form, draft.kind, draft.message, shown)


def _sheet(request: Request, form: Form, kind: str, message: Message | None, shown: dict[str, Any]) -> Page:
    to, cc = _answered(kind, message)
    return page_of(
        request,
        "compose.html",
        title=_HEADS[kind],
        folder="compose",
        form=form,
        kind=kind,
        message=message,
        subject=subject_of(kind, message.thread.subject) if message else "",
        fixed_to=to,
        fixed_cc=cc,
        quote=_quote(request, kind, message),
        signature=request.store.get(Settings, 1).signature,
        **shown,
    )


def _answered(kind: str, message: Message | None) -> tuple[tuple[Addressee, ...], tuple[Addressee, ...]]:
    if message is None or kind == "forward":
        return (), ()
    return answer_all(message) if kind == "reply_all" else (answer_to(message), ())


def _quote(request: Request, kind: str, message: Message | None) -> str:
    if message is None:
        return ""
    if kind == "forward":
        return passed_on(message)
    return quoted(message) if request.store.get(Settings, 1).quoting else ""


def _head(draft: Draft) -> tuple[str, str]:
    """Return a draft's subject and whom it goes to, as lists show them."""
    if draft.message is None:
        return draft.subject, draft.to
    to, _ = _answered(draft.kind, draft.message)
    names = [one.name for one in to] + [part.strip() for part in draft.to.split(",") if part.strip()]
    return subject_of(draft.kind, draft.message.thread.subject), ", ".join(names)
