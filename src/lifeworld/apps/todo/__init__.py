"""Ticked: lists of things to do."""

from pathlib import Path

from lifeworld.apps.todo import life, views
from lifeworld.apps.todo.commands import COMMANDS
from lifeworld.apps.todo.examples import examples
from lifeworld.apps.todo.models import MODELS
from lifeworld.web import App

APP = App(
    id="todo",
    name="Ticked",
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
