"""What is found in a table agrees with the statistics that it is made of."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv as pv
import pytest

from lifeworld import stats
from lifeworld.core.errors import UserError
from lifeworld.report.columns import numbered
from lifeworld.report.readers import Episodes, Naming, read
from lifeworld.report.readers.findings import findings
from lifeworld.report.readers.planning import for_power, for_width
from lifeworld.report.readers.validation import Trials
from lifeworld.stats import Limits

SHAPE = (4, 6, 2, 3, 2)  # apps, tasks, themes, sizes, rollouts
NAMING = Naming(axes=("theme", "size"))


def outcomes(seed: int, shift: float = 0.0) -> np.ndarray:
    difficulty = np.random.default_rng(9).normal(0.5, 0.25, SHAPE[:2])
    rates = np.clip(difficulty + shift, 0, 1)[:, :, None, None, None]
    return (np.random.default_rng(seed).random(SHAPE) < rates).astype(float)


def table_of(agents: dict[str, np.ndarray]) -> pa.Table:
    places = np.indices(SHAPE).reshape(5, -1)
    names = ("app", "task", "theme", "size", "rollout")
    parts = []
    for agent, values in agents.items():
        columns = {name: [f"{name}{place}" for place in own] for name, own in zip(names, places, strict=True)}
        parts.append(pa.table({"agent": [agent] * values.size, **columns, "success": values.ravel().astype(int)}))
    return pa.concat_tables(parts)


def episodes(folder: Path, agents: dict[str, np.ndarray], shuffled: bool = False) -> Episodes:
    table = table_of(agents)
    if shuffled:
        table = table.take(np.random.default_rng(3).permutation(table.num_rows))
    pv.write_csv(table, folder / "r.csv")
    return read([folder / "r.csv"], NAMING)


@pytest.mark.parametrize("shuffled", [False, True])
def test_scores_differences_and_axes_are_those_of_the_arrays(tmp_path: Path, shuffled: bool) -> None:
    a, b = outcomes(1), outcomes(2, 0.15)
    found = findings(episodes(tmp_path, {"a": a, "b": b}, shuffled))
    for standing, values in zip(found.standings, (a, b), strict=True):
        assert standing.suite == stats.suite_interval(values)
        assert standing.apps["app2"] == stats.suite_interval(values[2:3])
    expected = stats.paired_cluster_t(a, b)
    assert found.differences[0].name == "b over a"
    assert found.differences[0].found is not None
    assert found.differences[0].found.value == pytest.approx(expected.value)
    assert found.differences[0].found.p_value == pytest.approx(expected.p_value)
    mads = {(one.agent, one.axis): one.found for one in found.axes}
    for place, axis in enumerate(("theme", "size")):
        assert mads["a", axis].mad == pytest.approx(stats.mad(a, place).mad)
        assert mads["a", axis].floor == pytest.approx(stats.mad(a, place).floor)


def test_many_comparisons_are_corrected(tmp_path: Path) -> None:
    agents = {name: outcomes(seed, 0.1 * seed) for seed, name in enumerate("abc")}
    found = findings(episodes(tmp_path, agents))
    p_values = [one.found.p_value for one in found.differences if one.found]
    assert [one.corrected for one in found.differences] == pytest.approx(list(stats.adjust_p_values(p_values)))


def test_unscored_episodes_are_in_no_score_but_bound_it(tmp_path: Path) -> None:
    values = outcomes(1)
    table = table_of({"a": values})
    lost = [None if row % 7 == 0 else value for row, value in enumerate(table["success"].to_pylist())]
    pv.write_csv(table.set_column(table.column_names.index("success"), "success", pa.array(lost)), tmp_path / "r.csv")
    (standing,) = findings(read([tmp_path / "r.csv"], NAMING)).standings
    holes = values.copy().ravel()
    holes[::7] = np.nan
    assert standing.suite == stats.suite_interval(holes.reshape(SHAPE))
    assert standing.unscored == len(holes[::7]) and standing.bounds is not None
    assert standing.bounds.low < standing.suite.value < standing.bounds.high


def test_agents_on_other_tasks_are_not_compared(tmp_path: Path) -> None:
    text = "agent,app,task,success\na,x,one,1\na,x,two,0\nb,y,three,1\nb,y,four,1\n"
    (tmp_path / "r.csv").write_text(text)
    found = findings(read([tmp_path / "r.csv"]))
    assert found.differences[0].why_not == "no configuration was run by both"
    assert any("a has no scored episode in y" in note for note in found.notes)


def test_one_task_an_app_counts_apps_alike_within_the_bounds(tmp_path: Path) -> None:
    rows = ["a,x,one,1"] * 10 + ["a,y,two,0", "a,y,two,", "a,z,three,"]
    (tmp_path / "r.csv").write_text("agent,app,task,success\n" + "\n".join(rows))
    (standing,) = findings(read([tmp_path / "r.csv"])).standings
    assert standing.suite is not None and standing.bounds is not None
    assert standing.suite.value == 0.5, "pooled over episodes it was 90.9 %"
    assert (standing.bounds.low, standing.bounds.high) == pytest.approx((1 / 3, (1 + 0.5 + 1) / 3))
    assert standing.bounds.low <= standing.suite.value <= standing.bounds.high


def test_an_agent_without_any_score_has_the_widest_bounds(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("agent,app,task,success\na,x,one,\nb,x,one,1\n")
    standing = findings(read([tmp_path / "r.csv"])).standings[0]
    assert standing.suite is None and standing.bounds is not None
    assert (standing.bounds.low, standing.bounds.high) == (0, 1)


def test_nothing_scored_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("agent,app,task,success\na,x,one,\n")
    with pytest.raises(UserError, match="no episode is scored"):
        findings(read([tmp_path / "r.csv"]))


def test_members_are_numbered_within_their_group() -> None:
    group, member = np.array([1, 0, 1, 1, 0]), np.array([5, 5, 3, 5, 5])
    assert numbered(group, member)[0].tolist() == [1, 0, 0, 1, 0]


def test_plans_are_those_of_the_pilot(tmp_path: Path) -> None:
    a, b = outcomes(1), outcomes(2, 0.15)
    pilot = episodes(tmp_path, {"a": a, "b": b})
    (plan,) = for_width(pilot, 0.1, 0.95, Limits(), "a")
    expected = stats.plan_width(stats.variance_components(a), SHAPE[0], 0.1)
    assert plan.design == expected
    power = for_power(pilot, (), 0.1, 0.8, Limits())
    components = stats.difference_components(a, b)
    assert power.design == stats.plan_power(components, SHAPE[0], 0.1, 0.8)
    with pytest.raises(UserError, match=r"no design of at most .* is enough"):
        for_width(pilot, 0.001, 0.95, Limits())
    with pytest.raises(UserError, match="no agent “c”"):
        for_power(pilot, ("a", "c"), 0.1, 0.8, Limits())


def test_trials_show_the_papers_numbers_and_a_population_like_the_run(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    trials = Trials(rng, 30, 4, 50, ("1a", "1b", "run"), episodes(tmp_path, {"a": outcomes(1)}))
    for part in trials.parts:
        trials.run(part)
    exact = {(row.case, row.method): row for row in trials.figures["1a"]}
    assert exact["3 rollouts", "wald"].value == pytest.approx(0.257, abs=5e-4)
    assert exact["3 rollouts", "wald"].paper == 0.25
    assert {row.paper for row in trials.figures["1b"]} == {None, 0.17, 0.56, 0.95}
    assert {row.design for row in trials.coverage["run"]} == {"like a"}
    assert all(row["part"] == "run" for row in trials.to_json()["coverage"])
