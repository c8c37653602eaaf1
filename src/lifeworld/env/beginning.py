"""How an episode begins: the screen that its owner left, with what was typed there."""

from lifeworld import apps
from lifeworld.core.actions import Action, Click, Ref, SetValue
from lifeworld.core.errors import WorldFault
from lifeworld.core.observation import View
from lifeworld.env.drivers.driver import Driver
from lifeworld.env.solution_driver import found_in
from lifeworld.taskkit.user import Control, button, field
from lifeworld.web.language import HERE, _, speaking
from lifeworld.web.states import SHELL, State
from lifeworld.world import World


async def begun(driver: Driver, world: World, state: str) -> View:
    """Open a world on the screen of a state, and return what is there.

    Raises:
        Fault: the state does not exist in this world, or the driver broke.
    """
    place = placed(state)
    app = state.partition(".")[0] if "." in state else ""
    view = await driver.open(world, (f"/{app}" if app else "") + _path(place, world, state))
    for label, text in place.typed.items():
        control = field(_said(label, app, world))
        view = await _done(driver, SetValue(target=_found(view, control), value=text))
    if place.opened:
        view = await _done(driver, Click(target=_found(view, button(_said(place.opened, app, world)))))
    return view


def _said(label: str, app: str, world: World) -> str:
    """Return what a control is called in the language of the world; a state names it in English."""
    folder = next((one.folder for one in world.apps if one.id == app), HERE)
    with speaking(world.look.language, folder):
        return _(label)


def placed(state: str) -> State:
    """Return the state of a name: the shell's, or APP.NAME."""
    app, _, name = state.rpartition(".")
    known = apps.by_id()[app].states if app else SHELL
    return next(one for one in known if one.name == name)


def _path(place: State, world: World, state: str) -> str:
    try:
        return place.path(world.store)
    except LookupError as error:
        raise WorldFault(f"the state {state} is not in this world: {error}") from error


def _found(view: View, control: Control) -> Ref:
    found = found_in(view.tree, control)
    if len(found) != 1:
        raise WorldFault(f"{'no' if not found else len(found)} {control} on {view.url}, where a state begins")
    return Ref(id=found[0].ref)


async def _done(driver: Driver, action: Action) -> View:
    feedback = await driver.act(action)
    if not feedback.ok:
        raise WorldFault(f"a state can't begin with {action.type}: {feedback.text}")
    return await driver.view()
