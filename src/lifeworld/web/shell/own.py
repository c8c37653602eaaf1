"""The device's own screens, as an app that no list has: quick settings, settings, lock screen."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from babel import Locale

from lifeworld.store import Store
from lifeworld.web.app import App, Example, done, refused
from lifeworld.web.form import Form
from lifeworld.web.language import N_, SPEECH, _, pgettext
from lifeworld.web.pages import Pages
from lifeworld.web.request import Page, Request
from lifeworld.web.shell import commands as c
from lifeworld.web.shell.models import MODELS, Source, Wallpaper, device
from lifeworld.web.shell.notices import groups

LOCK_SCREEN = "/device/lock"
WALLPAPERS = {"hills": N_("Hills"), "desert": N_("Desert"), "lagoon": N_("Lagoon"), "afterglow": N_("Afterglow")}
assert WALLPAPERS.keys() == set(get_args(Wallpaper))

pages = Pages("device")


def _set(request: Request) -> dict[str, Any]:
    return {"set": device(request.store), "percents": range(c.DIMMEST, c.BRIGHTEST + 1, c.STEP)}


def _page(request: Request, name: str, title: str, **shown: Any) -> Page:
    return request.page(f"shell/{name}.html", title=title, **_set(request), **shown)


def panel(request: Request, name: str, **shown: Any) -> Page:
    """Return a screen of its own on a phone; on a desktop a panel over the page that it was opened from (`?back=`)."""
    close = request.came_from("/")
    page = request.page(f"shell/{name}.html", close=close, **shown)
    return replace(page, template=f"shell/panels/{name}.html", over=close) if request.device.wide else page


@pages.page("/quick")
def quick(request: Request) -> Page:
    return panel(request, "quick", title=_("Quick settings"), groups=groups(request.host), **_set(request))


@pages.page("/")
def settings(request: Request) -> Page:
    return _page(
        request,
        "settings",
        _("Settings"),
        wallpaper=WALLPAPERS[device(request.store).wallpaper],
        silent=request.store.count(Source, "silenced"),
        spoken=Locale.parse(SPEECH.locale).language_name,
    )


@pages.page("/notifications")
def by_app(request: Request) -> Page:
    sources = {source.app: source for source in request.store.all(Source)}
    found = [(app, sources[app.id]) for app in request.host.apps if app.id in sources]
    return _page(request, "sources", _("Notifications by app"), sources=found)


@pages.form("/wallpaper", c.SetWallpaper, then="/device/wallpaper", toast=N_("Wallpaper changed."))
def wallpaper(request: Request, form: Form) -> Page:
    return _page(request, "wallpaper", _("Wallpaper"), form=form, wallpapers=WALLPAPERS)


@pages.page("/account")
def account(request: Request) -> Page:
    found = [(app, not app.is_shut(request.store)) for app in request.host.apps]
    return _page(request, "account", pgettext("the owner of a device", "Account"), found=found)


@pages.page("/lock")
def lock_screen(request: Request) -> Page:
    return _page(request, "lock", _("Lock screen"), groups=groups(request.host))


pages.button("/wifi", c.SwitchWifi)
pages.button("/do-not-disturb", c.SwitchDoNotDisturb)
pages.button("/torch", c.SwitchTorch)
pages.button("/brightness", c.SetBrightness)
pages.button("/notifications/{source}", c.SilenceApp)
pages.button("/dismiss", c.Dismiss, toast=N_("Cleared."))
pages.button("/lock/now", c.Lock, then=LOCK_SCREEN)
pages.button("/unlock", c.Unlock, then="/")


def _unseeded(store: Store, life: object) -> None:
    """Leave nothing: what a device begins with no life has brought."""


def examples(store: Store) -> Iterator[Example]:
    """Yield examples of the device's commands, and refusals that do not follow from their declarations."""
    for percent in (c.DIMMEST, c.BRIGHTEST):
        yield done(c.SetBrightness(percent))
    for percent in (0, 45, 110):
        yield refused("range", c.SetBrightness(percent))
    yield refused("already", c.SetBrightness(device(store).brightness))
    source = store.one(Source)
    one = c.mark(source.app, "/mail/", store.now, 0)
    yield done(c.Dismiss((one,)))
    yield refused("none", c.Dismiss(()))
    yield refused("already", c.Dismiss((one, one)))
    for wrong in (f"nobody{one}", one.replace("/mail/", "mail"), f"{source.app} /mail/ yesterday 0", ""):
        yield refused("unknown", c.Dismiss((wrong,)))
    yield from map(done, (c.Lock(), c.Unlock()))


DEVICE = App(
    id="device",
    name=N_("Settings"),
    family="device",
    folder=Path(__file__).parent,
    models=MODELS,
    commands=(
        c.SwitchWifi,
        c.SwitchDoNotDisturb,
        c.SwitchTorch,
        c.SetBrightness,
        c.SetWallpaper,
        c.SilenceApp,
        c.Dismiss,
        c.Lock,
        c.Unlock,
    ),
    pages=pages,
    examples=examples,
    seed=_unseeded,
)
