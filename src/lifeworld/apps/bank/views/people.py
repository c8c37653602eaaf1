"""Paying people: the list with favourites on top, a person's page, how much, confirm."""

from lifeworld.apps.bank import commands, ledger
from lifeworld.apps.bank.models import Entry, Favourite
from lifeworld.apps.bank.views.base import by_day, options, page, pages
from lifeworld.apps.bank.views.transfers import made
from lifeworld.core.money import Money
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Request


@pages.page("/people")
def people(request: Request) -> Page:
    """Everyone who can be paid; `?q=` searches names, mail addresses and phone numbers."""
    q = request.search()
    words = "relation <> 'me' AND (name LIKE ?1 OR email LIKE ?1 OR phone LIKE ?1)"
    found = request.store.all(Person, words, f"%{q}%", order="name, id")
    starred = {favourite.person_id for favourite in request.store.all(Favourite)}
    favourites = [person for person in found if person.id in starred]
    return page(
        request,
        "people.html",
        title="Send money",
        tab="move",
        q=q,
        people=found,
        favourites=favourites,
        starred=starred,
    )


@pages.page("/person/{person}")
def show_person(request: Request, person: int) -> Page:
    """What went between the owner and a person."""
    found = request.row(Person, person)
    entries = request.store.all(Entry, "person_id = ?", person, order="at DESC, id DESC", limit=60)
    sums = request.store.sql(
        "SELECT coalesce(-sum(min(amount, 0)), 0), coalesce(sum(max(amount, 0)), 0) "
        "FROM bank_entry WHERE person_id = ?",
        person,
    )
    paid, got = (Money(cents) for cents in sums[0])
    starred = request.store.count(Favourite, "person_id = ?", person) > 0
    return page(
        request,
        "person.html",
        title=found.name,
        tab="move",
        person=found,
        days=by_day(entries),
        paid=paid,
        got=got,
        starred=starred,
    )


@pages.page("/person/{person}/pay")
def send(request: Request, person: int) -> Page:
    """Step 2: how much, and from which account."""
    form = Form(commands.SendMoney, request, request.query_pairs, {"person": person})
    return _send(request, form, request.row(Person, person))


@pages.form("/person/{person}/review", commands.SendMoney, then=made, toast="Money sent.")
def review_send(request: Request, form: Form, person: int) -> Page:
    """Step 3: confirm."""
    found = request.row(Person, person)
    if request.method == "GET":
        form.check()
    if form.errors:
        return _send(request, form, found)
    values = {**form.fields(), "person": found}
    return page(request, "send_review.html", title="Review payment", tab="move", form=form, **values)


pages.button("/person/{person}/star", commands.Star, toast="Added to favourites.")
pages.button("/person/{person}/unstar", commands.Unstar, toast="Taken from favourites.", undo="/person/{id}/star")


def _send(request: Request, form: Form, person: Person) -> Page:
    form.start(account=ledger.settings(request.store).primary)
    last = request.store.first(Entry, "person_id = ? AND amount < 0", person.id, order="at DESC")
    return page(
        request,
        "send.html",
        title="Send money",
        tab="move",
        form=form,
        person=person,
        sources=options(request, "checking", "savings"),
        left=commands.PEOPLE_LIMIT - ledger.sent_today(request.store),
        amounts=[-last.amount] if last else [],
    )
