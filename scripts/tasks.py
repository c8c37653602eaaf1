"""Makes the page docs/tasks.md: plain verbs by app, with their tasks."""

from collections.abc import Iterator

from lifeworld import apps
from lifeworld.taskkit.catalogue import tasks

DAILY = "daily"


def page() -> str:
    """Return the page."""
    return "\n".join([*_head(), *_daily()]) + "\n"


def _head() -> Iterator[str]:
    yield "# Tasks\n"
    yield f"{len(tasks())} tasks. `lifeworld tasks` lists them all, `lifeworld tasks --app todo --tag short` some.\n"


def _daily() -> Iterator[str]:
    found = [one for one in tasks() if DAILY in one.tags]
    yield "## Plain verbs\n"
    yield "What people ask of a phone every day, one thing each: a command, a question that one screen answers, or a"
    yield f"screen to be shown. `--tag {DAILY}` takes these {len(found)}, beside the tasks that do more.\n"
    yield "| app | what is asked | task |\n|---|---|---|"
    for app in apps.installed():
        for one in (one for one in found if one.home() == app.id):
            yield f"| {app.name} | {(one.__doc__ or '').splitlines()[0]} | `{one.id}` |"
