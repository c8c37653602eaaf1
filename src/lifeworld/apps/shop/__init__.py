"""Megacart: a department store with search, cart, lists, checkout and orders."""

from pathlib import Path

from lifeworld.apps.shop import life, views
from lifeworld.apps.shop.commands import COMMANDS
from lifeworld.apps.shop.examples import examples
from lifeworld.apps.shop.orders import MODELS
from lifeworld.apps.shop.secrets import secrets
from lifeworld.web import App

APP = App(
    id="shop",
    name="Megacart",
    family="shopping",
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
