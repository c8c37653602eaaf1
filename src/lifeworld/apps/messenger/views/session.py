"""Signing in and out."""

from lifeworld.apps.messenger import commands as c
from lifeworld.apps.messenger.models import Session
from lifeworld.apps.messenger.views import pages
from lifeworld.web import Form, Page, Redirect, Request
from lifeworld.web.language import _, ngettext


def _entered(request: Request, session: Session) -> str:
    return "/messenger/" if session.signed_in else "/messenger/sign-in/code"


@pages.form("/sign-in", c.AskForCode, then="/messenger/sign-in/code", toast="Code sent as a text message.")
def ask_for_code(request: Request, form: Form) -> Page | Redirect:
    return _gate(request, form, "sign_in.html")


@pages.form("/sign-in/code", c.SignIn, then=_entered)
def enter_code(request: Request, form: Form) -> Page | Redirect:
    missed = request.store.get(Session, 1).missed
    if missed and not form.errors:
        left = c.MOST_MISSED - missed
        form.errors["code"] = ngettext("Wrong code. %(n)s try is left.", "Wrong code. %(n)s tries are left.", left)
    return _gate(request, form, "sign_in_code.html")


def _gate(request: Request, form: Form, template: str) -> Page | Redirect:
    """Return a page of the gate; whoever is signed in is led past it."""
    session = request.store.get(Session, 1)
    if session.signed_in:
        return request.redirect("/messenger/")
    shut_until = session.shut_until if session.is_locked(request.now) else None
    return request.page(template, title=_("Sign in"), form=form, shut_until=shut_until, nav=())


pages.confirm(
    "/sign-out",
    c.SignOut,
    "Sign out of Chatter?",
    text="Your chats stay. To get back in, you will need a code, which is sent to you as a text message.",
    submit="Sign out",
    keep="Stay signed in",
    back="/settings",
    then="/messenger/sign-in",
)
