"""What stands where a world would, for tests of what becomes of a fault of ours."""

from typing import NoReturn

from lifeworld.core.errors import Fault


def broken(*_: object) -> NoReturn:
    raise Fault("the disk is full")
