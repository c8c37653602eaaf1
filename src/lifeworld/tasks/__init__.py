"""What agents are asked to do, found by being there: a folder an app, `cross/`, `memory/` for habits."""

from lifeworld.core.own import own_folders

__path__.extend(own_folders("tasks"))
