"""Calls, statuses, the owner's profile, settings, help."""

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import Call, Status
from lifeworld.apps.messenger.views import LISTED, contacts, direct_chats, pages
from lifeworld.apps.messenger.views.chats import place
from lifeworld.web import Form, Page, Redirect, Request
from lifeworld.web.language import _
from lifeworld.web.pages import View
from lifeworld.web.plain import over

OTHERS = 5  # calls with the same people that the page on one shows


@pages.page("/calls")
def calls(request: Request) -> Page | Redirect:
    """All calls, or the missed ones (`?only=missed`)."""
    return _first(request, "calls", show_call) or place(request, "list.html", _("Calls"), chat=None)


@pages.page("/calls/new")
def new_call(request: Request) -> Page:
    found = request.cut(contacts(request))
    direct = direct_chats(request.store)
    return place(request, "new_call.html", _("New call"), q=request.search(), found=found, direct=direct, chat=None)


@pages.page("/call/{call}")
def show_call(request: Request, call: int) -> Page:
    """The call screen while it goes on, afterwards what became of it."""
    found = request.row(Call, call)
    template = "call.html" if found.going else "call_info.html"
    lasted = length(found.seconds(request.now))
    same = "chat_id = ? AND id <> ?"
    others = request.store.all(Call, same, found.chat_id, call, order="started_at DESC, id DESC", limit=OTHERS)
    about = {"call": found, "chat": found.chat, "length": lasted, "others": others, "shown": f"/messenger/call/{call}"}
    return request.page(template, title=found.chat.name, **about)


@pages.page("/status")
def statuses(request: Request) -> Page | Redirect:
    return _first(request, "status", show_status) or place(request, "list.html", _("Status"), chat=None)


@pages.page("/status/{status}")
def show_status(request: Request, status: int) -> Page:
    about = {"status": request.row(Status, status), "direct": direct_chats(request.store)}
    return request.page("status.html", title=_("Status"), shown=f"/messenger/status/{status}", **about)


@pages.form("/status/new", c.PostStatus, then="/messenger/status", toast="Status posted.")
def new_status(request: Request, form: Form) -> Page:
    return over(request, "/messenger/status", "messenger/new_status.html", title=_("New status"), form=form)


@pages.page("/settings")
def settings(request: Request) -> Page | Redirect:
    if request.device.wide:
        return profile(request, Form(c.SaveProfile, request, (), {}))
    return place(request, "list.html", _("Settings"))


@pages.form("/settings/profile", c.SaveProfile, then="/messenger/settings/profile", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    now = c.settings(request.store)
    form.start(name=now.name, about=now.about)
    return request.page("profile.html", title=_("Profile"), form=form, shown="/messenger/settings/profile")


@pages.form("/settings/wallpaper", c.SetWallpaper, then="/messenger/settings", toast="Wallpaper changed.")
def wallpaper(request: Request, form: Form) -> Page:
    form.start(wallpaper=c.settings(request.store).wallpaper)
    return over(request, "/messenger/settings", "messenger/wallpaper.html", title=_("Wallpaper"), form=form)


@pages.page("/settings/blocked")
def blocked(request: Request) -> Page:
    found = request.cut(contacts(request, "blocked"))
    return request.page("blocked.html", title=_("Blocked contacts"), found=found)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


def _first(request: Request, place: str, show: View) -> Page | Redirect | None:
    """Return what a wide screen shows beside the list of a place: its first row, where it has one."""
    rows = LISTED[place](request).rows if request.device.wide else ()
    return show(request, rows[0].id) if rows else None


def length(seconds: int) -> str:
    """Return a duration as a call shows it: “3:07”, "" for none."""
    hours, rest = divmod(seconds, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}" if seconds else ""


pages.plain_form("/settings/privacy", c.SavePrivacy, "Privacy", toast="Privacy saved.")
pages.plain_form("/settings/notifications", c.SaveNotifications, "Notifications", toast="Notifications saved.")
pages.plain_form("/settings/font", c.SetFontSize, "Font size", toast="Font size changed.")
pages.button("/chat/{chat}/call", c.StartCall, then="/messenger/call/{id}")
pages.button("/call/{call}/mute", c.MuteMicrophone, then="/messenger/call/{id}")
pages.button("/call/{call}/unmute", c.UnmuteMicrophone, then="/messenger/call/{id}")
pages.button("/call/{call}/speaker-on", c.SpeakerOn, then="/messenger/call/{id}")
pages.button("/call/{call}/speaker-off", c.SpeakerOff, then="/messenger/call/{id}")
pages.button("/call/{call}/hang-up", c.HangUp, then="/messenger/chat/{chat_id}", toast="Call ended.")
pages.button("/call/{call}/remove", c.DeleteCall, then="/messenger/calls", toast="Call deleted.")
pages.button("/status/{status}/remove", c.DeleteStatus, then="/messenger/status", toast="Status deleted.")
