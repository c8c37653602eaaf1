"""Profile, settings, alerts, help."""

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Alerts, Dispute, Profile
from lifeworld.apps.bank.views import notices, pages
from lifeworld.apps.bank.views.cards import purchases
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _


@pages.page("/more")
def more(request: Request) -> Page:
    return request.page(
        "more.html",
        title=_("More"),
        profile=request.store.get(Profile, 1),
        disputes=request.store.count(Dispute),
        waiting=len(notices(request.store)),
    )


@pages.form("/profile", c.SaveProfile, then="/bank/profile", toast="Profile saved.")
def profile(request: Request, form: Form) -> Page:
    form.start(**vars(request.store.get(Profile, 1)))
    return request.page("profile.html", title=_("Profile"), form=form)


@pages.form("/settings", c.SaveSettings, then="/bank/settings", toast="Settings saved.")
def settings(request: Request, form: Form) -> Page:
    form.start(**vars(ledger.settings(request.store)))
    return request.page("settings.html", title=_("Settings"), form=form)


@pages.page("/alerts")
def alerts(request: Request) -> Page:
    told = {"notices": request.cut(notices(request.store)), "settled": request.store.get(Alerts, 1)}
    return request.page("alerts.html", title=_("Alerts"), **told)


@pages.page("/disputes")
def disputes(request: Request) -> Page:
    told = {"disputes": request.part(Dispute, order="id DESC"), **purchases(request)}
    return request.page("disputes.html", title=_("Disputes"), **told)


@pages.page("/help")
def help_page(request: Request) -> Page:
    return request.page("help.html", title=_("Help"))


@pages.page("/legal")
def legal(request: Request) -> Page:
    return request.page("legal.html", title=_("Agreements"))


pages.plain_form(
    "/alerts/settings", c.SaveAlerts, "Alert settings", then="/bank/alerts/settings", toast="Alerts saved."
)
pages.button("/numbers", c.HideNumbers)
