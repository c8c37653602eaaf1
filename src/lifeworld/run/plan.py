"""Plans the episodes of a config, the same ones each time."""

import fnmatch
import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from functools import cached_property, lru_cache
from itertools import chain, islice, product, zip_longest
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import lifeworld
import lifeworld.tasks
from lifeworld import apps
from lifeworld.core.choices import CHOSEN_AXES
from lifeworld.core.counting import counted, joined
from lifeworld.core.errors import UserError, hint
from lifeworld.core.processes import seldom
from lifeworld.env.channels import by_tools, check_channel
from lifeworld.run.config import RunConfig
from lifeworld.run.sampling import Sampler, can_be_parts, composed_tasks, drawable, kind_of_task, split_of, why_undrawn
from lifeworld.taskkit.catalogue import apps_of, find, tasks
from lifeworld.taskkit.configuration import Configuration
from lifeworld.taskkit.kit import Task
from lifeworld.world.profiles import NAMES

Key: TypeAlias = tuple[str | int, ...]
_TRIES = 20  # composed tasks for each that is wanted
_NAMED = 3  # tasks that are left out, at most
EASY = "easy"  # the tag of tasks of one app whose solution was measured to take few actions
EASY_KINDS = ("modify", "navigate")  # which want no answer, no question and no refusal
EASY_MOST = 6  # actions of a solution, the last “done” included
EASY_LIST = Path(lifeworld.tasks.__file__).parent / "easy.txt"


@dataclass(frozen=True)
class Planned:
    """One agent on one configuration once."""

    agent: str
    channel: str
    driver: str
    configuration: Configuration
    repeat: int
    seed: int

    COLUMNS: ClassVar = ("agent", "channel", "driver", *(one.name for one in fields(Configuration)), "repeat", "seed")

    @property
    def key(self) -> Key:
        """All that identifies the episode, in the order of `COLUMNS`."""
        configured = vars(self.configuration).values()
        return (self.agent, self.channel, self.driver, *configured, self.repeat, self.seed)

    @cached_property
    def id(self) -> str:
        """A hash of all that identifies the episode, and of the version that runs it."""
        told = asdict(self)
        if "keyboard" not in self.configuration.varied:  # an axis that came later: what lacks it keeps its id
            del told["configuration"]["keyboard"]
        written = json.dumps([told, lifeworld.__version__], sort_keys=True, allow_nan=False)
        return hashlib.blake2b(written.encode(), digest_size=8).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Planned":
        return cls(**{**data, "configuration": Configuration.from_json(data["configuration"])})


def plan(config: RunConfig) -> list[Planned]:
    """Return the episodes of a run, in the order in which they are started.

    Raises:
        UserError: an app, tag, task or profile does not exist, nothing is left to run, or the driver lacks a channel.
    """
    for channel in config.seen_through:
        check_channel(config.driver, channel)
    with seldom():
        configurations = configured(config)
        return [
            Planned(agent, channel, config.driver, configuration, repeat, config.seed)
            for repeat in range(config.repeats)
            for configuration in configurations
            for channel in config.seen_through
            for agent in config.agents
        ]


def configured(config: RunConfig) -> list[Configuration]:
    """Return the configurations of a run: each task's instances, the apps in turn, cut at the limit.

    Where apps are named, their own tasks come first, then those that touch them among others. What can't be drawn in a
    life is left out.
    """
    return _chosen(config, [])


def _chosen(config: RunConfig, undrawn: list[Configuration] | None) -> list[Configuration]:
    """Return the configurations of a run; what can't be drawn goes to `undrawn`, without which none is tried."""
    chosen = list(selected(config))
    if not chosen:
        pages = ", and ends elsewhere than on a page, which “tools” has none of" * ("tools" in config.seen_through)
        named = {"of these": config.tasks, "in these apps": config.apps, "with these tags": config.tags}
        these = " ".join(words for words, given in named.items() if given)
        raise UserError(f"there is no task {these}{pages}; `lifeworld tasks` shows what there is")
    refuse_beyond(chosen, config.phrasings)
    for template, language in product(chosen, config.goal_languages):
        template.phrasings(language)  # refused where nobody has written its goals in that language
    every = _plain(chosen, config)
    plain = every if undrawn is None else drawable(every, undrawn)
    found = list(islice(plain, config.limit) if config.horizon == (1,) else _by_horizon(chosen, plain, config))
    if not found and undrawn:
        raise UserError(f"none of these tasks can be drawn: {undrawn[0].id}: {why_undrawn(undrawn[0])}")
    if not found:
        advice = "take more tasks or instances, or another split"
        raise UserError(f"none of these configurations is in the split {config.split} by {config.held_out}; {advice}")
    return found


def _plain(chosen: list[type[Task]], config: RunConfig) -> Iterator[Configuration]:
    """Yield the configurations of tasks as they are."""
    own = [one for one in chosen if not config.apps or one.category() == "single"]
    order, sampler = random.Random(f"order {config.seed}"), Sampler(config)
    for templates in (own, [one for one in chosen if one not in own]):
        for n, template in product(range(config.instances), _in_turn(templates, order)):
            yield from _of_split(sampler.configurations(template, n), config)


def _of_split(found: Iterable[Configuration], config: RunConfig) -> Iterator[Configuration]:
    return (one for one in found if not config.split or split_of(one, config.held_out) == config.split)


def _by_horizon(chosen: list[type[Task]], plain: Iterator[Configuration], config: RunConfig) -> Iterator[Configuration]:
    """Yield configurations of each horizon, as many of one as of another; parts are of what is run alone, if any.

    With a limit, only what can be a part is run alone, and at least twice as many tasks as the longest has parts: of
    fewer, hardly any go together.
    """
    alone, share = _shares(config)
    if share:
        plain = (one for one in plain if can_be_parts([find(one.task)]))
    single = list(islice(plain, alone)) if 1 in config.horizon else []
    templates = [find(one.task) for one in single] if 1 in config.horizon else chosen
    pool = can_be_parts([one for one in templates if may_be_in_split(one.id, config)])
    count, sampler = share or len(pool) * config.instances, Sampler(config)
    longer = (composed_tasks(pool, parts, config.seed, sampler) for parts in config.horizon if parts > 1)
    most = _TRIES * count  # of a split, few may be; of one that holds none, all would be tried for ever
    several = [list(islice(_of_split(chain.from_iterable(islice(one, most)), config), count)) for one in longer]
    by_horizon = [single, *several]
    return islice((one for row in zip_longest(*by_horizon) for one in row if one), config.limit)


def _shares(config: RunConfig) -> tuple[int | None, int | None]:
    """Return how many configurations are run alone, and how many of each longer horizon; None without a limit."""
    if not config.limit or config.horizon[-1] == 1:
        return config.limit, config.limit
    several = len(config.horizon) - (config.horizon[0] == 1)
    share = -(-config.limit // len(config.horizon))
    alone = min(max(share, 2 * config.horizon[-1]), max(share, config.limit - several))
    if 1 in config.horizon:
        share = min(share, -(-(config.limit - alone) // several))
    return alone, share


def may_be_in_split(task: str, config: RunConfig) -> bool:
    """Return whether a task may be a part of what is run: where tasks are held out, only with its like."""
    by_task = config.held_out in ("task", "app") and config.split
    return not by_task or split_of(Configuration(task, NAMES[0]), config.held_out) == config.split


def composition(config: RunConfig) -> str:
    """Return a line with the number of configurations by app, the skipped ones, and those beyond the limit."""
    undrawn: list[Configuration] = []
    found = _chosen(config, undrawn)
    taken, lost = (Counter(kind_of_task(one.task) for one in those) for those in (found, undrawn))
    alone = config.model_copy(update={"limit": None, "horizon": (1,)})
    every = Counter(kind_of_task(one.task) for one in _chosen(alone, None)) if 1 in config.horizon else Counter()
    left = f"; the limit leaves out {_counts(every - taken - lost)}" if every - taken - lost else ""
    many, alike = counted(taken.total(), "configuration"), len({one.task for one in found})
    many += f" of {counted(alike, 'task')}" if alike < taken.total() else ""
    return f"{many} for each agent: {_counts(taken)}{_without(found, undrawn)}{_idle(config)}{_by_chance(config)}{left}"


def _without(found: Iterable[Configuration], undrawn: Iterable[Configuration]) -> str:
    """Return how many tasks are skipped because a profile lacks what they need."""
    lost = {one.task for one in undrawn}
    every = lost | {one.task for one in found}
    lives = sorted({one.profile for one in undrawn})
    tasks_of = {life: sorted({one.task for one in undrawn if one.profile == life}) for life in lives}
    named = {life: ", ".join([*of[:_NAMED], *["…"] * (len(of) > _NAMED)]) for life, of in tasks_of.items()}
    alone = len(lives) == 1
    which = named[lives[0]] if alone else "; ".join(f"{of} in {life}'s life" for life, of in named.items())
    where = f"in {lives[0]}'s life" if alone else "in some lives"
    told = f"; {len(lost)} of {counted(len(every), 'task')} can't be drawn {where}, and "
    return f"{told}{'is' if len(lost) == 1 else 'are'} left out{'' if alone else ' there'} ({which})" if lost else ""


def _idle(config: RunConfig) -> str:
    """Return which layouts and keyboards are left out on which devices, since they change nothing there."""
    told = dict.fromkeys(why.partition("; ")[0] for why in config.looks_without_effect.values())
    return "".join(f"; {one}, and is left out there" for one in told)


def _by_chance(config: RunConfig) -> str:
    """Return which axes were given several values, of which each configuration has one that is drawn."""
    given = ((axis, f"{axis}s") for axis in ("profile", *CHOSEN_AXES) if axis not in config.crossed)
    named = [axis for axis, key in given if key in config.model_fields_set and len(getattr(config, key)) > 1]
    are = "is" if len(named) == 1 else "are"
    return f"; {joined(named)} {are} drawn for each (--crossed {','.join(named)}: every value)" if named else ""


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {app}" for app, number in counts.items())


def _in_turn(templates: list[type[Task]], order: random.Random) -> list[type[Task]]:
    """Return templates shuffled within their app, the apps taking turns."""
    by_app: dict[str, list[type[Task]]] = {}
    for template in templates:
        by_app.setdefault(template.id.split(".")[0], []).append(template)
    for several in by_app.values():
        order.shuffle(several)
    return [one for row in zip_longest(*by_app.values()) for one in row if one]


def selected(config: RunConfig) -> Iterator[type[Task]]:
    """Yield the tasks that the filters leave."""
    _known("app", config.apps, [*apps.by_id()])
    _known("tag", config.tags, sorted({tag for one in tasks() for tag in tags_of(one)}))
    wanted = {one for name in config.tasks for one in _named(name)}
    named = {one for one in map(find, wanted) if one.parts}
    for template in (*tasks(), *sorted(named, key=lambda one: one.id)):
        in_apps = not config.apps or set(config.apps) & set(apps_of(template))
        tagged = not config.tags or set(config.tags) & set(tags_of(template))
        offered = "tools" not in config.seen_through or by_tools(template)  # the same under every channel
        if in_apps and tagged and offered and (not wanted or template.id in wanted):
            yield template


def refuse_beyond(chosen: Iterable[type[Task]], phrasings: int) -> None:
    """See that one of these tasks at least has so many phrasings.

    Raises:
        UserError: none has; tells how many there are.
    """
    if all(len(one.phrasings()) < phrasings for one in chosen):
        most = max(len(one.phrasings()) for one in chosen)
        raise UserError(
            f"phrasings = {phrasings}: these tasks have {most} at most; `lifeworld tasks --json` lists them"
        )


def _named(name: str) -> list[str]:
    """Return the ids that a name stands for: one, or with a `*` all that fit."""
    found = fnmatch.filter([one.id for one in tasks()], name) if "*" in name else [find(name).id]
    if not found:
        raise UserError(f"no task is called “{name}”; `lifeworld tasks` lists them all")
    return found


def tags_of(template: type[Task]) -> tuple[str, ...]:
    """Return the tags of a task: its own, what follows from what it says, and whether it is easy."""
    own = (*template.tags, *_following(template), template.kind(), template.category())
    return (*dict.fromkeys(own), *[EASY] * (template.id in easy()))


def _following(template: type[Task]) -> Iterator[str]:
    if template.says("effects") and template.says("answer"):
        yield "effects and answer"
    if template.goal_update:
        yield "goal-update"
    elif template.trigger:
        yield "moving"
        if template.distractor:
            yield "ignore"
        elif "wait" not in template.tags:
            yield "adapt"


@lru_cache(maxsize=1)
def easy() -> frozenset[str]:
    """Return the ids of the easy tasks; those of one's own are none, since nobody has measured them."""
    return frozenset(line for line in EASY_LIST.read_text().splitlines() if not line.startswith("#"))


def _known(what: str, names: tuple[str, ...], known: list[str]) -> None:
    for name in names:
        if name not in known:
            near = apps.nearest(name) if what == "app" else hint(name, known)
            raise UserError(f"no {what} “{name}”; {near}")
