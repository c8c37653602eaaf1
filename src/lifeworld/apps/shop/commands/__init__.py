"""Megacart's verbs."""

from lifeworld.apps.shop.commands.account import *  # noqa: F403
from lifeworld.apps.shop.commands.buying import *  # noqa: F403
from lifeworld.apps.shop.commands.cart import *  # noqa: F403
from lifeworld.apps.shop.commands.sharing import *  # noqa: F403
from lifeworld.apps.shop.commands.voices import *  # noqa: F403
from lifeworld.apps.shop.commands.wishes import *  # noqa: F403
