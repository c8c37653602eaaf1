"""People drawn from parts: of any number the same biography each time, with nobody in two places at once."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import count, product
from random import Random
from typing import Any, TypeVar

from lifeworld.city.directory import directory
from lifeworld.city.places import stays_open
from lifeworld.core.counting import ordinal
from lifeworld.life.agenda import span
from lifeworld.life.biographies.apart import FAR, a_third, about, apart, measures, rows, some, written
from lifeworld.life.biographies.parts import Hobby, Home, Journey, Part, Role, Street, Work, filled, parts
from lifeworld.life.biography import Appointment, BillPlan, Biography, Chore, Circle, Habit, Route, Tastes, Trip
from lifeworld.life.character import Character, Nature
from lifeworld.life.goods import Gift
from lifeworld.life.whereabouts import Whereabouts
from lifeworld.life.words.vocabulary import names

T = TypeVar("T")
USUAL = 4300  # dollars a month, for which the parts' prices are meant
_CAFES = ("blueheron", "lantern", "pivot", "marigold")
_PACES = {"partner": (24, 34), "family": (2, 9), "friend": (3, 8), "colleague": (2, 5), "club": (2, 4)}
_WORKING = (19, 67)  # years that colleagues are old
_TOLD = ("standing", "splits", "favours")  # tables that parts tell with names and days
_WITH_A_CHILD = 46  # years that the parents of small children are old at most
_MOST = 4  # hobbies
_MUCH = 1.6  # plans, from which on somebody is in all groups
_SURE, _HABITS, _FEW = 0.95, 14, 3  # meetings, where there are few
_WEEKS = 6  # ahead of now that appointments must leave free
_NOW_AND_THEN = 10  # orders a year, beyond which somebody gets a present every month
_FIRST = datetime.fromisoformat("2026-01-12")


def drawn(name: str, seed: int) -> Biography:
    """Return the biography of the person of this number: of all the ways to live it, the first that nobody has."""
    ways = (_Draft(name, seed, way).biography() for way in count())
    return next(bio for bio in ways if all(apart(rows(bio), other) >= FAR for other in written()))


@dataclass
class _Draft:
    """A biography as it comes together: who it is by the number, how much there is of everything by the `way`."""

    name: str
    seed: int
    way: int = 0

    def __post_init__(self) -> None:
        rng = self.rng("who")
        self.work = _one(parts(Work), rng)
        self.home = _one(parts(Home), rng)
        self.much = self.rng(f"way {self.way}")
        self.measures = measures(self.seed, self.way, self.much)
        self.quiet = self.measures["plans"] < 1  # who plans little has few groups and meetings, too
        hobbies = rng.sample(sorted(parts(Hobby)), _MOST)[: self.much.randint(2, 3) if self.quiet else _MOST]
        self.hobbies = [parts(Hobby)[key] for key in hobbies]
        others = _one(parts(Street), rng), parts(Part)["common"]
        self.parts: tuple[Part, ...] = (self.home, self.work, *self.hobbies, *others)
        self.now = _FIRST + timedelta(days=rng.randint(0, 330), hours=rng.randint(9, 19), minutes=rng.randint(0, 59))
        self.salary = round(rng.uniform(*self.work.salary), 2)
        self.age = rng.randint(*self.home.ages)

    def rng(self, purpose: str) -> Random:
        return Random(f"person {self.seed}/{purpose}")

    def biography(self) -> Biography:
        """Return the whole of it."""
        home, rng = self.home, self.rng("closeness")  # who is at home comes first and hears everything first
        closeness = tuple((who.key, float(rng.randint(*_PACES.get(who.relation, (1, 2))))) for who in self.cast)
        gift_days = [day for day in range(2, 28) if day != self.now.day]  # so that a year has twelve
        regular = self.measures["orders"] > _NOW_AND_THEN
        rent = BillPlan("mortgage" if self.age > 45 else "lettings", round(self.salary * 0.34), 9, terms=14)
        told: dict[str, Any] = {table: self.told(rows) for table, rows in self._tables().items()}
        habits = some(self._all("habits"), _HABITS, self.rng("habits"))
        open_now = [one for one in self._all("bills") if one.every == 1 and one.day < one.terms]
        all_of_them = self.measures["bills"] > len(open_now)
        bills = self._all("bills") if all_of_them else some(open_now, self.measures["bills"], self.rng("bills"))
        departments = tuple(dict.fromkeys((*(one.department for one in self.hobbies), "Home", "Books")))
        lists = tuple(dict.fromkeys(chore.list for chore in self.chores))
        return Biography(
            name=self.name,
            seed=self.seed,
            now=self.now,
            story=self.told(" ".join(part.story for part in self.parts)),
            me=self.me,
            cast=self.cast,
            salary=self.salary / len(self.pay_days),
            pay_days=self.pay_days,
            savings=float(about(round(self.salary) * 4, round(self.salary) * 20, self.rng("savings"))),
            habits=tuple(self._priced(one) for one in (*self._coffee(), *habits)),
            bills=(self._dated(rent), *(self._dated(one) for one in bills)),
            circles=(*self.told(self.circles), self._travellers()),
            trips=self.trips,
            chores=self.chores,
            appointments=tuple(self.told(one) for one in self.appointments.values()),
            gift=Gift(home.gift, home.products, day=self.rng("gift").choice(gift_days)) if regular else None,
            cancelled=(self.hobbies[0].standing[0].key, self.hobbies[0].house, next(iter(self.hobbies[1].cast))),
            tastes=Tastes(departments, lists, self._coffee()[1].business, f"{self.me.name}\n{self.work.title}"),
            closeness=closeness,
            **told,
            **self._measures(),
        )

    def _measures(self) -> dict[str, Any]:
        """Return how much there is of everything, as this way to live has it."""
        few, letters = about(1, 40, self.much) - 1, round(self.measures["letters"] + self.measures["people"])
        return {
            "contacts": about(45, 160, self.much),
            "letters": letters,
            "from_people": self.measures["people"] / letters,
            "archived": self.much.uniform(0.05, 0.95),
            "kept_days": self.much.randint(2, 40),
            "unread": (self.much.uniform(0.2, 0.8), self.much.uniform(0, 0.4)),
            "orders": round(self.measures["orders"]),
            "acquaintances": (few, few + 8),
            **{name: self.measures[name] for name in ("plans", "signs", "quotes")},
        }

    @cached_property
    def chores(self) -> tuple[Chore, ...]:
        """As many as are written down, in steps or not: one that is done, late and for today, and others."""
        every = [*self._all("chores")]
        self.rng("chores").shuffle(every)
        every.sort(key=lambda one: self.measures["steps"] and not one.steps)
        undone = [one for one in every if one.done is None]
        done = [one for one in every if one.done is not None]
        late = next(one for one in undone if one.due is not None and one.due < 0)
        first = (done[0], late, next(one for one in undone if one.due == 0))
        rest = (one for one in (*undone, *done[3::3]) if one not in first)
        written = (*first, *rest)[: round(self.measures["chores"])]
        return self.told(written if self.measures["steps"] else tuple(replace(one, steps="") for one in written))

    def _tables(self) -> dict[str, tuple[Any, ...]]:
        """Return what parts tell, of letters and conversations a third of what each has: others are other people's."""
        meetings, letters, talk = self._all("meetings"), self.rng("mail"), self.rng("talk")
        return {
            **{table: self._all(table) for table in _TOLD},
            "meetings": some(meetings, _FEW if self.quiet else len(meetings), self.rng("meetings")),
            "mail": tuple(one for part in self.parts for one in a_third(part.mail, ("thread",), letters)),
            "talk": tuple(one for part in self.parts for one in a_third(part.talk, ("chat", "days"), talk)),
        }

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        """The groups: of those of each part the first, those in which somebody writes, and more the more one plans."""
        said, rng = {one.chat for one in self._tables()["talk"]}, self.rng("circles")
        pairs = [(n, one, rng.random() * _MUCH) for part in self.parts for n, one in enumerate(part.circles)]
        return tuple(one for n, one, odds in pairs if odds < self.measures["plans"] or not n or one.key in said)

    def _all(self, table: str) -> tuple[Any, ...]:
        return tuple(one for part in self.parts for one in getattr(part, table))

    # ---- who

    @cached_property
    def cast(self) -> tuple[Character, ...]:
        """Everyone near, named apart by every part of their names."""
        return tuple(
            self._character(key, role, *self._named[key]) for part in self.parts for key, role in part.cast.items()
        )

    @cached_property
    def me(self) -> Character:
        rng = self.rng("me")
        born = _birthday(self.now.date(), self.age, rng)
        temper, district = rng.choice(("warm", "terse", "formal")), rng.choice(sorted(directory().districts))
        name, employer = " ".join(self._named["me"]), self.work.employer
        return Character(
            key="me", name=name, relation="me", temper=temper, birthday=born, employer=employer, district=district
        )

    @cached_property
    def _named(self) -> dict[str, tuple[str, str]]:
        """The owner's and everybody's first name and family name, by key."""
        rng = self.rng("names")
        keys = {"me": None, **{key: role for part in self.parts for key, role in part.cast.items()}}
        plain, accented = ([n for n in names().given if n.isascii() is plain] for plain in (True, False))
        firsts, others = rng.sample(plain, len(keys)), iter(rng.sample(accented, len(accented)))
        lasts = iter(rng.sample(names().family, len(keys)))
        left = [name for name in self.rng("other names").sample(plain, len(plain)) if name not in firsts]
        own, drawn, found = next(lasts), iter(firsts), dict[str, tuple[str, str]]()
        for key, role in keys.items():
            first = next(others if role and role.accented else drawn)
            if role and role.man not in (None, first in names().men):
                first = next(name for name in left if (name in names().men) is role.man)
                left.remove(first)
            found[key] = first, own if not role or role.kin else next(lasts)
        return found

    def _character(self, key: str, role: Role, first: str, last: str) -> Character:
        rng = self.rng(f"cast {key}")
        youngest, oldest = _WORKING if role.relation == "colleague" else (5 if role.kin else _WORKING[0], 110)
        age = min(max(self.age + rng.randint(*role.years), youngest), oldest)
        born = _birthday(self.now.date(), age, rng)
        calls = role.calls and role.calls.split()[self._named["me"][0] in names().men]
        facts = {kind: value for kind, value in role.facts.items() if kind != "child" or age <= _WITH_A_CHILD}
        role = replace(role, called=role.called.format(first=first), calls=calls, facts=facts)
        return Character(key=key, name=f"{first} {last}", birthday=born, **_of(Nature, role))

    # ---- money

    @cached_property
    def pay_days(self) -> tuple[int, ...]:
        return self.rng("pay days").choice(((15, 30), (1, 16), (25,)))

    def _priced(self, habit: Habit) -> Habit:
        """Return a habit as often as measured, at the prices of somebody who earns so much; one price stays."""
        low, high = habit.dollars
        scale = 1 if low == high else self.salary / USUAL
        chance = min(habit.chance * self.measures["visits"], _SURE)
        return replace(habit, chance=chance, dollars=(round(low * scale, 2), round(high * scale, 2)))

    def _coffee(self) -> tuple[Habit, Habit]:
        """Return one café until some months ago, and another since."""
        rng = self.rng("coffee")
        before, since = rng.sample(_CAFES, 2)
        changed, day = rng.randint(90, 160), rng.choice(("Fri", "Wed", "Thu"))
        usual = Habit(before, day, (8.0, 8.9), 0.88, (5.2, 10.4), until=changed)
        return usual, replace(usual, business=since, since=changed - 1, until=0)

    def _dated(self, bill: BillPlan) -> BillPlan:
        """Return a bill with its day of the month, counted back from now."""
        return replace(bill, day=min((self.now - timedelta(days=bill.day)).day, 28))

    # ---- when

    @cached_property
    def trips(self) -> tuple[Trip, ...]:
        """One journey of the year that is past, and one of the weeks to come."""
        rng = self.rng("trips")
        past, ahead = rng.sample(sorted(parts(Journey)), 2)
        friends = [who.key for who in self.cast if who.relation in ("friend", "partner")]
        when = ((past, -rng.randint(90, 250)), (ahead, rng.randint(27, 33)))
        return tuple(self._trip(key, starts, rng.sample(friends, 2), rng) for key, starts in when)

    def _trip(self, key: str, starts: int, companions: list[str], rng: Random) -> Trip:
        nights, to = rng.randint(3, 5), _of(Route, parts(Journey)[key])
        return Trip(key=key, starts=starts, nights=nights, companions=tuple(companions), **to)

    def _travellers(self) -> Circle:
        ahead = self.trips[1]
        to = parts(Journey)[ahead.key]
        title = f"{to.town}, soon"
        return Circle(ahead.key, title, to.emoji, ahead.companions, ("trip", "weekend"), 4, founded=60)

    @cached_property
    def appointments(self) -> dict[str, Appointment]:
        """All appointments by key, each on the first day from its own on that leaves the owner in one place."""
        placed, where = dict[str, Appointment](), Whereabouts()
        for one, day in product(self._all("standing"), map(self.day, range(-365, 365))):
            if day.weekday() in {"weekly": (one.day,), "weekdays": range(5)}.get(one.repeats, ()):  # others find a day
                where.occupy(*span(one, day))
        for key, meant in [pair for part in self.parts for pair in part.appointments.items()]:
            days = range(meant.day, meant.day + 7 * _WEEKS)
            placed[key] = replace(meant, day=next(day for day in days if self._suits(meant, day, where)))
            where.occupy(*span(meant, self.day(placed[key].day)))
        return placed

    def _suits(self, meant: Appointment, offset: int, where: Whereabouts) -> bool:
        start, end = span(meant, self.day(offset))
        opened = start.weekday() < 5 if meant.calendar == "Work" else stays_open(meant.place, start, end)
        away = any(trip.starts <= offset <= trip.starts + trip.nights for trip in self.trips)
        return opened and not away and where.free(start, end)

    def day(self, offset: int) -> date:
        return self.now.date() + timedelta(days=offset)

    # ---- words

    def told(self, value: T) -> T:
        """Return texts, or what holds some, with names and days in their places."""
        return filled(value, self._words)  # type: ignore[no-any-return]

    @cached_property
    def _words(self) -> Mapping[str, str]:
        days = {key: self.day(one.day) for key, one in self.appointments.items()}
        told = {key: f"{day:%A} the {ordinal(day.day)}" for key, day in days.items()}
        called = {who.key: who.called for who in self.cast if who.called}
        return {**told, **{key: first for key, (first, _) in self._named.items()}, **called}


def _of(kind: type[Any], one: object) -> dict[str, Any]:
    """Return the values that something has of what is of this kind."""
    return {field.name: getattr(one, field.name) for field in fields(kind)}


def _one(among: Mapping[str, T], rng: Random) -> T:
    return among[rng.choice(sorted(among))]


def _birthday(now: date, age: int, rng: Random) -> str:
    """Return a birthday of somebody who is so old now."""
    day = date(now.year - age, 1, 1) + timedelta(days=rng.randint(0, 364))
    passed = (day.month, day.day) <= (now.month, now.day)
    return (day if passed else day.replace(year=day.year - 1, day=min(day.day, 28))).isoformat()
