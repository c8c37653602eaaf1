"""Chatter: messages to people and groups, and calls."""

from pathlib import Path

from lifeworld.apps.messenger import life, views
from lifeworld.apps.messenger.commands import COMMANDS
from lifeworld.apps.messenger.examples import examples
from lifeworld.apps.messenger.models import MODELS
from lifeworld.apps.messenger.secrets import secrets
from lifeworld.web import App

APP = App(
    id="messenger",
    name="Chatter",
    family="communication",
    folder=Path(__file__).parent,
    models=MODELS,
    commands=COMMANDS,
    pages=views.pages,
    examples=examples,
    seed=life.seed,
    on=life.ON,
    badge=views.badge,
    notices=views.notices,
    secrets=secrets,
)
