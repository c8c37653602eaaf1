"""Paying people: the list with favourites on top, a person's page, how much, confirm."""

from lifeworld.apps.bank import commands as c
from lifeworld.apps.bank import ledger
from lifeworld.apps.bank.models import Entry, Favourite, MoneyRequest
from lifeworld.apps.bank.views import pages
from lifeworld.apps.bank.views.more import purchases
from lifeworld.apps.bank.views.transfers import BEFORE, amount, confirmed, made, wrong
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Part, Request
from lifeworld.web.language import _
from lifeworld.web.plain import candidates

STARRED = "id IN (SELECT person_id FROM bank_favourite)"


@pages.page("/people")
def people(request: Request) -> Page:
    """Everyone who can be paid; `?q=` searches names, mail addresses and phone numbers."""
    return request.page(
        "people.html",
        title=_("Send money"),
        q=request.search(),
        favourites=_people(request, STARRED, "favourites"),
        others=_people(request, f"relation <> 'me' AND NOT {STARRED}", "show"),
    )


@pages.page("/person/{person}")
def show_person(request: Request, person: int) -> Page:
    """What went between the owner and a person."""
    found = request.row(Person, person)
    return request.page(
        "person.html",
        title=found.name,
        person=found,
        entries=request.part(Entry, "person_id = ?", person, order="at DESC, id DESC"),
        sums=ledger.sums(request.store, "person_id = ?", [person]),
        asked=request.part(MoneyRequest, "person_id = ? AND paid_at IS NULL", person, order="id DESC", name="asked"),
        starred=request.store.count(Favourite, "person_id = ?", person) > 0,
    )


@pages.page("/person/{person}/pay")
def send(request: Request, person: int) -> Page:
    """Step 2: how much, and from which account."""
    form = Form(c.SendMoney, request, request.query_pairs, {"person": person})
    return _send(request, form, request.row(Person, person))


@pages.form("/person/{person}/review", c.SendMoney, then=made, toast="Money sent.")
def review_send(request: Request, form: Form, person: int) -> Page:
    """Step 3: confirm."""
    found = request.row(Person, person)
    if wrong(request, form):
        return _send(request, form, found)
    source = ledger.labelled(form.fields()["account"])
    facts = {
        _("To"): found.name,
        _("E-mail"): found.email,
        _("From"): source,
        _("When"): _("Now"),
        _("Memo"): form.value("note"),
    }
    page, warning = f"/bank/person/{person}", _("Payments to people can't be cancelled.")
    return confirmed(request, form, _("Send money"), f"{page}/pay", page, facts, warning)


@pages.page("/requests")
def requests(request: Request) -> Page:
    """What people were asked for: open, and paid; whom one may ask, and for a part of what."""
    return request.page(
        "requests.html",
        title=_("Requests"),
        asked=request.part(MoneyRequest, "paid_at IS NULL", order="id DESC", name="asked"),
        paid=request.part(MoneyRequest, "paid_at IS NOT NULL", order="paid_at DESC, id DESC"),
        favourites=[favourite.person for favourite in request.store.all(Favourite)],
        **purchases(request),
    )


@pages.form("/entry/{entry}/split", c.SplitPayment, then="/bank/entry/{id}", toast="Requests sent.")
def split(request: Request, form: Form, entry: int) -> Page:
    """Choose with whom to share a card payment, favourites first; `?q=` narrows the people."""
    people = candidates(form, "people", "relation <> 'me'", f"{STARRED} DESC, name, id")
    return request.page(
        "split.html", title=_("Split payment"), form=form, entry=request.row(Entry, entry), people=people
    )


pages.plain_form(
    "/person/{person}/request",
    c.RequestMoney,
    "Request money",
    about="{person.name}",
    submit="Send request",
    then="/bank/requests",
    toast="Request sent.",
)
pages.button("/request/{request}/withdraw", c.WithdrawRequest, then="/bank/requests", toast="Request withdrawn.")
pages.button("/person/{person}/star", c.Star, toast="Added to favourites.")
pages.button("/person/{person}/unstar", c.Unstar, toast="Removed from favourites.", undo="/person/{person_id}/star")


def _people(request: Request, where: str, name: str) -> Part:
    return request.narrowed(Person, "name", "email", "phone", where=where, order="name, id", name=name)


def _send(request: Request, form: Form, person: Person) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    last = request.store.first(Entry, "person_id = ? AND amount < 0", person.id, order="at DESC")
    before = request.store.all(Entry, "person_id = ?", person.id, order="at DESC, id DESC", limit=BEFORE)
    left = c.PEOPLE_LIMIT - ledger.sent_today(request.store)
    return amount(
        request,
        form,
        _("Send money"),
        action=f"/bank/person/{person.id}/review",
        back=f"/bank/person/{person.id}",
        back_label=_("Back to %(name)s", name=person.first),
        person=person,
        before=before,
        fixed={"account": form.value("account")},
        fields=("account", "note"),
        hint=_("You can send %(left)s more to people today.", left=left),
        said=_("Same as last time"),
        amounts=[-last.amount] if last else [],
    )
