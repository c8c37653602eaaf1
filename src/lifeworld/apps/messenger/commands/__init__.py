"""Chatter's verbs."""

from lifeworld.apps.messenger.commands.calls import *  # noqa: F403
from lifeworld.apps.messenger.commands.chats import *  # noqa: F403
from lifeworld.apps.messenger.commands.groups import *  # noqa: F403
from lifeworld.apps.messenger.commands.messages import *  # noqa: F403
from lifeworld.apps.messenger.commands.own import *  # noqa: F403
from lifeworld.apps.messenger.commands.session import *  # noqa: F403
