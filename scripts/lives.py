"""Puts the people and what their lives are made of into docs/people.md, and relations into docs/what-people-say.md.

python scripts/lives.py people   # the twelve on one sheet
python scripts/lives.py talk     # what their talk is made of, before plans and now
python scripts/lives.py relations   # what talk tells that a task can ask for
python scripts/lives.py tasks --jobs 2   # which tasks can be drawn and are proved for whom: some minutes
python scripts/lives.py tasks --drawn    # which can be drawn, proved or not
"""

import argparse
import math
from collections import Counter
from datetime import timedelta
from itertools import combinations
from statistics import median

import lives_tasks
from measured import put, table

from lifeworld.core.choices import PEOPLE
from lifeworld.life import Life, live
from lifeworld.life.audit import with_causes
from lifeworld.life.audit.laws import flaws
from lifeworld.life.audit.measures import measures
from lifeworld.life.biographies import biography, gist
from lifeworld.life.biographies.apart import FAR
from lifeworld.life.events import BillIssued, CardPayment, Mailed, Messaged, Noted, Planned, Purchase
from lifeworld.life.models import age
from lifeworld.tasks.memory.sentences import SENTENCES, those
from lifeworld.world.causes import causes, counts, distance
from lifeworld.world.profiles import facts, load, untouched

PAGE, SCRIPT = "people.md", "lives.py"
PAGES = {"relations": "what-people-say.md"}  # of tables that stand elsewhere
# Of nora, desmond and wilma, by the commit before there were plans (a1e6e812), `lifeworld people audit`.
BEFORE = {
    "messages": "734–867",
    "… born of something that happened": "46–57%",
    "… of five words or more with a shared skeleton": "4–9%",
    "… of more than twenty words": "0–1",
    "conversations of more than six messages": "0",
    "letters' threads that the owner began": "0",
    "messages between midnight and six": "0",
    "plans of a kind that a chat had before": "77–87%",
    "refusals that are answered as if they were none": "89 of 128",
    "settled plans without their entry": "229 of 249",
    "shares that are paid before they are named": "39 of 43",
    "visits to doctors, opticians and barbers without a charge": "25 of 25",
}
FLAWS = {  # of what is counted as a flaw, by its kind
    "refusals that are answered as if they were none": "no reply",
    "settled plans without their entry": "calendar and talk differ",
    "shares that are paid before they are named": "paid before it was named",
}
NIGHT = 6  # the hour at which it is over


def people() -> str:
    """Return a line for each of the people, and how far they lie apart."""
    rows = []
    for name in PEOPLE:
        life, bio = live(name), biography(name)
        kinds = (Messaged, Mailed, Planned, Noted, Purchase, BillIssued)
        numbers = [sum(isinstance(event, kind) for event in life.events) for kind in kinds]
        chats = len({event.chat for event in life.events if isinstance(event, Messaged)})
        rows.append(
            (
                f"`{name}`",
                age(life.me.birthday, life.now.date()),
                gist(bio),
                f"{life.now:%b} {life.now.day}, {life.now:%H:%M}",
                chats,
                *numbers,
            )
        )
    found = {name: counts(causes(name)) for name in PEOPLE}
    apart = sorted((distance(found[one], found[other]), one, other) for one, other in combinations(PEOPLE, 2))
    nearest, near, by = apart[0]
    head = ("Person", "Age", "Who", "Now", "Chats", "Messages", "Letters", "Plans", "To-dos", "Orders", "Bills")
    far, middle = sum(one >= FAR for one, _, _ in apart), median(one for one, _, _ in apart)
    told = (
        f"Of {len(apart)} pairs {far} lie at least {FAR} apart, the median is {middle:.2f}; "
        f"nearest are {near} and {by}: {nearest:.2f}."
    )
    return f"{table(head, rows)}\n\n{told}"


def talk() -> str:
    """Return what talk is made of, as a range over the three of before, and over all twelve."""
    now = {name: measures(live(name)) | more(live(name)) for name in PEOPLE}
    wrong = sum(len(list(flaws(live(name)))) for name in PEOPLE)
    rows = [
        (
            title,
            before,
            _range(now[name][_key(title)] for name in PEOPLE[:3]),
            _range(now[name][_key(title)] for name in PEOPLE),
        )
        for title, before in BEFORE.items()
    ]
    return f"{table(('', 'Before plans, three', 'The same three', 'All twelve'), rows)}\n\nContradictions: {wrong}."


def more(life: Life) -> dict[str, str]:
    """Return what else the table counts of a life, by its titles."""
    kinds = Counter(flaw.kind for flaw in flaws(life))
    said = [(one, cause) for one, cause in with_causes(life) if isinstance(one, Messaged)]
    begun = {(one.chat, cause.removeprefix("plans: ").partition("/")[0]) for one, cause in said if "/" in cause}
    again = len(begun) - len({(chat, plan.rpartition("-")[0]) for chat, plan in begun})
    return {
        "letters' threads that the owner began": measures(life)["… begun by the owner"],
        "messages between midnight and six": str(sum(one.at.hour < NIGHT for one, _ in said)),
        "plans of a kind that a chat had before": f"{again} ({again / len(begun):.0%})",
        "visits to doctors, opticians and barbers without a charge": str(len(unpaid(life))),
        **{title: str(kinds[kind]) for title, kind in FLAWS.items()},
    }


def unpaid(life: Life) -> list[Planned]:
    """Return the visits of the owner alone to a house of health, once, that nothing was paid for within three days."""
    houses = {one.name: one.id for one in life.businesses if one.category == "Health"}
    paid = {(one.business_id, one.at.date()) for one in life.events if isinstance(one, CardPayment | BillIssued)}
    once = (one for one in life.events if isinstance(one, Planned) and not (one.repeats or one.guests))
    visits = (one for one in once if one.place in houses and one.end < life.now and ": " not in one.title)
    near = timedelta(days=3)
    return [
        one
        for one in visits
        if not any(house == houses[one.place] and abs(day - one.start.date()) <= near for house, day in paid)
    ]


def _key(title: str) -> str:
    return title.replace("conversations of", "… of")


def _range(values: object) -> str:
    """Return the least and the greatest of what a table says, shares where there are any."""
    told = [str(value) for value in values]  # type: ignore[attr-defined]
    shares = ["(" in one for one in told]
    found = sorted(
        float(one.partition("(")[2].strip("%)") if share else one.replace(",", ""))
        for one, share in zip(told, shares, strict=True)
    )
    sign = "%" if any(shares) else ""
    low, high = (f"{math.floor(one):,}" for one in (found[0], found[-1]))
    return f"{low}{sign}" if low == high else f"{low}–{high}{sign}"


def relations() -> str:
    """Return what each relation that talk tells says, in which plan, and in how many lives a task can ask for it."""
    there: Counter[str] = Counter()
    for name in PEOPLE:
        store = untouched(load(name)).store
        there.update(one for one in SENTENCES if those(store, facts(name), (one,)))
    rows = [(f"`{one}`", of.means, f"`{of.kind}`", f"{there[one]} of {len(PEOPLE)}") for one, of in SENTENCES.items()]
    return table(("Relation", "`value`", "Told in", "Lives"), rows)


def tasks(jobs: int, drawn: bool) -> str:
    """Return which tasks are drawn and, unless they are drawn alone, proved for whom."""
    return lives_tasks.told(lives_tasks.drawn(), "drawn") if drawn else lives_tasks.told(lives_tasks.tried(jobs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", choices=["people", "talk", "relations", "tasks"])
    parser.add_argument("--jobs", type=int, default=1, help="of tasks: processes [1]")
    parser.add_argument("--drawn", action="store_true", help="of tasks: draw alone, in one process, and prove none")
    given = parser.parse_args()
    if given.drawn and (given.tables != ["tasks"] or given.jobs > 1):
        parser.error("--drawn goes with tasks alone, in one process")
    made = {"people": people, "talk": talk, "relations": relations, "tasks": lambda: tasks(given.jobs, given.drawn)}
    for name in given.tables or ["people", "talk"]:
        put(PAGES.get(name, PAGE), name, SCRIPT, made[name](), " --drawn" * given.drawn)


if __name__ == "__main__":
    main()
