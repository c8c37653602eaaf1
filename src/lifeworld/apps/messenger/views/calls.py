"""The log of calls, and the call that is going on."""

from lifeworld.apps.messenger import commands
from lifeworld.apps.messenger.models import Call, Chat
from lifeworld.apps.messenger.views.frame import contacts, direct_chats, page, pages
from lifeworld.web import Page, Request

A_PAGE = 50


@pages.page("/calls")
def calls(request: Request) -> Page:
    """All calls, or the missed ones (`?show=missed`)."""
    which = request.choice("calls", ("all", "missed"))
    where = "missed" if which == "missed" else "TRUE"
    found = request.store.all(Call, where, order="started_at DESC, id DESC", limit=A_PAGE)
    chats = {chat.id: chat for chat in request.store.all(Chat)}
    return page(request, "calls.html", title="Calls", tab="calls", found=found, chats=chats, which=which)


@pages.page("/calls/new")
def new_call(request: Request) -> Page:
    q = request.search()
    found = contacts(request.store, q)
    return page(
        request, "new_call.html", title="New call", tab="calls", q=q, found=found, direct=direct_chats(request.store)
    )


@pages.page("/call/{call}")
def show_call(request: Request, call: int) -> Page:
    """The call screen while it goes on, afterwards what became of it."""
    found = request.row(Call, call)
    chat = found.chat
    person = None if chat.is_group else chat.person
    template = "call.html" if found.going else "call_info.html"
    seconds = found.seconds(request.now)
    return page(
        request, template, title=chat.name, tab="calls", call=found, chat=chat, person=person, length=length(seconds)
    )


def length(seconds: int) -> str:
    """Return a duration as a call shows it: “3:07”, "" for none."""
    hours, rest = divmod(seconds, 3600)
    clock = f"{rest // 60}:{rest % 60:02}"
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return clock if seconds else ""


pages.button("/chat/{chat}/call", commands.StartCall, then="/messenger/call/{id}")
pages.button("/call/{call}/mute", commands.MuteMicrophone, then="/messenger/call/{id}")
pages.button("/call/{call}/unmute", commands.UnmuteMicrophone, then="/messenger/call/{id}")
pages.button("/call/{call}/speaker-on", commands.SpeakerOn, then="/messenger/call/{id}")
pages.button("/call/{call}/speaker-off", commands.SpeakerOff, then="/messenger/call/{id}")
pages.button("/call/{call}/hang-up", commands.HangUp, then="/messenger/chat/{chat_id}", toast="Call ended.")
pages.button("/call/{call}/remove", commands.DeleteCall, then="/messenger/calls", toast="Call deleted.")
