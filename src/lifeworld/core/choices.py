"""What one chooses by name, for whoever only names it: options, settings of a run, what configurations vary in."""

from typing import Literal, get_args

NAMES = ("nora", "desmond", "wilma")  # for whom tasks are proved and run where nobody is named
PEOPLE = (*NAMES, "arvid", "hollis", "ines", "kofi", "marguerite", "mei", "mila", "rosalind", "yara")  # written by hand
DRAWN = "person-17, with any number"
WHOSE = f"{', '.join(PEOPLE)}; {DRAWN}"
# What configurations vary in; the values of each stand in `taskkit.configuration`.
CHOSEN_AXES = ("theme", "state", "content", "language", "goal_language", "layout", "device", "keyboard")
EVERY_AXIS = ("profile", "instance", "phrasing", *CHOSEN_AXES)
DRAWS = ("instance", "phrasing")  # axes of a task that are numbers from 0

Channel = Literal["pixels", "pixels+tree", "tree", "tools", "pixels+tools", "tree+tools"]

Split = Literal["train", "validation", "test"]
HeldOut = Literal["task", "profile", "instance", "theme", "content", "app"]
SPLITS: tuple[Split, ...] = get_args(Split)
HELD_OUT: tuple[HeldOut, ...] = get_args(HeldOut)

ReportFormat = Literal["html", "png", "svg", "latex", "markdown"]

MANY = 100_000  # configurations that `lifeworld audit proofs` proves singly where no number is named


def shown(channel: Channel) -> frozenset[str]:
    """Return what a channel lets through: of “pixels”, “tree” and “tools”."""
    return frozenset(channel.split("+"))
