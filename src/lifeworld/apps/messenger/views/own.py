"""Statuses, the owner's profile, settings, help."""

from datetime import timedelta

from lifeworld.apps.messenger import commands
from lifeworld.apps.messenger.models import Contact, Settings, Status
from lifeworld.apps.messenger.views.frame import page, pages, people
from lifeworld.apps.messenger.views.info import WALLPAPERS
from lifeworld.web import Form, Page, Request

STATUS_LASTS = timedelta(hours=24)
COLOURS = ("plum", "teal", "coral", "ink", "moss", "amber")


@pages.page("/status")
def statuses(request: Request) -> Page:
    since = request.now - STATUS_LASTS
    found = request.store.all(Status, "posted_at >= ?", since, order="posted_at DESC, id DESC")
    everyone = people(request.store)
    own = [status for status in found if everyone[status.person_id].relation == "me"]
    others = [status for status in found if everyone[status.person_id].relation != "me"]
    return page(request, "statuses.html", title="Status", tab="status", own=own, others=others)


@pages.page("/status/{status}")
def show_status(request: Request, status: int) -> Page:
    found = request.row(Status, status)
    return page(request, "status.html", title="Status", tab="status", status=found, person=found.person)


@pages.form("/status/new", commands.PostStatus, then="/messenger/status", toast="Status posted.")
def new_status(request: Request, form: Form) -> Page:
    return page(request, "new_status.html", title="New status", tab="status", form=form, colours=COLOURS)


@pages.page("/settings")
def settings(request: Request) -> Page:
    return page(request, "settings.html", title="Settings", tab="settings", part="")


@pages.form("/settings/profile", commands.SaveProfile, then="/messenger/settings/profile", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    now = _now(request)
    form.start(name=now.name, about=now.about)
    return page(request, "profile.html", title="Profile", tab="settings", part="profile", form=form)


@pages.form("/settings/privacy", commands.SavePrivacy, then="/messenger/settings/privacy", toast="Privacy saved.")
def privacy(request: Request, form: Form) -> Page:
    now = _now(request)
    form.start(last_seen=now.last_seen, photo=now.photo, about_seen=now.about_seen, receipts=now.receipts)
    return page(request, "privacy.html", title="Privacy", tab="settings", part="privacy", form=form)


@pages.form(
    "/settings/notifications",
    commands.SaveNotifications,
    then="/messenger/settings/notifications",
    toast="Notifications saved.",
)
def notifications(request: Request, form: Form) -> Page:
    now = _now(request)
    form.start(previews=now.previews, reactions=now.reactions)
    return page(request, "notifications.html", title="Notifications", tab="settings", part="notifications", form=form)


@pages.form(
    "/settings/wallpaper", commands.SetWallpaper, then="/messenger/settings/wallpaper", toast="Wallpaper changed."
)
def wallpaper(request: Request, form: Form) -> Page:
    form.start(wallpaper=_now(request).wallpaper)
    return page(
        request,
        "wallpaper.html",
        title="Wallpaper",
        tab="settings",
        part="wallpaper",
        form=form,
        choices=WALLPAPERS,
        back="/messenger/settings",
    )


@pages.form("/settings/font", commands.SetFontSize, then="/messenger/settings/font", toast="Font size changed.")
def font(request: Request, form: Form) -> Page:
    form.start(font_size=_now(request).font_size)
    return page(request, "font.html", title="Font size", tab="settings", part="font", form=form)


@pages.page("/settings/blocked")
def blocked(request: Request) -> Page:
    found = request.store.all(Contact, "blocked")
    found.sort(key=lambda contact: (contact.name.casefold(), contact.id))
    return page(request, "blocked.html", title="Blocked contacts", tab="settings", part="blocked", found=found)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return page(request, "help.html", title="Help", tab="settings", part="help")


pages.button("/status/{status}/remove", commands.DeleteStatus, then="/messenger/status", toast="Status deleted.")


def _now(request: Request) -> Settings:
    return request.store.get(Settings, 1)
