"""Where places went that should have arrived elsewhere: turned about, scaled, moved, or refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, linear_regression

from lifeworld.web.look import Device

_SURE = 0.004  # by which a scale differs from one
_KNOWN = 0.01  # by which a scale differs from one that has a name


@dataclass(frozen=True)
class Pair:
    """A place that was meant, the one that it arrived at, and why it did not arrive."""

    meant: tuple[float, float]
    got: tuple[float, float] | None
    why: str = ""


@dataclass(frozen=True)
class Line:
    """got = scale × meant + moved, along one axis; `off` is how far the farthest lies from that."""

    scale: float
    moved: float
    off: float


def displaced(pairs: Sequence[Pair], device: Device, most: float) -> str:
    """Return how places differ from those that were meant by more than so many pixels; "" if none does."""
    landed = [pair for pair in pairs if pair.got]
    lost = [pair for pair in pairs if not pair.got]
    if not landed:
        return f"places arrive nowhere{_because(lost)}"
    found = _moved(landed, device, most)
    if not (found or lost):
        return ""
    left = f"{len(lost)} of {len(pairs)} places arrive nowhere{_because(lost)}" if lost else ""
    return "; ".join(filter(None, (found, left)))


def _moved(landed: Sequence[Pair], device: Device, most: float) -> str:
    if _off(landed, lambda x, y: (x, y)) <= most:
        return ""
    across, down = device.width / device.height, device.height / device.width
    by_pixels = _off(landed, lambda x, y: (y, x)) <= most
    by_parts = _off(landed, lambda x, y: (y * across, x * down)) <= most * max(across, down)
    if len(landed) > 1 and (by_pixels or by_parts):
        return "coordinates have x and y swapped"
    lines = [_line([(pair.meant[axis], pair.got[axis]) for pair in landed if pair.got]) for axis in (0, 1)]
    if len(landed) < 3 or max(line.off for line in lines) > 2 * most:
        worst = max(landed, key=_distance)
        return (
            f"coordinates are off by up to {_distance(worst):.0f} pixels, at {worst.meant[0]:.0f}, {worst.meant[1]:.0f}"
        )
    return _told(lines, device, most)


def _told(lines: Sequence[Line], device: Device, most: float) -> str:
    scaled = [
        f"scaled by {line.scale:.3g} of the {side}"
        for line, side in zip(lines, ("width", "height"), strict=True)
        if abs(line.scale - 1) > _SURE
    ]
    offset = [
        f"off by {abs(line.moved):.0f} pixels {way[line.moved < 0]}"
        for line, way in zip(lines, (("to the right", "to the left"), ("downwards", "upwards")), strict=True)
        if abs(line.moved) > most
    ]
    told = f"coordinates are {' and '.join([*scaled, *offset])}" if scaled or offset else "coordinates are off"
    return told + _hint(lines[0].scale, lines[1].scale, device)


def _hint(across: float, down: float, device: Device) -> str:
    known = {
        "as if pixels of the screen counted on a grid of 1000": (device.width / 1000, device.height / 1000),
        "as if a grid of 1000 counted pixels of the screen": (1000 / device.width, 1000 / device.height),
        "as on the screen before it was turned": (device.width / device.height, device.height / device.width),
        "as if the device's ratio counted twice": (device.ratio, device.ratio),
        "as if the device's ratio were divided out twice": (1 / device.ratio, 1 / device.ratio),
    }
    named = [
        name
        for name, (x, y) in known.items()
        if abs(across / x - 1) < _KNOWN and abs(down / y - 1) < _KNOWN and abs(x - 1) + abs(y - 1) > _KNOWN
    ]
    return f" ({named[0]})" if named else ""


def _line(pairs: Sequence[tuple[float, float]]) -> Line:
    """Return the straight line that lies nearest to the pairs."""
    meant, got = zip(*pairs, strict=True)
    scale, moved = linear_regression(meant, got) if len(set(meant)) > 1 else (1.0, fmean(got) - meant[0])
    return Line(scale, moved, max(abs(scale * x + moved - y) for x, y in pairs))


def _off(pairs: Sequence[Pair], change: Callable[[float, float], tuple[float, float]]) -> float:
    return max(_distance(Pair(change(*pair.meant), pair.got)) for pair in pairs)


def _distance(pair: Pair) -> float:
    return max(abs(a - b) for a, b in zip(pair.meant, pair.got or pair.meant, strict=True))


def _because(lost: Sequence[Pair]) -> str:
    why = next((pair.why for pair in lost if pair.why), "")
    return f": {why}" if why else ""
