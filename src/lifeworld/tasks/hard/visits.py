"""Where one was on a day, as the map remembers it, and what is to be said of these places."""

from datetime import date

from lifeworld.apps.mail import commands as mail
from lifeworld.apps.maps import commands as maps
from lifeworld.apps.maps.models import Place, Review, Stars, Visit
from lifeworld.life.models import Business, Person
from lifeworld.taskkit import (
    Commands,
    Items,
    Line,
    Money,
    Setup,
    Store,
    Task,
    User,
    button,
    day,
    days,
    derived,
    field,
    link,
    number,
    numbers,
    observed,
    option,
    phrase,
    pick,
    sure,
)
from lifeworld.tasks.bank import known
from lifeworld.tasks.cross.beforehand import dated, mailed, newest, paid_at
from lifeworld.tasks.cross.screens import letter, quotes, reply
from lifeworld.tasks.hard.company import turned
from lifeworld.tasks.hard.hands import with_words
from lifeworld.tasks.maps.ways import BUSINESSES, open_place

STARS: tuple[Stars, ...] = ("4", "2", "5", "3", "4")
SAID = (
    "Friendly, and quick as well.",
    "I'd go again for the view alone.",
    "Smaller than I thought, but worth it.",
    "They remembered us from last year.",
    "Quiet at noon, crowded by three.",
)


class TourToReview(Task):
    """A letter says what five places of a day deserve; those where one was are reviewed, what isn't so goes."""

    goals = [
        "{person.name} has mailed me what we thought of the places on our tour of {on}. Review each of them in "
        "Wayfarer with the stars and the quoted sentence given there, but only where my timeline shows me that day. "
        "One is in my reviews already: it should say the new things. Where the mail says that I wasn't there at all, "
        "delete that day's visit and review nothing. Reply with just “{reply}”.",
        "Put on the map what {person.name} wrote by mail about our tour on {on}: stars and words of every place that I "
        "visited then by my Wayfarer timeline, as quoted. Change the review that I have of one, write the others. A "
        "visit that was none, says the mail, goes out of the timeline, and that place gets no review. Answer the mail "
        "with “{reply}” and nothing else.",
        "By the mail from {person.name} on our tour of {on}, the places where I've been that day (see my timeline in "
        "the maps app) each get a public review of mine: so many stars, and the sentence in quotes. I've reviewed one "
        "before; edit that. The place to which only my card went must vanish from that day and isn't reviewed. Then "
        "“{reply}” goes back by mail.",
    ]
    tags = ["hard", "look-up", "compare", "distractor", "long"]
    apps = ["mail", "maps"]

    person: Person = pick(Person, known)
    turn: int = number(0, 5000)
    on: date = day(-7, -2)
    places: tuple[Place, ...] = derived(lambda store, turn, on: tour(store, turn, on))
    stars: tuple[Stars, ...] = derived(lambda turn: turned(STARS, turn))
    said: tuple[str, ...] = derived(lambda turn: turned(SAID, turn // 5))
    reply: str = phrase("It's all on the map now", "Done, have a look at the map", "Written down, word for word")

    def setup(self, store: Store) -> Setup:
        first, *_, lent, _ = self.places
        for hour, place in zip((9, 11, 13, 16), self.places, strict=False):
            yield paid_at(self.on, hour, store.get(Business, sure(place.business_id)), Money(640))
        yield maps.WriteReview(first, "3", "Nothing special so far.")
        told = [
            f"“{place.name}”: {stars} stars, “{said}”"
            for place, stars, said in zip(self.places, self.stars, self.said, strict=True)
            if place != lent
        ]
        lines = [
            *turned(told, self.turn),
            f"At “{lent.name}” it was only me, with your card. You weren't there, so don't rate it.",
        ]
        body = "\n\n".join(["Hello,", "here is what I'd say of them, if you agree.", *lines, "Bye for now"])
        yield mailed(store, self.person, f"Our tour of {dated(self.on)}", body, hours=11)

    def effects(self, store: Store) -> Commands:
        first, *more = zip(self.places[:3], self.stars, self.said, strict=False)
        place, stars, said = first
        yield maps.EditReview(store.one(Review, "place_id = ? AND author = ''", place.id), stars, said)
        for place, stars, said in more:
            yield maps.WriteReview(place, stars, said)
        yield maps.ForgetVisit(store.one(Visit, "place_id = ? AND date(at) = ?", self.places[3].id, f"{self.on}"))
        yield mail.Reply(newest(store, f"Our tour of {dated(self.on)}"), self.reply)

    def items(self) -> Items:
        yield observed("Read the letter", showing="here is what I'd say of them", kind="search")
        yield observed("Looked at the timeline", at="/maps/you/timeline")

    def solution(self, user: User) -> None:
        told = letter(user, "Our tour of", "if you agree")
        reply(user, self.reply)
        (lent,) = quotes(with_words(told, "with your card")[0])
        rated = {quotes(line)[0]: (numbers(line)[0], quotes(line)[1]) for line in with_words(told, " stars, “")}
        user.open("Wayfarer")
        user.click(link("You"))
        user.click(link("Timeline…"))
        lines = visits(user, self.on)
        user.click(link(next(line.names[1] for line in lines if line.names[0] == lent)))
        user.click(button("Delete"))
        for name in (line.names[0] for line in lines if line.names[0] in rated):
            open_place(user, name)
            if mine := user.page.main.find("button", f"Options of {name}"):
                user.click(button(f"Options of {name}"))
            user.click(link("Edit review" if mine else "Write a review"))
            user.click(option(f"{rated[name][0]} stars"))
            user.fill(field("Review"), rated[name][1])
            user.click(button("Save" if mine else "Post"))


def visits(user: User, on: date) -> list[Line]:
    """Return what the timeline that is open shows for a day."""
    while min(days(line.heading, user.today)[0] for line in user.page.lines()) >= on:
        user.click(link("Show more"))
    return [line for line in user.page.lines() if days(line.heading, user.today)[0] == on]


def tour(store: Store, turn: int, on: date) -> tuple[Place, ...] | None:
    """Return five places where one goes, was not on a day, and of which one has said nothing, by any number."""
    kinds = "category IN ('grocer', 'bakery', 'cafe', 'restaurant', 'bar', 'leisure', 'health', 'shop')"
    been = "id IN (SELECT place_id FROM maps_visit WHERE date(at) = ?)"
    said = "id IN (SELECT place_id FROM maps_review WHERE author = '')"
    found = store.all(Place, f"{BUSINESSES} AND {kinds} AND NOT {been} AND NOT {said} AND key <> 'megacart'", f"{on}")
    return turned(found, turn)[:5] if len(found) > 4 else None
