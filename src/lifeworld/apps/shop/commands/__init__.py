"""Megacart's verbs."""

from lifeworld.apps.shop.commands.account import *  # noqa: F403
from lifeworld.apps.shop.commands.buying import *  # noqa: F403  # noqa: F403
from lifeworld.apps.shop.commands.products import *  # noqa: F403  # noqa: F403  # noqa: F403
