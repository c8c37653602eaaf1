"""Makes the page docs/tasks.md: plain verbs by app, with their tasks; rubric items and lines a task."""

import ast
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import lifeworld.tasks
from lifeworld import apps
from lifeworld.core.verdict import Item
from lifeworld.store import Changes
from lifeworld.taskkit.catalogue import apps_of, tasks
from lifeworld.taskkit.draw import Instance, drawn
from lifeworld.verify.happened import Happened
from lifeworld.verify.judge import judge
from lifeworld.world.profiles import NAMES
from lifeworld.world.tables import by_name

DAILY, HARD = "daily", "hard"
FOLDER = Path(lifeworld.tasks.__file__).parent


def page() -> str:
    """Return the page."""
    return "\n".join([*_head(), *_rubrics(), *_long(), *_lines(), *_daily()]) + "\n"


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


def _long() -> Iterator[str]:
    """Yield what the long tasks are; that their solutions take so many actions is held by tests/tasks/test_hard.py."""
    long = [one for one in tasks() if HARD in one.tags]
    most = max(len(apps_of(one)) for one in long)
    yield "## Long tasks\n"
    yield f"{len(long)} tasks are tagged `{HARD}`: their solutions take some 20 to 60 actions, none of them padding,"
    yield f"4 to 12 of them writes, in up to {most} apps. One collects over long lists, reconciles"
    yield "two apps line by line, decides under constraints, undoes somebody's mistake, acts on what comes"
    yield "meanwhile. Each has a rubric of eight items or more, and at least twice the steps of others.\n"
    yield "```sh\nlifeworld eval --agent tree --tag hard\n```\n"
    yield "They are of several apps, so a report tells them under “Several apps”; the suite score is of single-app"
    yield "tasks. What agents without a model get stands in [Baselines](baselines.md#how-far-they-get).\n"


def items_of(instance: Instance) -> tuple[Item, ...]:
    """Return the items of an instance, met or not."""
    nothing = Happened(Changes(), instance.world.store.now.date())
    return judge(nothing, instance.expectation, by_name()).items


def _lines() -> Iterator[str]:
    yield "## Lines a task\n"
    yield "Lines of Python as they stand, imports and all. What several tasks share (ways, texts, parameters) lies in"
    yield "the same folder: the fourth column takes it in, the last is the median of the tasks' classes alone.\n"
    yield "| folder | tasks written | lines | lines a task | lines of its class |\n|---|---|---|---|---|"
    every: list[tuple[int, list[int]]] = []
    for folder in sorted(path for path in FOLDER.iterdir() if (path / "__init__.py").exists()):
        texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
        every.append((sum(text.count("\n") for text in texts), [size for text in texts for size in _sizes(text)]))
        yield _line(folder.name, *every[-1])
    yield _line("all", sum(lines for lines, _ in every), [size for _, sizes in every for size in sizes]) + "\n"


def _line(name: str, lines: int, sizes: list[int]) -> str:
    return f"| {name} | {len(sizes)} | {lines:,} | {lines / len(sizes):.1f} | {median(sizes):.0f} |"


def _sizes(text: str) -> Iterator[int]:
    """Yield the lines of each task of a file: a class that says goals, or is a task by goals that it shares."""
    for node in (one for one in ast.parse(text).body if isinstance(one, ast.ClassDef)):
        goals = any(isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "goals" for one in node.body)
        if goals or "Task" in map(ast.unparse, node.bases):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def _daily() -> Iterator[str]:
    found = [one for one in tasks() if DAILY in one.tags]
    yield "## Plain verbs\n"
    yield "What people ask of a phone every day, one thing each: a command, a question that one screen answers, or a"
    yield f"screen to be shown. `--tag {DAILY}` takes these {len(found)}, beside the tasks that do more.\n"
    yield "| app | what is asked | task |\n|---|---|---|"
    for app in apps.installed():
        for one in (one for one in found if one.home() == app.id):
            yield f"| {app.name} | {(one.__doc__ or '').splitlines()[0]} | `{one.id}` |"
