"""The list of chats, a chat, and what one does with messages."""

from collections.abc import Iterable
from typing import Any

from lifeworld.apps.messenger import commands
from lifeworld.apps.messenger.commands.chats import unread
from lifeworld.apps.messenger.commands.groups import GROUP_EMOJI
from lifeworld.apps.messenger.commands.messages import EMOJI, PHOTOS
from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.apps.messenger.views.frame import (
    FILTERS,
    chosen,
    contacts,
    direct_chats,
    lines,
    page,
    pages,
    people,
)
from lifeworld.apps.messenger.views.thread import PHOTO_ART, bubbles, thread
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Request

FOUND = 40


@pages.page("/")
def start(request: Request) -> Page:
    """Show the chats; `?show=` keeps the unread ones, the groups or the archived ones."""
    return _list(request, "list.html", title="Chats")


@pages.page("/chat/{chat}/options")
def chat_options(request: Request, chat: int) -> Page:
    found = request.row(Chat, chat)
    return _list(request, "chat_options.html", title=found.name, chat=found, unread=len(unread(request.store, found)))


@pages.form("/chat/{chat}", commands.Send, then="/messenger/chat/{id}")
def show_chat(request: Request, form: Form, chat: int) -> Page:
    """One chat; looking at its latest messages reads them."""
    found = request.row(Chat, chat)
    if request.method == "GET" and not request.number("before"):
        _read(request, found)
    return _chat(request, found, form)


@pages.form("/message/{message}/reply", commands.Reply, then="/messenger/chat/{id}")
def reply(request: Request, form: Form, message: int) -> Page:
    found = request.row(Message, message)
    return _chat(request, found.chat, form, quote=found)


@pages.page("/message/{message}")
def show_message(request: Request, message: int) -> Page:
    """What can be done with one message, over the chat that it is in."""
    found = request.row(Message, message)
    everyone = people(request.store)
    bubble = bubbles(request.store, [found], everyone)[0]
    form = Form(commands.Send, request, (), {"chat": found.chat_id})
    return _chat(request, found.chat, form, template="message.html", bubble=bubble, emoji=EMOJI)


@pages.form("/message/{message}/forward", commands.Forward, then="/messenger/", toast="Message forwarded.")
def forward(request: Request, form: Form, message: int) -> Page:
    found = request.row(Message, message)
    everyone = people(request.store)
    targets = [(line.chat, line.person) for line in lines(request.store, everyone) if not line.chat.left]
    shown = {chat.id for chat, _ in targets}
    others = [chat for chat in request.store.all(Chat) if chat.id not in shown and chat.person_id]
    rest = sorted(((chat, everyone[chat.person_id or 0]) for chat in others), key=lambda pair: pair[1].name)
    bubble = bubbles(request.store, [found], everyone)[0]
    return page(request, "forward.html", title="Forward to…", form=form, bubble=bubble, targets=targets, rest=rest)


@pages.form("/message/{message}/delete", commands.DeleteMessage, then="/messenger/chat/{id}", toast="Message deleted.")
def delete_message(request: Request, form: Form, message: int) -> Page:
    found = request.row(Message, message)
    bubble = bubbles(request.store, [found], people(request.store))[0]
    return page(request, "delete_message.html", title="Delete message?", form=form, bubble=bubble, chat=found.chat)


@pages.form("/chat/{chat}/photo", commands.SendPhoto, then="/messenger/chat/{id}")
def send_photo(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    return page(request, "photo.html", title="Send a photo", form=form, chat=found, photos=PHOTOS, art=PHOTO_ART)


@pages.form("/chat/{chat}/contact", commands.SendContact, then="/messenger/chat/{id}")
def send_contact(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    q = request.search()
    return page(
        request,
        "contact_card.html",
        title="Send a contact",
        form=form,
        chat=found,
        q=q,
        found=contacts(request.store, q),
    )


@pages.page("/chat/{chat}/search")
def search_chat(request: Request, chat: int) -> Page:
    found = request.row(Chat, chat)
    q = request.search()
    messages = _matching(request, q, "AND chat_id = ?", chat) if q else []
    return page(
        request, "search_chat.html", title="Search", chat=found, q=q, found=messages, open_chat=chat, most=FOUND
    )


@pages.page("/search")
def search(request: Request) -> Page:
    q = request.search()
    everyone = people(request.store)
    by_name = [line for line in lines(request.store, everyone) if q and q.casefold() in line.name.casefold()]
    talked = {line.chat.person_id for line in by_name}
    others = [contact for contact in contacts(request.store, q) if contact.person_id not in talked] if q else []
    return page(
        request,
        "search.html",
        title="Search",
        q=q,
        by_name=by_name,
        others=others,
        chats={chat.id: chat for chat in request.store.all(Chat)},
        direct=direct_chats(request.store),
        found=_matching(request, q) if q else [],
        most=FOUND,
    )


@pages.page("/starred")
def starred(request: Request) -> Page:
    """All starred messages, or those of one chat (`?chat=`)."""
    chat = request.number("chat")
    where, args = ("AND chat_id = ?", (chat,)) if chat else ("", ())
    messages = request.store.all(Message, f"starred {where}", *args, order="sent_at DESC, id DESC", limit=FOUND)
    chats = {found.id: found for found in request.store.all(Chat)}
    return page(
        request,
        "starred.html",
        title="Starred messages",
        tab="starred",
        found=messages,
        chats=chats,
        of=chats.get(chat),
    )


@pages.page("/new")
def new_chat(request: Request) -> Page:
    q = request.search()
    found = contacts(request.store, q)
    return page(request, "new.html", title="New chat", q=q, found=found, direct=direct_chats(request.store))


@pages.form(
    "/group/new",
    commands.CreateGroup,
    then=lambda request, made: f"/messenger/chat/{request.store.one(Chat, 'key = ?', made.key).id}",
    toast="Group “{title}” made.",
)
def new_group(request: Request, form: Form) -> Page:
    everyone = contacts(request.store)
    return page(request, "new_group.html", title="New group", form=form, found=everyone, choices=GROUP_EMOJI)


pages.button("/message/{message}/react", commands.React, then="/messenger/chat/{chat_id}")
pages.button("/message/{message}/unreact", commands.Unreact, then="/messenger/chat/{chat_id}")
pages.button("/message/{message}/star", commands.Star, then="/messenger/chat/{chat_id}", toast="Message starred.")
pages.button("/message/{message}/unstar", commands.Unstar, toast="Star removed.")


def _list(request: Request, template: str, **context: Any) -> Page:
    everyone = people(request.store)
    found = lines(request.store, everyone)
    counts = {which: len(chosen(found, which)) for which in FILTERS}
    here = chosen(found, request.choice("show", FILTERS))
    return page(request, template, lines=here, counts=counts, **context)


def _chat(request: Request, chat: Chat, form: Form, template: str = "chat.html", **context: Any) -> Page:
    everyone = people(request.store)
    members = [everyone[member.person_id] for member in request.store.all(Member, "chat_id = ?", chat.id)]
    other = everyone[chat.person_id] if chat.person_id else None
    contact = request.store.first(Contact, "person_id = ?", chat.person_id) if other else None
    return page(
        request,
        template,
        title=other.name if other else chat.title,
        chat=chat,
        other=other,
        contact=contact,
        members=_names(members),
        thread=thread(request, chat, everyone),
        form=form,
        open_chat=chat.id,
        muted=chat.is_muted(request.now),
        at=request.number("at"),
        **{"quote": None, **context},
    )


def _names(members: Iterable[Person]) -> str:
    return ", ".join([*sorted(person.first for person in members), "You"])


def _read(request: Request, chat: Chat) -> None:
    for message in unread(request.store, chat):
        request.seen(message, read=True)
    request.seen(chat, marked_unread=False)


def _matching(request: Request, q: str, where: str = "", *args: object) -> list[Message]:
    condition = f"instr(lower(text), lower(?)) {where}"
    return request.store.all(Message, condition, q, *args, order="sent_at DESC, id DESC", limit=FOUND)
