"""The report: figures agree with the statistics that they are made of, and every odd run can be shown."""

import itertools
import json
import random
import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.env.session import used_up
from lifeworld.report import caveats, comparison, curves, pictures, render, scores, sensitivity, tasks
from lifeworld.report.document import Document, document
from lifeworld.report.figure import points
from lifeworld.report.render import page
from lifeworld.run.behaviour import MODES

APPS, TASKS, THEMES, PROFILES, REPEATS = 4, 3, 2, 3, 2
Rows = list[dict[str, object]]


def drawn(agents: tuple[str, ...] = ("able", "brisk", "calm"), apps: int = APPS, tasks: int = TASKS) -> Rows:
    """Every agent on every configuration, with luck of its own."""
    rng = np.random.default_rng(7)
    every = itertools.product(agents, range(apps), range(tasks), range(THEMES), range(PROFILES), range(REPEATS))
    return [
        made(f"e{n}", agent, app, task, bool(rng.random() < 0.3 + 0.2 * agents.index(agent)), int(rng.integers(2, 20)))
        | {"theme": ("light", "dark")[theme], "profile": f"p{profile}", "repeat": repeat}
        for n, (agent, app, task, theme, profile, repeat) in enumerate(every)
    ]


def made(episode: str, agent: str, app: int, task: int, success: bool, steps: int) -> dict[str, object]:
    return {
        "episode": episode,
        "agent": agent,
        "driver": "dom",
        "channel": "tree",
        "category": "single",
        "app": f"app{app}",
        "apps": f"app{app}",
        "task": f"app{app}.Task{task}",
        "status": "success" if success else "failure",
        "reason": "" if success else "missing: a row",
        "score": float(success),
        "side_effects": int(not success and task == 0),
        "steps": steps,
        "seconds": 1.5 * steps,
    }


def of(rows: Rows, behaviour: pa.Table | None = None) -> Document:
    return document(pa.Table.from_pylist(rows), behaviour)


def outcomes(rows: Rows, agent: str) -> np.ndarray:
    """The same episodes as an array [app, task, theme, profile, repeat], in the order in which they were drawn."""
    own = [row["status"] == "success" for row in rows if row["agent"] == agent]
    return np.array(own, float).reshape(APPS, TASKS, THEMES, PROFILES, REPEATS)


@pytest.fixture(scope="module")
def rows() -> Rows:
    return drawn()


@pytest.fixture(scope="module")
def doc(rows: Rows) -> Document:
    return of(rows)


def table(doc: Document, name: str) -> dict[str, dict[str, str]]:
    figure = next(one for one in doc.figures if one.name == name)
    return {row[0]: dict(zip(figure.table.head, row, strict=True)) for row in figure.table.rows}


def test_the_suite_score_is_the_interval_of_the_statistics(rows: Rows, doc: Document) -> None:
    for n, agent in enumerate(doc.cells.labels):
        expected = stats.suite_interval(outcomes(rows, agent))
        found = scores.score(doc.cells.tally(n, doc.cells.stratum("single")))
        assert found is not None
        assert (found.value, found.low, found.high) == pytest.approx((expected.value, expected.low, expected.high))
        assert table(doc, "suite")[agent]["Suite score"] == f"{100 * expected.value:.0f} %"


def test_tiles_are_the_scores_and_the_counts(rows: Rows, doc: Document) -> None:
    assert [one.name for one in doc.tiles] == ["calm", "brisk", "able", "Episodes", "Side effects", "Unscored"]
    for tile in doc.tiles[:3]:
        line = table(doc, "suite")[tile.name]
        assert (tile.value, tile.note) == (line["Suite score"], f"suite score, {line['Interval']}")
        assert tile.ends[0] <= tile.ends[2] <= tile.ends[1]
    wins = sum(row["status"] == "success" for row in rows)
    beside = sum(bool(row["side_effects"]) for row in rows)
    assert [one.value for one in doc.tiles[3:]] == [str(len(rows)), str(beside), "0"]
    assert doc.tiles[3].note == f"{wins} succeeded"
    many = of([{**row, "agent": f"{row['agent']}{n % 2}"} for n, row in enumerate(rows)])
    assert [one.name for one in many.tiles].index("Episodes") == 4
    assert many.tiles[4].note == f"{wins} succeeded; 2 more agents"


def test_differences_are_paired_and_corrected(rows: Rows, doc: Document) -> None:
    found = comparison.differences(doc.cells)
    pairs = [("calm", "brisk"), ("calm", "able"), ("brisk", "able")]
    expected = [stats.paired_cluster_t(outcomes(rows, a), outcomes(rows, b)) for a, b in pairs]
    assert [one.found.value for one in found if one.found] == pytest.approx([one.value for one in expected])
    corrected = stats.adjust_p_values([one.p_value for one in expected])
    assert [one.corrected for one in found] == pytest.approx(corrected.tolist())
    assert table(doc, "differences")["calm over able"]["p corrected"] == (
        "< 0.001" if corrected[1] < 0.001 else f"{corrected[1]:.3f}"
    )


def test_agents_that_know_the_task_are_compared_with_nobody(rows: Rows) -> None:
    told = [{**row, "privileged": row["agent"] == "calm"} for row in rows]
    assert [one.name for one in comparison.differences(of(told).cells)] == ["able over brisk"]
    assert list(table(of(told), "suite"))[-1] == "calm (knows the tasks)"


@pytest.mark.parametrize(("axis", "place"), [("theme", 0), ("profile", 1)])
def test_sensitivity_is_that_of_matched_pairs(rows: Rows, doc: Document, axis: str, place: int) -> None:
    expected = stats.mad(outcomes(rows, "brisk"), place)
    found = sensitivity.by_axis(doc.cells, axis)[1]
    assert found is not None
    sensitive, null = found
    told = (sensitive.mad, sensitive.floor, sensitive.pairs)
    assert told == pytest.approx((expected.mad, expected.floor, expected.pairs))
    assert null.median == pytest.approx(expected.floor, abs=0.03) and 0 < null.p_value <= 1
    thresholds = sensitivity.THRESHOLDS
    curve = stats.exceedance(outcomes(rows, "brisk"), place, thresholds)
    own = stats.exceedance(sensitivity.under_values(doc.cells, 1, axis), 0, thresholds)
    assert own == pytest.approx(curve)


@pytest.mark.parametrize(("axis", "place", "values"), [("theme", 2, ("light", "dark")), ("profile", 3, ("p0", "p1"))])
def test_values_of_an_axis_are_compared_as_agents_are(
    rows: Rows, axis: str, place: int, values: tuple[str, str]
) -> None:
    told = of([{**row, "privileged": row["agent"] == "calm"} for row in rows])
    figure = next(one for one in told.figures if one.name == "directions")
    lines = {line[:3]: line[3:] for line in figure.table.rows}
    for agent in ("able", "brisk"):
        own = np.moveaxis(outcomes(rows, agent), place, 0)
        found = stats.paired_cluster_t(own[0], own[1])
        a, b = values
        turned = (axis, agent, f"{a} over {b}") in lines
        line = lines[(axis, agent, f"{a} over {b}" if turned else f"{b} over {a}")]
        sign = -1 if turned else 1
        assert line[0] == points(sign * found.value) and line[4] == str(APPS * TASKS)
        ends = sorted((sign * found.low, sign * found.high))
        assert line[1] == f"{points(ends[0])} to {points(ends[1])}"
    assert not [line for line in lines if line[1].startswith("calm")]


def test_values_that_met_other_configurations_are_not_compared(rows: Rows) -> None:
    apart = [row for row in rows if (row["theme"] == "dark") == (row["profile"] == "p0")]
    names = {line[0] for one in of(apart).figures if one.name == "directions" for line in one.table.rows}
    assert names == {"profile"}  # p1 and p2 met the same theme


def test_deviation_is_the_statistics_own(rows: Rows, doc: Document) -> None:
    wins = outcomes(rows, "calm").reshape(APPS, TASKS, THEMES * PROFILES, REPEATS)
    expected, tasks = stats.average_deviation(wins)
    figure = next(one for one in doc.figures if one.name == "deviation")
    lines = [dict(zip(figure.table.head, row, strict=True)) for row in figure.table.rows if row[0] == "calm"]
    ratios = stats.deviation_ratios(wins)
    for shown, fixed, ratio in zip(lines, (expected.within_std, expected.within_mad), ratios, strict=True):
        assert (shown["Fixed"], shown["Tasks"]) == (f"{100 * fixed:.1f} %", str(tasks))
        assert (shown["Ratio"], shown["Interval"]) == (f"{ratio.value:.2f}", f"{ratio.low:.2f} to {ratio.high:.2f}")
        assert float(shown["Ratio under the null"]) < 1 and float(shown["p"]) > 0.01, "nothing here has an effect"
    assert "deviation" not in {one.name for one in of([row for row in rows if row["repeat"] == 0]).figures}


def test_regret_is_averaged_over_apps(rows: Rows, doc: Document) -> None:
    found = comparison.regret(doc.cells, 0, 2)
    assert found is not None
    rates = [outcomes(rows, agent).mean(axis=-1).reshape(APPS, TASKS, -1) for agent in ("calm", "able")]
    rng = np.random.default_rng(comparison.SEED)
    expected = [stats.expected_regret(a, b, rng).regret for a, b in zip(*rates, strict=True)]
    assert (found[0].regret, found[1]) == (pytest.approx(np.mean(expected)), APPS)
    assert table(doc, "regret")["calm or able"]["Groups"] == str(APPS)


@pytest.mark.parametrize("third", [7, None, float("nan"), float("inf")])
def test_the_budget_curve_ends_at_the_score_even_where_steps_are_missing(rows: Rows, third: float | None) -> None:
    told = [{**row, "steps": third if n % 3 == 0 else row["steps"]} for n, row in enumerate(rows)]
    figure = next(one for one in of(told).figures if one.name == "budgets")
    assert figure.spec is not None
    ends = {row["group"]: row["value"] for row in figure.spec["data"]["values"]}
    assert ends == pytest.approx({agent: stats.suite_score(outcomes(rows, agent)) for agent in ends})
    lacking = f"{len(rows) // 3} scored episodes have no number of steps: they count at the right end only"
    assert figure.warnings == (() if third == 7 else (lacking,))


def test_several_attempts_are_counted_by_configuration(rows: Rows, doc: Document) -> None:
    wins = outcomes(rows, "calm").sum(axis=-1).ravel()
    any_of, all_of = curves.attempts(doc.cells, doc.cells.labels.index("calm"), REPEATS)
    assert [one.value for one in any_of] == pytest.approx([(wins / REPEATS).mean(), (wins > 0).mean()])
    assert [one.value for one in all_of] == pytest.approx([(wins / REPEATS).mean(), (wins == REPEATS).mean()])
    assert all_of[0] == replace(stats.suite_interval(outcomes(rows, "calm")), method=all_of[0].method)


def test_who_ran_easier_tasks_is_not_called_better() -> None:
    """A is ahead by its score over 16 easy tasks, all of which B solves, who ran 24 hard ones, too."""
    rows = [made(f"a{n}", "a", 0, n, n >= 8, 3) for n in range(16)]
    rows += [made(f"b{n}", "b", 0, n, n < 16, 3) for n in range(40)]
    told = of(rows)
    assert told.finding == (
        "a has the highest score, 50 % of single-app tasks, but on the configurations that both ran b is significantly "
        "ahead, by 50.0 points."
    )
    assert told.caveats == (
        "a ran 16 of 40 configurations: its score is over other ones than the others', paired differences are over "
        "common ones.",
    )


def test_one_of_a_kind_is_told_as_one() -> None:
    one = of([made("e", "able", 0, 0, True, 1)])
    assert used_up([True], 1) == "the budget of 1 step is used up"
    assert not re.search(r"\b1 (tasks|apps|agents|episodes|steps)\b", render.markdown(one))


def test_tasks_outside_of_the_score_are_no_matter_of_it(rows: Rows) -> None:
    """Of three agents one also ran tasks over several apps."""
    more = [{**row, "category": "cross", "app": "cross", "task": "cross.T"} for row in rows if row["agent"] == "able"]
    assert not of([*rows, *more]).caveats


def test_attempts_say_how_many_configurations_they_rest_on() -> None:
    """Failures that lost an attempt leave only successes: 100 % of the six of ten that are left."""
    rows = [made(f"{n}.{k}", "a", 0, n, n < 6, 3) for n in range(10) for k in range(3) if n < 6 or k < 2]
    rows += [{**made(f"{n}.2", "a", 0, n, False, 3), "status": "unscored"} for n in range(6, 10)]
    found = next(one for one in of(rows).figures if one.name == "attempts")
    assert [row[-2:] for row in found.table.rows] == [("100 % (61 – 100 %)", "6 of 10")] * 2


def test_the_order_of_episodes_changes_nothing(rows: Rows, doc: Document) -> None:
    shuffled = random.Random(3).sample(rows, len(rows))
    assert [one.table for one in of(shuffled).figures] == [one.table for one in doc.figures]


def test_an_unscored_episode_is_in_no_score_but_in_the_bounds(rows: Rows) -> None:
    lost = [{**row, "status": "unscored", "score": None} if row["episode"] == "e0" else row for row in rows]
    doc = of(lost)
    found = scores.bounds(doc.cells, doc.cells.labels.index("able"), doc.cells.stratum("single"))
    assert found is not None
    (low, high), now = (found[0].low, found[0].high), found[1]
    assert low <= now <= high and low < high
    assert table(doc, "suite")["able"]["Unscored"] == "1"
    assert table(doc, "bounds")["able"]["Unscored"] == "1"


def test_an_agent_that_broke_is_told_beside_the_finding(rows: Rows) -> None:
    """What followed an infrastructure error is not the agent's."""
    failed = [row for row in rows if row["agent"] == "able" and row["status"] == "failure"]
    modes = pa.table({"episode": [row["episode"] for row in failed[:3]], "mode": ["broke", "broke", "gave up"]})
    told = of(rows, modes)
    count = sum(row["agent"] == "able" for row in rows)
    assert [one.partition(";")[0] for one in told.caveats] == [f"able crashed in 2 of {count} episodes"]
    head, _, _ = page(told).partition("<h2")
    assert f"able crashed in 2 of {count} episodes" in head
    assert f"> able crashed in 2 of {count} episodes" in render.markdown(told)
    ours = [{**row, "fault": row["episode"] in {one["episode"] for one in failed[:2]}} for row in rows]
    assert not of(ours, modes).caveats and not of(rows).caveats


def test_agents_that_only_crash_have_no_score_in_the_finding(rows: Rows) -> None:
    failed = [{**row, "status": "failure", "score": 0.0} for row in rows]
    modes = pa.table({"episode": [row["episode"] for row in rows], "mode": ["broke"] * len(rows)})
    assert of(failed, modes).finding == caveats.ONLY_CRASHES
    one_played = modes.set_column(1, "mode", [["broke"] * (len(rows) - 1) + ["gave up"]])
    assert of(failed, one_played).finding != caveats.ONLY_CRASHES


def test_the_interval_of_one_task_speaks_of_its_episodes(rows: Rows) -> None:
    able = [row for row in rows if row["agent"] == "able"]
    one = [row for row in able if (row["app"], row["task"]) == (able[0]["app"], able[0]["task"])]
    assert of(one).finding.endswith("with other episodes of this task).")
    assert of(able).finding.endswith("with other tasks).")


def variants() -> dict[str, Rows]:
    rows = drawn()
    return {
        "whole": rows,
        "one app": [row for row in rows if row["app"] == "app0"],
        "one agent": [row for row in rows if row["agent"] == "able"],
        "one task an app": [row for row in rows if str(row["task"]).endswith("Task0")],
        "one episode": rows[:1],
        "all fail": [{**row, "status": "failure"} for row in rows],
        "all succeed": [{**row, "status": "success", "side_effects": 0} for row in rows],
        "all unscored": [{**row, "status": "unscored", "score": None} for row in rows],
        "an agent unscored": [{**row, "status": "unscored"} if row["agent"] == "calm" else row for row in rows],
        "nothing in common": [row for row in rows if (row["agent"] == "able") == (row["app"] == "app0")],
        "several apps only": [{**row, "category": "cross", "app": "cross", "apps": "app0,app1"} for row in rows],
        "few columns": [{k: row[k] for k in ("agent", "app", "task", "status")} for row in rows],
        "many tasks": drawn(("able", "brisk"), apps=6, tasks=12),
    }


@pytest.mark.parametrize("name", variants())
def test_every_run_can_be_shown_with_every_column_explained_and_none_that_is_not_there(name: str) -> None:
    doc = of(variants()[name])
    html = page(doc, "run" if "episode" in doc.episodes.table.column_names else None)
    specs = json.loads(re.findall(r'id="specs">(.*?)</script>', html)[0], parse_constant=pytest.fail)
    assert set(specs) == set(re.findall(r'data-figure="([\w-]+)"', html))
    assert all(spec["description"] and spec["data"]["values"] for spec in specs.values())
    assert all(len(row) == len(one.table.head) for one in doc.figures for row in one.table.rows)
    assert not re.search(r"<script[^>]+src=|<link|<img|@import|url\((?!data:)", html.split('id="specs"')[0])
    assert render.markdown(doc).count("\n### ") == len(list(doc.figures))
    agents = {one.label for one in doc.cells.contenders}
    for figure in doc.figures:
        shown = set(figure.table.head[1:]) - agents - {"Agent"}
        axis = {figure.name.removeprefix("behaviour-").capitalize()}
        assert shown - figure.columns.keys() - axis <= ({"other"} if figure.name in ("actions", "invalid") else set())
        ends = {
            end for name, _ in figure.explained for end in ([name] if name in figure.columns else name.split(" to "))
        }
        assert ends <= set(figure.table.head), figure.name


def test_a_report_begins_with_its_finding_and_ends_sections_with_caveats(rows: Rows) -> None:
    doc = of(rows)
    html = page(doc)
    ((heading),) = re.findall(r"<h1>(.*?)</h1>", html)
    assert (
        heading.startswith(("calm is ahead: it solves ", "calm has the highest score, "))
        and "of single-app tasks" in heading
    )
    assert (
        html.index("<h1>")
        < html.index('data-figure="suite"')
        < html.index(">Caveats<")
        < html.index(">Pairwise comparison</h2>")
    )
    assert "(few)" in html and "12 (few)" in next(iter(doc.figures)).table.rows[0]
    assert "Fewer than 20 tasks: go by the interval" in html
    alone = of([row for row in rows if row["agent"] == "able"])
    assert re.match(
        r"able solves \d+ % of single-app tasks \(between \d+ and \d+ % with other tasks\)\.", alone.finding
    )
    equal = of([{**row, "status": "failure"} for row in rows])
    assert equal.finding == "able, brisk and calm solve 0 % of single-app tasks each: none is ahead."
    two = of([{**row, "status": "success" if row["agent"] != "able" else "failure"} for row in rows])
    assert (
        two.finding == "brisk and calm have the highest score, 100 % of single-app tasks each: none of these is ahead."
    )
    crossing = {"app": "cross", "category": "cross"}
    some = [{**row, **(crossing if row["app"] == rows[0]["app"] else {})} for row in rows]
    wins = [(row, row["agent"] == "calm" and row["category"] == "single") for row in some]
    ahead = of([{**row, "status": "success" if won else "failure", "score": float(won)} for row, won in wins]).finding
    found = re.fullmatch(
        r"calm is ahead: it solves 100 % of single-app tasks, (able|brisk) 0 %\. "
        r"Over all tasks it is (.+) points ahead \(.+\)\.",
        ahead,
    )
    assert found and float(found[2]) < 100
    only = of([{**row, **crossing} for row in rows])
    assert "of tasks of several apps" in only.finding and only.tiles[0].note.startswith("several apps, ")
    assert "no score" in of([{**row, "status": "unscored", "score": None} for row in rows]).finding
    assert render.markdown(doc).splitlines()[2].replace("\\", "") == doc.finding


def test_a_score_that_leaves_much_out_is_told_with_what_it_may_be(rows: Rows) -> None:
    mine = [row for row in rows if row["agent"] == "able"]
    lost = [{**row, "status": "unscored", "success": None, "score": None} for row in mine[1:]]
    said = of([{**mine[0], "status": "success", "success": True, "score": 1.0}, *lost]).finding
    low = re.fullmatch(r"able solves 100 % of .+\)\. With the episodes .+ it is able ([\d.]+) % to 100 %\.", said)
    assert low and float(low[1]) < 10


def test_hostile_names_stay_text(rows: Rows) -> None:
    hostile = [{**row, "agent": '</script><b onclick="x">'} for row in rows if row["agent"] == "able"]
    html = page(of(hostile), "run")
    assert "<b onclick" not in html
    assert json.loads(re.findall(r'id="specs">(.*?)</script>', html)[0])
    assert r"</script>" in render.latex(of(hostile)).replace(r"\textless{}", "<").replace(r"\textgreater{}", ">")


def test_marks_are_a_few_thousand_of_many(monkeypatch: pytest.MonkeyPatch, doc: Document) -> None:
    monkeypatch.setattr(tasks, "MOST_MARKS", 72)
    lines = tasks.marks(doc.episodes, doc.cells)
    assert sum(len(cell) for line in lines for cell in line.cells) == 72
    assert sum(sum(line.totals) for line in lines) == doc.episodes.size


def test_behaviour_is_joined_by_episode_and_shown_by_axis(rows: Rows) -> None:
    failed = [row for row in rows if row["status"] == "failure"]
    measured = [
        {
            "episode": row["episode"],
            "mode": MODES[n % 2],
            "loops": n % 3,
            "taps": 4,
            "near_retaps": 1,
            "strayed": n % 2 == 0,
        }
        for n, row in enumerate(failed)
    ]
    doc = of(rows, pa.Table.from_pylist(measured[::-1]))
    own = [one for row, one in zip(failed, measured, strict=True) if row["agent"] == "able"]
    refused = sum(one["mode"] == "refused" for one in own)
    assert table(doc, "failures")["able"]["Declared infeasible"].startswith(f"{refused} (")
    assert table(doc, "behaviour")["able"]["Near re-taps"] == "25.0 %"
    mean = sum(int(str(one["loops"])) for one in own) / len(own)
    assert table(doc, "behaviour")["able"]["Loops"] == f"{mean:.2f}"
    by_theme = next(one for one in doc.figures if one.name == "behaviour-theme").table
    assert len(by_theme.rows) == 3 * THEMES and {"Loops", "Declared infeasible", "Success"} <= set(by_theme.head)


def test_what_is_missing_is_told() -> None:
    with pytest.raises(UserError, match="no episodes"):
        document(pa.table({name: pa.array([], pa.string()) for name in ("agent", "app", "task", "status")}))
    with pytest.raises(UserError, match="column task"):
        document(pa.table({"agent": ["a"], "app": ["b"], "status": ["success"]}))


def test_latex_prints_what_markdown_says(doc: Document) -> None:
    assert r"\% " in render.latex(doc)
    assert not re.search(
        r"(?<!\\)[%#_](?!.*needed|.*episodes)", render.latex(doc).split("needed.\n")[1].replace("tab:", "")
    )
    assert render.escaped("50 % & a_b") == r"50 \% \& a\_b"


@pytest.mark.long
def test_each_plot_is_drawn(tmp_path, rows: Rows) -> None:  # type: ignore[no-untyped-def]
    doc = of(rows)
    names = [one.name for one in doc.figures if one.spec]
    pictures.draw(page(doc), names, tmp_path, "svg")
    for name in names:
        drawing = (tmp_path / f"{name}.svg").read_text()
        assert drawing.count("<path") > 5 and "NaN" not in drawing, name
        assert "aria-label" in drawing
