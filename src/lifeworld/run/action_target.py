"""The target of an action: its place on the screen, and its control."""

from typing import Any

from lifeworld.core.actions import Action, Point, Ref
from lifeworld.core.observation import Box, Node, Observation, View


def target_box(action: Action, view: View | Observation) -> Box | None:
    """Return the target of an action on the screenshot, in fractions of its width and height."""
    target = getattr(action, "target", None) or next(iter(getattr(action, "path", ())), None)
    if isinstance(target, Point):
        return Box(target.x, target.y, 0, 0)
    node = view.tree.by_ref(target.id) if isinstance(target, Ref) else None
    if node is None or node.box is None:
        return None
    width, height = view.size
    return Box(node.box.x / width, node.box.y / height, node.box.width / width, node.box.height / height)


def target_control(action: Action, tree: Node) -> dict[str, Any]:
    """Return the name and role of the control that an action refers to, and its number among equal ones."""
    target = getattr(action, "target", None)
    node = tree.by_ref(target.id) if isinstance(target, Ref) else None
    if node is None:
        return {}
    same = [one.ref for one in tree.all(node.role, node.name)]
    return {"on": node.name, "role": node.role, "nth": same.index(node.ref)}
