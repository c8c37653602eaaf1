"""Chatter's verbs."""

from lifeworld.apps.messenger.commands.calls import *  # noqa: F403
from lifeworld.apps.messenger.commands.chats import *  # noqa: F403  # noqa: F403
from lifeworld.apps.messenger.commands.messages import *  # noqa: F403
from lifeworld.apps.messenger.commands.own import *  # noqa: F403  # noqa: F403
