"""Draws the screens of an episode that was played without pictures, by playing it once more in a browser."""

from collections.abc import Iterator
from dataclasses import asdict

from lifeworld.agents.replay import labelled
from lifeworld.core.actions import Action, Ref
from lifeworld.core.errors import UserError
from lifeworld.core.jsontext import json_text
from lifeworld.core.observation import Box, Node, Observation
from lifeworld.core.trajectory import Step
from lifeworld.env.environment import SyncEnvironment
from lifeworld.env.opening import opened
from lifeworld.report.episodes import DRAWN
from lifeworld.run.episode import aim
from lifeworld.run.folder import Folder
from lifeworld.run.plan import Planned


def draw(folder: Folder, episode: str) -> int:
    """Play an episode once more in a browser, keep a picture of each screen, and return how many there are.

    Raises:
        UserError: there is no such episode, no browser, or the screens are no longer those that were recorded.
    """
    found = next((one for one in folder.episodes() if one["episode"] == episode), None)
    if found is None:
        raise UserError(f"{folder.path} has no episode {episode}")
    planned = Planned.from_json(found["planned"])
    if planned.channel == "tools":
        raise UserError(f"episode {episode} was played by tools: there are no screens to draw")
    steps = folder.steps(episode)
    with opened("chromium") as environment:
        first = environment.reset(planned.configuration)
        screens = [
            {"image": folder.keep_image(picture), "box": asdict(box) if box else None}
            for picture, box in _screens(environment, first, steps)
        ]
    folder.write(DRAWN.format(episode), json_text(screens).encode())
    return len(screens)


def _screens(environment: SyncEnvironment, now: Observation, steps: list[Step]) -> Iterator[tuple[bytes, Box | None]]:
    """Yield each step's picture and where on it the action goes, seeing that it is the screen that was recorded."""
    for step in steps:
        if (now.url, now.title) != (step.url, step.title) or now.screenshot is None:
            raise UserError(f"the screen of step {step.number + 1} is another one now: {now.url}, not {step.url}")
        action = _aimed(step, now.tree) if step.action else None
        yield now.screenshot, aim(action, now) if action else None
        if action:
            now = environment.step(action)


def _aimed(step: Step, tree: Node) -> Action:
    """Return a step's action, aimed at the control of the same role and name."""
    assert step.action is not None
    node = labelled(tree, step) if step.role else None
    return step.action.model_copy(update={"target": Ref(id=node.ref)}) if node else step.action
