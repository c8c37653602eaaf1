"""Post: letters from people, and the mail that machines write."""

from pathlib import Path

from lifeworld.apps.mail import composing, life, views
from lifeworld.apps.mail.commands import COMMANDS
from lifeworld.apps.mail.examples import examples
from lifeworld.apps.mail.models import MODELS
from lifeworld.apps.mail.secrets import secrets
from lifeworld.web import App

APP = App(
    id="mail",
    name="Post",
    family="communication",
    folder=Path(__file__).parent,
    models=MODELS,
    commands=COMMANDS,
    pages=composing.pages,
    examples=examples,
    seed=life.seed,
    on=life.ON,
    badge=views.badge,
    notices=views.notices,
    secrets=secrets,
)
