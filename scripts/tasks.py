"""Makes the page docs/tasks.md: plain verbs by app, with their tasks; rubric items a task by category."""

from collections.abc import Iterator
from statistics import mean

from lifeworld import apps
from lifeworld.core.verdict import Item
from lifeworld.store import Changes
from lifeworld.taskkit.catalogue import tasks
from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.verify.judge import Happened, judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

DAILY = "daily"


def page() -> str:
    """Return the page."""
    return "\n".join([*_head(), *_rubrics(), *_daily()]) + "\n"


def _head() -> Iterator[str]:
    yield "# Tasks\n"
    yield f"{len(tasks())} tasks. `lifeworld tasks` lists them all, `lifeworld tasks --app todo --tag short` some.\n"


def _rubrics() -> Iterator[str]:
    yield "## Rubric items\n"
    yield "[Partial credit](verification.md#the-verdict) of all tasks, one instance for one person each.\n"
    yield "| category | tasks | items a task | fewest | most |\n|---|---|---|---|---|"
    counts = {one: len(items_of(drawn(one.id, NAMES[0], 0))) for one in tasks()}
    for category in sorted({one.category() for one in counts}):
        found = [count for one, count in counts.items() if one.category() == category]
        yield f"| {category} | {len(found)} | {mean(found):.1f} | {min(found)} | {max(found)} |"
    yield f"| all | {len(counts)} | {mean(counts.values()):.1f} | {min(counts.values())} | {max(counts.values())} |\n"


def items_of(instance: Instance) -> tuple[Item, ...]:
    """Return the items of an instance, met or not."""
    nothing = Happened(Changes(), instance.world.store.now.date())
    return judge(nothing, instance.expectation, by_name()).items


def _daily() -> Iterator[str]:
    found = [one for one in tasks() if DAILY in one.tags]
    yield "## Plain verbs\n"
    yield "What people ask of a phone every day, one thing each: a command, a question that one screen answers, or a"
    yield f"screen to be shown. `--tag {DAILY}` takes these {len(found)}, beside the tasks that do more.\n"
    yield "| app | what is asked | task |\n|---|---|---|"
    for app in apps.installed():
        for one in (one for one in found if one.home() == app.id):
            yield f"| {app.name} | {(one.__doc__ or '').splitlines()[0]} | `{one.id}` |"
