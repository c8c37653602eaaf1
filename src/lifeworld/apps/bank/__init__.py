"""Harbour Bank: accounts, transfers, bills, cards."""

from pathlib import Path

from lifeworld.apps.bank import life, views
from lifeworld.apps.bank.commands import COMMANDS
from lifeworld.apps.bank.examples import examples
from lifeworld.apps.bank.models import MODELS
from lifeworld.apps.bank.secrets import secrets
from lifeworld.web import App

APP = App(
    id="bank",
    name="Harbour Bank",
    family="money",
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
