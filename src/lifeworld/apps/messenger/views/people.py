"""Who somebody is, what a group is, and how a chat behaves."""

from typing import Any

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.apps.messenger.views import LATEST, contacts, direct_chats, pages
from lifeworld.apps.messenger.views.chats import place
from lifeworld.apps.messenger.views.thread import parted
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _, ngettext
from lifeworld.web.plain import over

INFO = "/chat/{chat}/info"


@pages.page(INFO)
def info(request: Request, chat: int) -> Page:
    """A contact's page, or a group's."""
    found = request.row(Chat, chat)
    template, own = ("group.html", _group) if found.is_group else ("contact.html", _contact)
    return request.page(
        template,
        title=_("Group info") if found.is_group else _("Contact info"),
        chat=found,
        photos=request.store.all(Message, "chat_id = ? AND photo <> ''", chat, order=LATEST, limit=4),
        stars=request.store.count(Message, "chat_id = ? AND starred", chat),
        open_chat=chat,
        **own(request, found),
    )


@pages.page("/chat/{chat}/media")
def media(request: Request, chat: int) -> Page:
    """What was shared in a chat, and what is kept of it."""
    found = request.row(Chat, chat)
    return place(
        request,
        "media.html",
        _("Media"),
        of=found,
        photos=request.part(Message, "chat_id = ? AND photo <> ''", chat, order=LATEST, name="photos"),
        cards=request.part(Message, "chat_id = ? AND contact_id IS NOT NULL", chat, order=LATEST, name="cards"),
        stars=request.part(Message, "chat_id = ? AND starred", chat, order=LATEST, name="stars"),
        parted=parted,
        q="",
    )


@pages.form("/chat/{chat}/wallpaper", c.SetChatWallpaper, then="/messenger/chat/{id}", toast="Wallpaper changed.")
def chat_wallpaper(request: Request, form: Form, chat: int) -> Page:
    form.start(wallpaper=request.row(Chat, chat).wallpaper)
    back = f"/messenger/chat/{chat}/info"
    return over(request, back, "messenger/wallpaper.html", title=_("Wallpaper"), form=form)


@pages.form("/chat/{chat}/add", c.AddMember, then="/messenger/chat/{chat_id}/info", toast="{name} was added.")
def add_member(request: Request, form: Form, chat: int) -> Page:
    outside = "person_id NOT IN (SELECT person_id FROM messenger_member WHERE chat_id = ?)"
    found, q = request.cut(contacts(request, outside, chat)), request.search()
    asked = {"title": _("Add member"), "form": form, "found": found, "q": q, "cls": "picking"}
    return over(request, f"/messenger/chat/{chat}/info", "messenger/add_member.html", **asked)


def _group(request: Request, chat: Chat) -> dict[str, Any]:
    members = request.store.all(Member, "chat_id = ?", chat.id)
    return {"members": request.cut(sorted(members, key=lambda member: (member.name.casefold(), member.id)))}


def _contact(request: Request, chat: Chat) -> dict[str, Any]:
    contact = request.store.one(Contact, "person_id = ?", chat.person_id)
    shared = "person_id IS NULL AND NOT left AND id IN (SELECT chat_id FROM messenger_member WHERE person_id = ?)"
    groups = request.part(Chat, shared, chat.person_id, order="title", name="groups")
    return {"contact": contact, "person": contact.person, "groups": groups}


def _told_of(request: Request, chat: Chat) -> str:
    count = request.store.count(Message, "chat_id = ?", chat.id)
    return ngettext(
        "%(n)s message with %(chat)s will be deleted from this device. This can't be undone.",
        "All %(n)s messages with %(chat)s will be deleted from this device. This can't be undone.",
        count,
        chat=chat.name,
    )


def _info_on(request: Request, contact: Contact) -> str:
    return f"/chat/{direct_chats(request.store)[contact.person_id]}/info"


pages.plain_form(
    "/chat/{chat}/mute",
    c.Mute,
    "Mute notifications",
    back=INFO,
    about="You will still receive messages from {chat.name}, but without a sound.",
    start=lambda request, chat: {"muted": "8 hours"},
    submit="Mute",
    toast="Muted.",
)
pages.plain_form("/chat/{chat}/rename", c.RenameGroup, "Rename group", back=INFO, toast="Group renamed.")
pages.plain_form("/chat/{chat}/describe", c.DescribeGroup, "Edit description", back=INFO, toast="Saved.")
pages.confirm(
    "/chat/{chat}/clear",
    c.ClearChat,
    "Clear chat?",
    back=INFO,
    text=_told_of,
    submit="Clear chat",
    then="/messenger/",
    toast="Chat cleared.",
)
pages.confirm(
    "/chat/{chat}/leave",
    c.LeaveGroup,
    "Leave group?",
    back=INFO,
    text="You will no longer get messages from {chat.name}. To come back, another member has to add you.",
    submit="Leave group",
    then="/messenger/",
    toast="You left {title}.",
)
pages.confirm(
    "/member/{member}/remove",
    c.RemoveMember,
    "Remove member?",
    back="/chat/{member.chat_id}/info",
    text="{member.name} will no longer see what is written in {member.chat.title}.",
    submit="Remove",
    then="/messenger/chat/{chat_id}/info",
    toast="{name} was removed.",
)
pages.confirm(
    "/contact/{contact}/block",
    c.Block,
    "Block contact?",
    back=_info_on,
    text="{contact.name} will no longer be able to call you or send you messages. They aren't told.",
    submit="Block",
    then="/messenger/settings/blocked",
    toast="{name} is blocked.",
)
pages.button("/chat/{chat}/unmute", c.Unmute, toast="Notifications are on again.")
pages.button("/chat/{chat}/pin", c.Pin, then="/messenger/", toast="Chat pinned.", undo="/chat/{id}/unpin")
pages.button("/chat/{chat}/unpin", c.Unpin, then="/messenger/", toast="Chat unpinned.")
pages.button("/chat/{chat}/archive", c.Archive, then="/messenger/", toast="Chat archived.", undo="/chat/{id}/unarchive")
pages.button("/chat/{chat}/unarchive", c.Unarchive, then="/messenger/", toast="Chat unarchived.")
pages.button("/chat/{chat}/unread", c.MarkUnread, then="/messenger/", toast="Marked as unread.")
pages.button("/chat/{chat}/read", c.MarkRead, then="/messenger/", toast="Marked as read.")
pages.button("/contact/{contact}/unblock", c.Unblock, toast="{name} is unblocked.")
