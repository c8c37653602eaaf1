"""Vega-Lite specifications as plain data. Colours are names of the style sheet's (“$ink”), so a theme is one file."""

from collections.abc import Sequence
from typing import Any

from lifeworld.report.figure import Row, Spec

COLOURS = tuple(f"$c{n}" for n in range(1, 11))  # of agents
PARTS = tuple(f"$k{n}" for n in range(1, 11))  # of a bar: no part looks like an agent
SHARE = {"domain": [-0.02, 1.02]}  # so that nothing lies on the axis or on its last grid line
CLAIMS = ("significant", "not significantly different")
_BAR = 34  # pixels of a bar with what is between two
_LEAST = 0.1  # share up to which an axis goes at least, so that it has two ends where all is nothing
_DASHES = ([1, 0], [7, 3], [2, 2], [9, 3, 2, 3], [4, 2], [1, 3])
_SPAN = {"type": "rule", "strokeWidth": 4, "strokeCap": "round", "opacity": 0.4}
_POINT = {"type": "point", "filled": True, "opacity": 1, "stroke": "$card"}
_STROKES = {"symbolOpacity": 1, "symbolType": "stroke", "symbolSize": 576}
PERCENT = {"labelExpr": "round(100 * datum.value) + ' %'", "tickCount": 5}


def intervals(rows: Sequence[Row], order: Sequence[str], title: str, agents: Sequence[str]) -> Spec:
    """Points with intervals, one line each: `name`, `value`, `low`, `high`; and `group` where names have several.

    Each of `agents`, which are the names or the groups, has its own colour.
    """
    groups = agents if any(row.get("group") for row in rows) else ()
    y: dict[str, Any] = {"field": "name", "type": "nominal", "sort": list(order), "title": None}
    colour = _coloured("group", groups) if groups else {**_coloured("name", agents), "legend": None}
    offset: Spec = {"yOffset": {"field": "group", "sort": list(groups)}} if groups else {}
    y |= {"scale": {"paddingInner": 0.35}} if groups else {}
    x = {"field": "value", "type": "quantitative", "title": _first_up(title), "scale": SHARE, "axis": PERCENT}
    ends = {"x": {**x, "field": "low"}, "x2": {"field": "high"}}
    layers = [
        {"mark": _SPAN, "encoding": ends},
        {"mark": {**_POINT, "size": 90}, "encoding": {"x": x}},
    ]
    height: Spec = {"step": 11, "for": "offset"} if groups else {"step": 30}
    encoding = {"y": y, **offset, "color": colour, "tooltip": _tips(("name", *(("group",) if groups else ()), "text"))}
    return _base(rows, height, layer=layers, encoding=encoding)


def differences(rows: Sequence[Row], order: Sequence[str]) -> Spec:
    """A forest plot: `name`, `value`, `low`, `high` in points, `claim` whether it holds after correction.

    Below each name stands `beside`; there is a key where claims differ.
    """
    y = {"field": "name", "type": "nominal", "sort": list(order), "title": None}
    x = {"field": "value", "type": "quantitative", "title": "Difference in success, points", "axis": {"tickCount": 6}}
    colour = {
        "field": "claim",
        "type": "nominal",
        "title": None,
        "scale": {"domain": list(CLAIMS), "range": ["$ink", "$quiet"]},
        "legend": {"symbolType": "square", "symbolOpacity": 1} if len({row["claim"] for row in rows}) > 1 else None,
    }
    zero = {"mark": {"type": "rule", "color": "$ink", "strokeDash": [3, 3]}, "encoding": {"x": {"datum": 0}}}
    ends = {"y": y, "x": {**x, "field": "low"}, "x2": {"field": "high"}, "color": colour}
    layers = [
        zero,
        {"mark": _SPAN, "encoding": ends},
        {
            "mark": {**_POINT, "size": 90, "shape": "square"},
            "encoding": {"y": y, "x": x, "color": colour, "tooltip": _tips(("name", "text"))},
        },
    ]
    return _base(rows, {"step": 30}, layer=layers)


def curves(
    rows: Sequence[Row], groups: Sequence[str], x: Spec, y: str, band: bool = False, kinds: Sequence[str] = ()
) -> Spec:
    """Lines of `value` over `x` by `group` (and `kind`, by their dashes), with bands from `low` to `high`."""
    dashes = _dashed("kind", kinds) if kinds else _dashed("group", groups)
    across = {"field": "x", "type": "quantitative", **x, "title": _first_up(x["title"])}
    up = {"field": "value", "type": "quantitative", "title": _first_up(y), "scale": SHARE, "axis": PERCENT}
    area = {
        "mark": {"type": "area", "opacity": 0.14, "interpolate": "step-before"},
        "encoding": {"x": across, "y": {**up, "field": "low"}, "y2": {"field": "high"}},
    }
    line = {
        "mark": {"type": "line", "strokeWidth": 2, "interpolate": "step-before" if band else "linear", "clip": True},
        "encoding": {"x": across, "y": up, "strokeDash": dashes, "tooltip": _tips(("group", "text"))},
    }
    return _base(
        rows, 260, layer=[*([area] if band else []), line], encoding={"color": _coloured("group", groups, _STROKES)}
    )


def stacked(rows: Sequence[Row], order: Sequence[str], parts: Sequence[str], title: str) -> Spec:
    """Bars of `share` by `part`, one bar for each `name`; the key has those that occur."""
    there = [part for part in parts if any(row["part"] == part and row["share"] for row in rows)]
    across = {"title": _first_up(title), "axis": PERCENT, "scale": {"domain": [0, 1]}}
    encoding = {
        "y": {"field": "name", "type": "nominal", "sort": list(order), "title": None},
        "x": {"field": "share", "type": "quantitative", "stack": "zero", **across},
        "color": _coloured("part", parts, {"symbolOpacity": 1, "values": there}, PARTS),
        "order": {"field": "place", "type": "quantitative"},
        "tooltip": _tips(("name", "part", "text")),
    }
    bar = {"type": "bar", "height": 0.7 * _BAR, "stroke": "$card", "strokeWidth": 1}
    return _base(rows, _BAR * len(order), mark=bar, encoding=encoding)


def heat(rows: Sequence[Row], across: Sequence[str], down: Sequence[str]) -> Spec:
    """A heat map of `value`, 0 to 1, for each `name` down and `group` across, with the numbers in it."""
    bare = {"domain": False, "ticks": False, "labelOverlap": False}
    encoding = {
        "x": {
            "field": "group",
            "type": "nominal",
            "sort": list(across),
            "title": None,
            "axis": {**bare, "orient": "top"},
        },
        "y": {"field": "name", "type": "nominal", "sort": list(down), "title": None, "axis": bare},
    }
    shade = {
        "field": "value",
        "type": "quantitative",
        "scale": {"domain": [0, 0.5, 1], "range": ["$heat0", "$heat1", "$heat2"]},
        "legend": None,
    }
    layers = [
        {
            "mark": {"type": "rect", "cornerRadius": 3, "stroke": "$card", "strokeWidth": 2},
            "encoding": {"color": shade, "tooltip": _tips(("name", "group", "text"))},
        },
        {
            "mark": {"type": "text", "fontSize": 12},
            "encoding": {"text": {"field": "percent"}, "color": {"value": "$ink"}},
        },
    ]
    return _base(rows, {"step": 22}, layer=layers, encoding=encoding)


def floors(rows: Sequence[Row], order: Sequence[str], groups: Sequence[str], title: str) -> Spec:
    """Points of `value` with a mark at their `floor`, by `name` and `group`."""
    most = max((max(row["value"], row["floor"]) for row in rows), default=0)
    scale = {"domain": [0, _LEAST]} if most < _LEAST else {"zero": True}
    x = {"field": "value", "type": "quantitative", "title": _first_up(title), "axis": PERCENT, "scale": scale}
    layers = [
        {
            "mark": {"type": "rule", "strokeWidth": 1.5, "opacity": 0.6},
            "encoding": {"x": x, "x2": {"field": "floor"}},
        },
        {"mark": {"type": "tick", "thickness": 2, "size": 11}, "encoding": {"x": {**x, "field": "floor"}}},
        {"mark": {**_POINT, "size": 70}, "encoding": {"x": x}},
    ]
    encoding = {
        "y": {"field": "name", "type": "nominal", "sort": list(order), "title": None},
        "yOffset": {"field": "group", "sort": list(groups)},
        "color": _coloured("group", groups),
        "tooltip": _tips(("name", "group", "text")),
    }
    return _base(rows, {"step": 12, "for": "offset"}, layer=layers, encoding=encoding)


def _coloured(field: str, groups: Sequence[str], legend: Spec | None = None, hues: Sequence[str] = COLOURS) -> Spec:
    colours = [hues[n % len(hues)] for n in range(len(groups))]
    scale = {"domain": list(groups), "range": colours}
    shown = None if len(groups) < 2 else legend or {"symbolOpacity": 1}
    return {"field": field, "type": "nominal", "title": None, "scale": scale, "legend": shown}


def _dashed(field: str, groups: Sequence[str]) -> Spec:
    legend = {"legend": None if len(groups) < 2 else _STROKES}
    dashes = [list(_DASHES[n % len(_DASHES)]) for n in range(len(groups))]
    scale = {"domain": list(groups), "range": dashes}
    return {"field": field, "type": "nominal", "title": None, "scale": scale, **legend}


def _first_up(title: str) -> str:
    return title[:1].upper() + title[1:]


def _tips(fields: Sequence[str]) -> list[Spec]:
    return [{"field": field, "type": "nominal", "title": " " if field == "text" else field} for field in fields]


def _base(rows: Sequence[Row], height: Any, **rest: Any) -> Spec:
    fit = {"autosize": {"type": "fit-x", "contains": "padding"}}
    return {"data": {"values": list(rows)}, "width": "container", "height": height, **fit, **rest}
