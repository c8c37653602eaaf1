"""Who comes."""

from lifeworld.apps.calendar import commands
from lifeworld.apps.calendar.models import Event
from lifeworld.apps.calendar.views.frame import page, pages
from lifeworld.life.models import Person
from lifeworld.web import Form, Page, Request


@pages.form("/event/{event}/invite", commands.Invite, then="/calendar/event/{id}", toast="Invitations are sent.")
def invite(request: Request, form: Form, event: int) -> Page:
    """Choose among the contacts; `?q=` narrows them."""
    found = request.row(Event, event)
    there = {guest.person_id for guest in found.guests}
    q = request.search()
    people = [
        p for p in request.store.all(Person, "id > 1 AND name LIKE ?", f"%{q}%", order="name") if p.id not in there
    ]
    return page(request, "invite.html", title="Add guests", form=form, event=found, people=people, q=q)


pages.button("/guest/{guest}/remove", commands.Uninvite, then="/calendar/event/{id}", toast="Guest removed.")
