"""Harbour Bank's verbs."""

from lifeworld.apps.bank.commands.accounts import *  # noqa: F403
from lifeworld.apps.bank.commands.cards import *  # noqa: F403
from lifeworld.apps.bank.commands.payees import *  # noqa: F403
from lifeworld.apps.bank.commands.payments import *  # noqa: F403
from lifeworld.apps.bank.commands.settings import *  # noqa: F403
