"""Plans over the tree without a model: it looks for the screen and the candidate that say most of what the goal names.

No model and no knowledge of any app: what it knows of apps it has read off their screens in the episode.
"""

import re
from collections.abc import Callable, Iterator

from lifeworld.agents.agent import Agent, need_screen
from lifeworld.agents.answering import Line, answer
from lifeworld.agents.candidate_actions import GOES, CandidateAction, Fill, candidate_actions
from lifeworld.agents.goal import Goal, Mention, words
from lifeworld.agents.screens import Screen, Screens, Way
from lifeworld.core.actions import Action, Click, Done, Message, Navigate, Ref, SetValue, Text
from lifeworld.core.observation import Node, Observation

_STEPS = 38  # then it stops
_LOOKS = 14  # screens that it looks at before it makes do with what it has found
_AREAS = 6  # apps that it goes through where the goal names none
_SURE = 0.95  # a candidate of this worth is done at once
_WORTH = 0.45  # the least that a candidate must be worth
_NAMED = 4  # things that a question names at most
_FOLLOWED = 5  # further buttons of one candidate: next, review, confirm


class TreeAgent(Agent):
    """Explores best first, fills in and presses what says most of the goal, checks that it took, and answers."""

    def begin(self, goal: str, seed: int) -> None:
        self._screens = Screens(Goal.read(goal))
        self._done: set[tuple[str, str, str]] = set()
        self._said: frozenset[Mention] = frozenset()
        self._steps = 0
        self._took_one = False
        self._plan: Iterator[Action] | None = None
        self._searched: set[Mention] = set()

    @property
    def _goal(self) -> Goal:
        return self._screens.goal

    def act(self, observation: Observation) -> Action:
        need_screen("tree", observation)
        self._now = observation
        self._screen = self._screens.see(observation)
        self._steps += 1
        if self._steps > _STEPS:
            return self._end()
        if self._plan is None:
            self._plan = self._planned()
        return next(self._plan, None) or self._end()

    # The plan: look round, do what is worth most, look on for what is left.

    def _planned(self) -> Iterator[Action]:
        yield from self._find_apps()
        yield from self._find_things()
        yield from self._in_area()
        if not self._took_one and not self._now.answer_schema:
            yield Done(status="infeasible")

    def _find_things(self) -> Iterator[Action]:
        """Enter the app that shows what the goal names; the one that fits best, where none does."""
        named = self._named_things() if len(self._areas) > 1 else []
        for area in self._areas[: _AREAS if named else 0]:
            self._screens.area = area
            if not self._is_found():
                yield from self._search_for(named[0])
            if self._is_found():
                return
        yield from self._enter(self._areas[0] if self._areas else "/")

    def _named_things(self) -> list[Mention]:
        quoted = [one for one in self._goal.of("text", "code") if not one.is_given]
        return quoted or self._goal.of("name")

    def _is_found(self) -> bool:
        return any(map(self._screens.knows, self._named_things()))

    def _in_area(self) -> Iterator[Action]:
        is_to_do = not self._goal.text.rstrip().endswith("?") and " and " in self._goal.text
        if self._now.answer_schema and not is_to_do:
            yield from self._look_round(lambda: False)
        elif self._goal.is_to_show:
            yield from self._show()
        else:
            yield from self._do()

    def _do(self) -> Iterator[Action]:
        for _ in range(3):
            yield from self._look_round(self._is_sure)
            candidate = self._best()
            if candidate is None or candidate.worth < _WORTH:
                return
            yield from self._carry_out(candidate)
            if all(one in self._said or one.kind == "number" for one in self._goal.mentions):
                return

    def _is_sure(self) -> bool:
        candidate = self._best()
        return candidate is not None and candidate.worth >= _SURE

    def _end(self) -> Action:
        asked = self._now.answer_schema
        return Done(answer=answer(self._goal, asked, self._lines(), self._screens.weight)) if asked else Done()

    # Looking

    def _find_apps(self) -> Iterator[Action]:
        """Find the app that the goal names; where it names none, look into each for words that it shares with it."""
        links = [node for node in self._screen.tree.all("link") if re.fullmatch(r"/\w+/", node.href)]
        self._apps = list({node.href: node for node in links}.values())
        text = self._goal.text.lower()
        named = [node.href for node in self._apps if re.search(rf"\b{re.escape(node.name.lower())}\b", text)]
        self._screens.goal = self._goal.less([node.name for node in self._apps])
        if not named:
            for node in self._apps:
                yield Navigate(url=node.href)
        self._areas = named[:1] or self._screens.fitting([node.href for node in self._apps])

    def _enter(self, area: str) -> Iterator[Action]:
        self._screens.area = area
        self._screens.taken[area] += 1
        if not self._now.url.startswith(area):
            yield Navigate(url=area)

    def _look_round(self, found: Callable[[], bool]) -> Iterator[Action]:
        looks = 0
        while looks < _LOOKS and self._steps < _STEPS - 10 and not found():
            looks += 1
            sought = self._sought()
            way = self._screens.best_way()
            if sought is not None and self._search_field() is not None:
                yield from self._search_for(sought)
            elif way is not None:
                yield from self._take(way)
            else:
                return

    def _sought(self) -> Mention | None:
        """Return what the goal names and no screen has shown yet, nor was searched for."""
        named = [*self._named_things(), *self._goal.of("name")] if len(self._searched) < 3 else []
        left = [one for one in named if one not in self._searched and len(one.text) > 2]
        return next((one for one in left if not self._screens.knows(one)), None)

    def _front(self) -> Screen:
        """Return a page of the app that is looked through, of those seen."""
        inside = (page for url, page in self._screens.pages.items() if url.startswith(self._screens.area))
        return next(inside, self._screen)

    def _search_field(self) -> Node | None:
        inside = self._now.url.startswith(self._screens.area)
        return self._screen.tree.find("searchbox") if inside else None

    def _search_for(self, sought: Mention) -> Iterator[Action]:
        """Type into the page's search field, or into that of the page for searching."""
        self._searched.add(sought)
        here = self._screen if self._now.url.startswith(self._screens.area) else self._front()
        if here.tree.find("searchbox") is None:
            links = (node.href for node in here.tree.all("link") if "search" in node.name.lower())
            yield from (Navigate(url=url) for url in list(links)[:1])
        elif here is not self._screen:
            yield Navigate(url=here.url)
        field = self._search_field()
        if field is not None:
            yield Text(text=sought.text, target=Ref(id=field.ref), clear=True, submit=True)

    def _take(self, way: Way) -> Iterator[Action]:
        self._screens.take(way)
        if not way.opener:
            yield Navigate(url=way.url)
            return
        if self._now.url != way.opener:
            yield Navigate(url=way.opener)
        button = self._screen.tree.find("button", way.name)
        if button is not None:
            yield Click(target=Ref(id=button.ref))

    def _show(self) -> Iterator[Action]:
        """Bring up the screen that says most of the goal, and leave it there."""
        yield from self._look_round(lambda: False)
        pages = self._screens.pages.values()
        best = max(pages, key=lambda page: self._aboutness(page), default=None)
        if best is not None and best.url != self._now.url:
            yield Navigate(url=best.url)
        yield Done()

    def _aboutness(self, page: Screen) -> float:
        heading = page.headings
        return self._screens.shared(heading) + 2 * len(self._screens.named(heading)) - 0.05 * len(words(heading))

    # Doing

    def _best(self) -> CandidateAction | None:
        every = [
            candidate
            for page in self._screens.pages.values()
            if page.url.startswith(self._screens.area or "/")
            for candidate in candidate_actions(page, self._screens, self._now.now, self._said)
            if candidate.mark not in self._done
        ]
        return max(every, key=lambda candidate: candidate.worth, default=None)

    def _carry_out(self, candidate: CandidateAction) -> Iterator[Action]:
        self._done.add(candidate.mark)
        if candidate.screen.url != self._now.url:
            yield Navigate(url=candidate.screen.url)
        if self._goal.wants_asking:
            yield from self._ask(candidate)
        yield from self._press(candidate)
        for _ in range(_FOLLOWED):
            further = self._further(candidate)
            if further is None:
                break
            yield from self._press(further)
            self._done.add(further.mark)
        if not self._took(candidate):
            return
        self._took_one = True
        self._said |= {mention for mention, sure in candidate.said.items() if sure >= 0.9}
        self._screens.pages = {self._now.url: self._screen}  # what else was seen may have changed
        self._screens.taken.clear()

    def _took(self, candidate: CandidateAction) -> bool:
        """Return whether a candidate was accepted: no field is marked as wrong, and the page has changed."""
        tree = self._screen.tree
        wrong = any("invalid" in node.states for node in tree.walk()) or tree.find("alert") is not None
        return not wrong and (tree.find("status") is not None or tree != candidate.screen.tree)

    def _press(self, candidate: CandidateAction) -> Iterator[Action]:
        for fill in candidate.fills:
            yield from self._fill(fill)
        button = self._again(candidate.button.node)
        if button is not None:
            yield Click(target=Ref(id=button.ref))

    def _fill(self, fill: Fill) -> Iterator[Action]:
        node = self._again(fill.node)
        if node is not None:
            yield SetValue(target=Ref(id=node.ref), value=fill.value)

    def _again(self, node: Node) -> Node | None:
        """Return the node of the screen now that one of an earlier look at it was."""
        same = list(self._screen.tree.all(node.role, node.name))
        return next((one for one in same if one.ref == node.ref), same[0] if same else None)

    def _further(self, candidate: CandidateAction) -> CandidateAction | None:
        """Return what the candidate leads on to: the button of a next page, unless the page says how it went."""
        invalid = any("invalid" in node.states for node in self._screen.tree.walk())
        if invalid or self._screen.tree.find("status") or self._screens.taken[self._now.url] > 1:
            return None
        offered = candidate_actions(self._screen, self._screens, self._now.now)
        usual = [one for one in offered if words(one.button.node.name) <= GOES | words(candidate.button.node.name)]
        return max((one for one in usual if one.mark not in self._done), key=lambda one: one.worth, default=None)

    def _ask(self, candidate: CandidateAction) -> Iterator[Action]:
        """Ask before the action, by all that the goal names; a no ends it."""
        named = ", ".join(f"“{one.text}”" for one in self._goal.mentions[:_NAMED]) or "this"
        yield Message(text=f"May I {candidate.button.node.name.lower()} {named} now?", expects_reply=True)
        if words(self._now.reply) & words("no don't keep rather leave"):
            yield Done()

    # Answering

    def _lines(self) -> Iterator[Line]:
        for page in self._screens.pages.values():
            for placed in page.placed:
                if not placed.around:
                    texts = (placed.node.name, placed.node.value)
                    yield from (Line(text, placed.row, page.headings) for text in texts if text)
