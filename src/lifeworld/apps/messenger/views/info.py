"""Who somebody is, what a group is, and how a chat behaves."""

from typing import Any

from lifeworld.apps.messenger import commands
from lifeworld.apps.messenger.models import Chat, Contact, Member, Message
from lifeworld.apps.messenger.views.frame import contacts, direct_chats, page, pages
from lifeworld.apps.messenger.views.thread import PHOTO_ART
from lifeworld.web import Form, Page, Request

WALLPAPERS = ("doodles", "dunes", "meadow", "dusk", "tiles", "plain")


@pages.page("/chat/{chat}/info")
def info(request: Request, chat: int) -> Page:
    """A contact's page, or a group's."""
    found = request.row(Chat, chat)
    photos = request.store.all(Message, "chat_id = ? AND photo <> ''", chat, order="sent_at DESC, id DESC", limit=4)
    stars = request.store.count(Message, "chat_id = ? AND starred", chat)
    common: dict[str, Any] = {"chat": found, "photos": photos, "stars": stars, "open_chat": chat, "art": PHOTO_ART}
    if found.is_group:
        return page(request, "group.html", title="Group info", **common, **_group(request, found))
    return page(request, "contact.html", title="Contact info", **common, **_contact(request, found))


@pages.page("/chat/{chat}/media")
def media(request: Request, chat: int) -> Page:
    found = request.row(Chat, chat)
    latest = "sent_at DESC, id DESC"
    photos = request.store.all(Message, "chat_id = ? AND photo <> ''", chat, order=latest, limit=60)
    cards = request.store.all(Message, "chat_id = ? AND contact_id IS NOT NULL", chat, order=latest, limit=60)
    return page(
        request, "media.html", title="Media", chat=found, photos=photos, cards=cards, art=PHOTO_ART, open_chat=chat
    )


@pages.form("/chat/{chat}/mute", commands.Mute, then="/messenger/chat/{id}/info", toast="Muted.")
def mute(request: Request, form: Form, chat: int) -> Page:
    return page(request, "mute.html", title="Mute notifications", form=form, chat=request.row(Chat, chat))


@pages.form(
    "/chat/{chat}/wallpaper", commands.SetChatWallpaper, then="/messenger/chat/{id}", toast="Wallpaper changed."
)
def chat_wallpaper(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    form.start(wallpaper=found.wallpaper)
    return page(
        request,
        "wallpaper.html",
        title="Wallpaper",
        form=form,
        choices=("as in settings", *WALLPAPERS),
        back=f"/messenger/chat/{chat}/info",
        open_chat=chat,
    )


@pages.form("/chat/{chat}/clear", commands.ClearChat, then="/messenger/", toast="Chat cleared.")
def clear(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    count = request.store.count(Message, "chat_id = ?", chat)
    return page(request, "clear.html", title="Clear chat?", form=form, chat=found, count=count)


@pages.form("/contact/{contact}/block", commands.Block, toast="{name} is blocked.", then="/messenger/settings/blocked")
def block(request: Request, form: Form, contact: int) -> Page:
    found = request.row(Contact, contact)
    chat = direct_chats(request.store)[found.person_id]
    return page(request, "block.html", title="Block contact?", form=form, contact=found, chat_id=chat)


@pages.form("/chat/{chat}/rename", commands.RenameGroup, then="/messenger/chat/{id}/info", toast="Group renamed.")
def rename(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    form.start(title=found.title)
    return page(request, "rename.html", title="Group name", form=form, chat=found)


@pages.form("/chat/{chat}/describe", commands.DescribeGroup, then="/messenger/chat/{id}/info", toast="Saved.")
def describe(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    form.start(description=found.description)
    return page(request, "describe.html", title="Group description", form=form, chat=found)


@pages.form("/chat/{chat}/add", commands.AddMember, then="/messenger/chat/{chat_id}/info", toast="{name} was added.")
def add_member(request: Request, form: Form, chat: int) -> Page:
    found = request.row(Chat, chat)
    q = request.search()
    inside = {member.person_id for member in request.store.all(Member, "chat_id = ?", chat)}
    others = [contact for contact in contacts(request.store, q) if contact.person_id not in inside]
    return page(request, "add_member.html", title="Add member", form=form, chat=found, q=q, found=others)


@pages.form(
    "/member/{member}/remove", commands.RemoveMember, then="/messenger/chat/{chat_id}/info", toast="{name} was removed."
)
def remove_member(request: Request, form: Form, member: int) -> Page:
    found = request.row(Member, member)
    return page(request, "remove_member.html", title="Remove member?", form=form, member=found, chat=found.chat)


@pages.form("/chat/{chat}/leave", commands.LeaveGroup, then="/messenger/", toast="You left {title}.")
def leave(request: Request, form: Form, chat: int) -> Page:
    return page(request, "leave.html", title="Leave group?", form=form, chat=request.row(Chat, chat))


pages.button("/chat/{chat}/unmute", commands.Unmute, toast="Notifications are on again.")
pages.button("/chat/{chat}/pin", commands.Pin, then="/messenger/", toast="Chat pinned.", undo="/chat/{id}/unpin")
pages.button("/chat/{chat}/unpin", commands.Unpin, then="/messenger/", toast="Chat unpinned.")
pages.button(
    "/chat/{chat}/archive", commands.Archive, then="/messenger/", toast="Chat archived.", undo="/chat/{id}/unarchive"
)
pages.button("/chat/{chat}/unarchive", commands.Unarchive, then="/messenger/", toast="Chat unarchived.")
pages.button("/chat/{chat}/unread", commands.MarkUnread, then="/messenger/", toast="Marked as unread.")
pages.button("/chat/{chat}/read", commands.MarkRead, then="/messenger/", toast="Marked as read.")
pages.button("/contact/{contact}/unblock", commands.Unblock, toast="{name} is unblocked.")


def _group(request: Request, chat: Chat) -> dict[str, Any]:
    members = request.store.all(Member, "chat_id = ?", chat.id)
    return {"members": sorted(members, key=lambda member: (member.name.casefold(), member.id))}


def _contact(request: Request, chat: Chat) -> dict[str, Any]:
    contact = request.store.one(Contact, "person_id = ?", chat.person_id)
    shared = "person_id IS NULL AND NOT left AND id IN (SELECT chat_id FROM messenger_member WHERE person_id = ?)"
    return {
        "contact": contact,
        "person": contact.person,
        "groups": request.store.all(Chat, shared, chat.person_id, order="title"),
    }
