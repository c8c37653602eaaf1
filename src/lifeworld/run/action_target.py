"""The target of an action: its place on the screen, and its control."""

from typing import Any

from lifeworld.core.actions import Action, Button, Click, Drag, Move, Point, Ref, SetValue, Text, UploadFile
from lifeworld.core.observation import CONTROLS, Box, Node, Observation, View
from lifeworld.core.trajectory import Pressed

_AIMED = (Button, Click, Drag, Move, SetValue, Text, UploadFile)  # a scroll moves the page, wherever the pointer is

_CHOICES = ("button", "checkbox", "radio")  # several under one name, each of which may say as little as “Never”


def target_box(action: Action, view: View | Observation) -> Box | None:
    """Return the target of an action on the screenshot, in fractions of its width and height."""
    target = _target(action)
    if isinstance(target, Point):
        return Box(target.x, target.y, 0, 0)
    node = view.tree.by_ref(target.id) if isinstance(target, Ref) else None
    return _fractions(node.box, view.size) if node and node.box else None


def target_control(action: Action, tree: Node) -> dict[str, Any]:
    """Return the name and role of the control that an action refers to, and its number among equal ones."""
    target = getattr(action, "target", None)
    node = tree.by_ref(target.id) if isinstance(target, Ref) else None
    if node is None:
        return {}
    same = [one.ref for one in tree.all(node.role, node.name)]
    return {"on": node.name, "role": node.role, "nth": same.index(node.ref)}


def target_pressed(action: Action, view: View | Observation) -> Pressed | None:
    """Return what lies where an action is aimed, the same whether by a reference or by a point; None without a place.

    A reference stands for the middle of its control, where it is pressed. What is typed without a target goes to the
    control that has the focus.
    """
    if not isinstance(action, _AIMED):
        return None
    aim = _aim(action, view)
    if aim is None:
        return None
    if aim.box is None:
        return Pressed(None, aim.name, aim.role, _group(aim, view.tree))
    found = _control_at(view.tree, *aim.box.centre) or Node("", box=Box(*aim.box.centre, 0, 0))
    assert found.box
    return Pressed(_fractions(found.box, view.size), found.name, found.role, _group(found, view.tree))


def _target(action: Action) -> Any:
    """Return the point or the reference that an action names, a path's first; None where it names none."""
    return getattr(action, "target", None) or next(iter(getattr(action, "path", ())), None)


def _fractions(box: Box, size: tuple[int, int]) -> Box:
    return Box(box.x / size[0], box.y / size[1], box.width / size[0], box.height / size[1])


def _aim(action: Action, view: View | Observation) -> Node | None:
    """Return the node that an action is aimed at; for a point one of no name and size."""
    target = _target(action)
    if isinstance(target, Point):
        return Node("", box=Box(target.x * view.size[0], target.y * view.size[1], 0, 0))
    if isinstance(target, Ref):
        node = view.tree.by_ref(target.id)
        return _list_of(node, view.tree) if node and node.role == "option" else node
    return next((node for node in view.tree.walk() if "focused" in node.states), None)


def _list_of(option: Node, tree: Node) -> Node:
    """Return the field that an option is chosen from, as the option is drawn while that is open only."""
    lists = (node for node in tree.walk() if node.role in ("combobox", "listbox"))
    return next((node for node in lists if any(one.ref == option.ref for one in node.walk())), option)


def _group(control: Node, tree: Node) -> str:
    """Return the name of the innermost group that a choice is in."""
    groups = tree.all("group") if control.role in _CHOICES else ()
    around = [one.name for one in groups if one.name and any(node.ref == control.ref for node in one.walk())]
    return around[-1] if around else ""


def _control_at(tree: Node, x: float, y: float) -> Node | None:
    """Return the smallest control there, which is the innermost one."""
    there = [node for node in tree.walk() if node.role in CONTROLS and node.box and _holds(node.box, x, y)]
    return min(there, key=lambda node: node.box.width * node.box.height if node.box else 0, default=None)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height
