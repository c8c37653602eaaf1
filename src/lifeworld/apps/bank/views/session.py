"""Signing in and out."""

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank.models import Session
from lifeworld.apps.bank.views import pages
from lifeworld.web import Form, Page, Redirect, Request
from lifeworld.web.language import _, ngettext


def _entered(request: Request, session: Session) -> str:
    return "/bank/" if session.signed_in else "/bank/sign-in"


@pages.form("/sign-in", c.SignIn, then=_entered)
def sign_in(request: Request, form: Form) -> Page | Redirect:
    session = request.store.get(Session, 1)
    if session.signed_in:
        return request.redirect("/bank/")
    if session.missed and not form.errors:
        left = c.MOST_MISSED - session.missed
        form.errors["pin"] = ngettext("Wrong PIN. %(n)s try is left.", "Wrong PIN. %(n)s tries are left.", left)
    shut_until = session.shut_until if session.is_locked(request.now) else None
    return request.page("sign_in.html", title=_("Sign in"), form=form, shut_until=shut_until, nav=())


pages.confirm(
    "/sign-out",
    c.SignOut,
    "Sign out of Harbour Bank?",
    text="To get back in, you will need your PIN.",
    submit="Sign out",
    keep="Stay signed in",
    back="/more",
    then="/bank/sign-in",
)
