"""Post's screens for what waits for its time: snoozed conversations, scheduled letters, a letter taken back."""

from datetime import date, datetime, time, timedelta

from lifeworld.apps.mail import commands as c
from lifeworld.apps.mail.composing import draft_again, head, kept, letter_about, new_letter
from lifeworld.apps.mail.models import Draft, Thread
from lifeworld.apps.mail.views import pages
from lifeworld.web import Form, Page, Request
from lifeworld.web.language import _

MORNING, AFTERNOON, EVENING = time(8), time(13), time(18)
_SCHEDULE = "/mail/draft/{id}/schedule"


@pages.form("/thread/{thread}/snooze", c.Snooze, "/mail/", "Snoozed.", "/thread/{id}/inbox")
def snooze(request: Request, form: Form, thread: int) -> Page:
    found, today = request.row(Thread, thread), request.now.date()
    quick = [(_("Later today"), datetime.combine(today, EVENING), "sun")] if request.now.time() < EVENING else []
    quick += [(_("Tomorrow"), _tomorrow(today), "sunrise"), (_("Next week"), _monday(today), "calendar-arrow-up")]
    form.start(snoozed_until=_tomorrow(today))
    about = {"title": _("Snooze until"), "about": found.subject or _("(no subject)"), "submit": _("Snooze")}
    return request.page("when.html", form=form, quick=quick, back=f"/mail/thread/{thread}", **about)


@pages.form("/draft/{draft}/schedule", c.SendLater, "/mail/scheduled", "Letter scheduled.", "/draft/{id}/unschedule")
def schedule(request: Request, form: Form, draft: int) -> Page:
    found, today = request.row(Draft, draft), request.now.date()
    quick = [
        (_("Tomorrow morning"), _tomorrow(today), "sunrise"),
        (_("Tomorrow afternoon"), _tomorrow(today, AFTERNOON), "sun"),
        (_("Monday morning"), _monday(today), "calendar-arrow-up"),
    ]
    form.start(send_at=found.send_at or _tomorrow(today))
    about = {"title": _("Send later"), "about": head(found)[0] or _("(no subject)"), "submit": _("Schedule")}
    return request.page("when.html", form=form, quick=quick, back=f"/mail/draft/{draft}", **about)


pages.button("/draft/{draft}/unschedule", c.CancelSending, "/mail/draft/{id}", "Not scheduled any more.")
pages.form("/drafts/later", c.SaveDraft, _SCHEDULE)(new_letter)
pages.form("/message/{message}/later/{kind:word}", c.SaveAnswer, _SCHEDULE)(letter_about)
pages.form("/draft/{draft}/later", c.EditDraft, _SCHEDULE)(draft_again)
pages.button("/unsend", c.UndoSend, "/mail/draft/{id}/edit", "Taken back. Nobody has got it.")


@pages.page("/scheduled")
def scheduled(request: Request) -> Page:
    return kept(request, _("Scheduled"), "send_at IS NOT NULL", "send_at, id", later=True)


def _tomorrow(today: date, at: time = MORNING) -> datetime:
    return datetime.combine(today + timedelta(days=1), at)


def _monday(today: date) -> datetime:
    """Return the morning of the next Monday that is not tomorrow."""
    return datetime.combine(today + timedelta(days=7 - today.weekday() if today.weekday() < 6 else 8), MORNING)
