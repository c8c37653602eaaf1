"""The command line stays small: few commands under four headings, few options, help on one screen."""

import re
from typing import get_args

import click
import pytest
from click.testing import CliRunner
from tests.cli.running import commands, told

from lifeworld.cli import group
from lifeworld.cli.options import EngineName
from lifeworld.report.readers.judgements import Weights
from lifeworld.report.readers.validation import PARTS
from lifeworld.run import worker_pool
from lifeworld.stats.agreement import Metric
from lifeworld.stats.permutation import STEPS

COMMANDS, OPTIONS = 16, 169


def help_of(*words: str) -> str:
    return CliRunner().invoke(group, [*words, "--help"], catch_exceptions=False).output


def test_there_are_few_commands_and_few_options() -> None:
    assert len(group.list_commands(click.Context(group))) <= COMMANDS
    options = [one.opts[0] for _, command in commands() for one in command.params if isinstance(one, click.Option)]
    assert len(options) <= OPTIONS, f"{len(options)} options"


def test_help_fits_one_screen_and_is_grouped() -> None:
    lines = help_of().splitlines()
    assert len(lines) <= 24 and max(map(len, lines)) <= 80
    headings = [line.split()[0] for line in lines if re.match(r"(use|make|study|serve)\s{2,}", line)]
    assert headings == ["use", "make", "study", "serve"]


@pytest.mark.parametrize("name", ["run", "evaluate"])
def test_eval_is_understood_by_other_names(name: str) -> None:
    assert help_of(name).replace(f"group {name}", "group eval") == help_of("eval")


def test_a_hint_is_given_only_where_it_is_likely() -> None:
    code, said = told("eval", "--agent", "foo", "--out", "nowhere")
    assert code == 2 and "no agent “foo”" in said and "did you mean" not in said


def test_what_help_lists_is_what_there_is() -> None:
    """Help does not import the statistics, and so writes out what they offer."""
    report, agreement, validate = (
        help_of("stats", "report"),
        help_of("stats", "agreement"),
        help_of("stats", "validate"),
    )
    assert f"[{'|'.join(STEPS)}]" in report.replace("\n", "") or all(step in report for step in STEPS)
    assert f"[{'|'.join(get_args(Metric))}]" in agreement and f"[{'|'.join(get_args(Weights))}]" in agreement
    assert ", ".join(PARTS) in " ".join(validate.split())
    assert get_args(EngineName) == get_args(worker_pool.EngineName)
