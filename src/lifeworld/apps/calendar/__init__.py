"""Almanac: months, weeks and days."""

from pathlib import Path

from lifeworld.apps.calendar import life, views
from lifeworld.apps.calendar.commands import COMMANDS
from lifeworld.apps.calendar.examples import examples
from lifeworld.apps.calendar.models import MODELS
from lifeworld.web import App

APP = App(
    id="calendar",
    name="Almanac",
    family="work",
    folder=Path(__file__).parent,
    models=MODELS,
    commands=COMMANDS,
    pages=views.pages,
    examples=examples,
    seed=life.seed,
    on=life.ON,
    badge=views.badge,
    notices=views.notices,
)
