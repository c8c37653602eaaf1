"""The list of chats, a chat with when the other was last there, and what one does with messages."""

import zlib
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import ME, Chat, Contact, Member, Message, Settings
from lifeworld.apps.messenger.views import LATEST, by_id, chosen, contacts, direct_chats, lines, pages
from lifeworld.apps.messenger.views.thread import bubbles, parted, thread
from lifeworld.core.folding import plain
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Part, Request
from lifeworld.web.dates import clock, near
from lifeworld.web.language import _

RECENT, LIKELY = 6, 4  # chats that stand where one has not searched yet, and people and photos in a row

_LINGERS = 30  # minutes at most that people go on reading after what they wrote
_LATEST = (
    "SELECT max(at) FROM (SELECT max(sent_at) AS at FROM messenger_message WHERE sender_id = ? "
    "UNION ALL SELECT max(posted_at) FROM messenger_status WHERE person_id = ?)"
)


@pages.page("/")
def start(request: Request) -> Page:
    """Show the chats; `?only=` keeps the unread ones, the groups or the archived ones."""
    return place(request, "list.html", _("Chats"))


@pages.page("/chat/{chat}/options")
def chat_options(request: Request, chat: int) -> Page:
    found = request.row(Chat, chat)
    unread = c.unread(request.store, found)
    return place(request, "chat_options.html", _("Chats"), asked=found, unread=len(unread), open_chat=chat)


def place(request: Request, template: str, title: str, of: Chat | None = None, **context: Any) -> Page:
    """Return a page of which nothing is open: a wide screen shows a chat beside it, if need be the first read one."""
    beside: dict[str, Any] = {"chat": None}
    if request.device.wide and "chat" not in context:
        found = chosen(lines(request.store, by_id(request.store)), "all")
        if chat := of or next((line.chat for line in found if not line.waiting), None):
            beside = _conversation(request, chat, _unwritten(request, chat))
    return request.page(template, title=title, of=of, **{**beside, **context})


@pages.form("/chat/{chat}", c.Send, then="/messenger/chat/{id}")
def show_chat(request: Request, form: Form, chat: int) -> Page:
    """One chat; looking at its latest messages reads them."""
    found = request.row(Chat, chat)
    if request.method == "GET" and not request.number("before"):
        for message in c.unread(request.store, found):
            request.seen(message, read=True)
        request.seen(found, marked_unread=False)
    return _chat(request, found, form)


@pages.form("/message/{message}/reply", c.Reply, then="/messenger/chat/{id}")
def reply(request: Request, form: Form, message: int) -> Page:
    found = request.row(Message, message)
    return _chat(request, found.chat, form, quote=found)


@pages.page("/message/{message}")
def show_message(request: Request, message: int) -> Page:
    """What can be done with one message, over the chat that it is in."""
    found = request.row(Message, message)
    bubble = _bubble(request, found)
    mine = () if bubble.my_reaction in ("", *c.EMOJI) else (bubble.my_reaction,)  # can be taken back, too
    return _over_chat(request, found.chat, None, "message.html", bubble=bubble, emoji=(*c.EMOJI, *mine))


@pages.form("/message/{message}/forward", c.Forward, then="/messenger/", toast="Message forwarded.")
def forward(request: Request, form: Form, message: int) -> Page:
    """The chats of the list come first, then those with contacts not written to yet."""
    found, everyone = request.row(Message, message), by_id(request.store)
    listed = [line.chat for line in lines(request.store, everyone)]
    others = [chat for chat in request.store.all(Chat, "person_id IS NOT NULL") if chat not in listed]
    targets = [*listed, *sorted(others, key=lambda chat: everyone[chat.person_id or 0].name)]
    targets = [chat for chat in targets if not chat.left]
    asked = {"heading": _("Forward to…"), "bubble": _bubble(request, found), "targets": targets}
    return _over_chat(request, found.chat, form, "forward.html", **asked)


pages.confirm(
    "/message/{message}/delete",
    c.DeleteMessage,
    "Delete message?",
    about=lambda request, message: _bubble(request, message).label,
    text="It will be deleted from this device only.",
    submit="Delete for me",
    then="/messenger/chat/{chat_id}",
    toast="Message deleted.",
)


@pages.form("/chat/{chat}/photo", c.SendPhoto, then="/messenger/chat/{id}")
def send_photo(request: Request, form: Form, chat: int) -> Page:
    """The device's photos; the one that `file` names is chosen."""
    if name := ", ".join(text for key, text in request.query_pairs if key == "file" and request.method == "GET"):
        photo = next((photo for photo, text in form.options("photo") if name in (photo, text)), "")
        form.start(photo=photo)
        if not photo:
            form.errors["photo"] = _("There is no photo “%(name)s”.", name=name)
    return _over_chat(request, request.row(Chat, chat), form, "photo.html", heading=_("Send a photo"))


@pages.form("/chat/{chat}/contact", c.SendContact, then="/messenger/chat/{id}")
def send_contact(request: Request, form: Form, chat: int) -> Page:
    """Everybody's card but that of the person whom the chat is with."""
    found = request.row(Chat, chat)
    others = contacts(request, "person_id IS NOT ?", found.person_id)
    asked = {"heading": _("Send a contact"), "q": request.search(), "found": others}
    return _over_chat(request, found, form, "contact_card.html", **asked)


@pages.page("/chat/{chat}/search")
def search_chat(request: Request, chat: int) -> Page:
    found = request.found(Message, "text", where=f"chat_id = {chat}", order=LATEST)
    about = {"q": request.search(), "found": found, "parted": parted, **_where_said(request, found)}
    return place(request, "search_chat.html", _("Search"), of=request.row(Chat, chat), **about)


@pages.page("/search")
def search(request: Request) -> Page:
    """What is found; before one has searched, whom and what one is likely to look for."""
    q = request.search()
    by_name = [line for line in lines(request.store, by_id(request.store)) if plain(q) in plain(line.name)]
    recent = sorted((line for line in chosen(by_name, "all") if line.at), key=lambda line: str(line.at), reverse=True)
    talked = {line.chat.person_id for line in by_name}
    others = [contact for contact in contacts(request) if contact.person_id not in talked]
    return place(
        request,
        "search.html",
        _("Search"),
        q=q,
        recent=[] if q else recent[:RECENT],
        by_name=request.cut(by_name if q else [], "names"),
        others=request.cut(others if q else [], "contacts"),
        direct=direct_chats(request.store),
        people=[] if q else _likely(request),
        photos=[] if q else request.store.all(Message, "photo <> ''", order=LATEST, limit=LIKELY),
        found=request.found(Message, "text", order=LATEST),
        parted=parted,
        open_chat=0,  # a row that is marked would be scrolled to
    )


@pages.page("/starred")
def starred(request: Request) -> Page:
    """All starred messages, or those of one chat (`?chat=`); a wide screen shows the first where it was said."""
    chat = request.store.first(Chat, "id = ?", request.number("chat"))
    where, args = ("starred AND chat_id = ?", (chat.id,)) if chat else ("starred", ())
    found = request.part(Message, where, *args, order=LATEST)
    beside = _where_said(request, found) or ({} if chat else {"chat": None})
    return place(request, "starred.html", _("Starred messages"), of=chat, found=found, **beside)


@pages.page("/new")
def new_chat(request: Request) -> Page:
    found = request.cut(contacts(request))
    direct = direct_chats(request.store)
    return place(request, "new.html", _("New chat"), q=request.search(), found=found, direct=direct)


@pages.form(
    "/group/new",
    c.CreateGroup,
    then=lambda request, made: f"/messenger/chat/{request.store.one(Chat, 'key = ?', made.key).id}",
    toast="Group “{title}” created.",
)
def new_group(request: Request, form: Form) -> Page:
    return request.page("new_group.html", title=_("New group"), form=form, found=contacts(request))


pages.button("/message/{message}/react", c.React, then="/messenger/chat/{chat_id}")
pages.button("/message/{message}/unreact", c.Unreact, then="/messenger/chat/{chat_id}")
pages.button("/message/{message}/star", c.Star, then="/messenger/chat/{chat_id}", toast="Message starred.")
pages.button("/message/{message}/unstar", c.Unstar, toast="Star removed.")


def _likely(request: Request) -> list[Person]:
    """Return those to whom the owner has written most."""
    written = "SELECT count(*) FROM messenger_message m, messenger_chat c"
    written += f" WHERE m.chat_id = c.id AND c.person_id = life_person.id AND m.sender_id = {ME}"
    return request.store.all(Person, f"({written}) > 0", order=f"({written}) DESC, id", limit=LIKELY)


def _bubble(request: Request, message: Message) -> Any:
    return bubbles(request.store, [message], by_id(request.store))[0]


def _over_chat(request: Request, chat: Chat, picking: Form | None, template: str, **context: Any) -> Page:
    """Return a sheet over a chat, whose own form is empty meanwhile."""
    return _chat(request, chat, _unwritten(request, chat), template, picking=picking, **context)


def _where_said(request: Request, found: Part) -> dict[str, Any]:
    """Return what shows the first of some messages where it was said, beside their list on a wide screen."""
    if not (request.device.wide and found.rows):
        return {}
    first = found.rows[0]
    there = replace(request, query_pairs=(("at", str(first.id)),))
    shown = f"/messenger/chat/{first.chat_id}?at={first.id}"
    return {**_conversation(there, first.chat, _unwritten(request, first.chat)), "shown": shown}


def _unwritten(request: Request, chat: Chat) -> Form:
    return Form(c.Send, request, (), {"chat": chat.id})


def _chat(request: Request, chat: Chat, form: Form, template: str = "chat.html", **context: Any) -> Page:
    return request.page(template, title=chat.name, **{**_conversation(request, chat, form), **context})


def _conversation(request: Request, chat: Chat, form: Form) -> dict[str, Any]:
    everyone = by_id(request.store)
    members = request.store.all(Member, "chat_id = ?", chat.id)
    other = everyone.get(chat.person_id or 0)
    return {
        "chat": chat,
        "other": other,
        "seen": presence(request, other) if other else "",
        "contact": request.store.first(Contact, "person_id = ?", chat.person_id),
        "members": ", ".join([*sorted(everyone[member.person_id].first for member in members), _("You")]),
        "thread": thread(request, chat, everyone),
        "form": form,
        "open_chat": chat.id,
        "at": request.number("at"),
        "quote": None,
    }


def presence(request: Request, person: Person) -> str:
    """Return “online”, “last seen at 8:57 AM”, “last seen Mon”; “” of who never wrote anything.

    As everywhere, who shows nobody when they were there is not told it of others.
    """
    wrote = request.store.value(_LATEST, person.id, person.id)
    if not wrote or request.store.get(Settings, 1).last_seen == "nobody":
        return ""
    lingers = 3 + zlib.crc32(f"{person.name} {wrote}".encode()) % (_LINGERS - 3)
    seen = datetime.fromisoformat(wrote) + timedelta(minutes=lingers)
    if seen >= request.now:
        return _("online")
    if seen.date() == request.now.date():
        return _("last seen at %(time)s", time=clock(seen))
    if (request.now.date() - seen.date()).days == 1:
        return _("last seen yesterday")
    return _("last seen %(day)s", day=near(seen.date(), request.now.date()))
