"""What files of one's own may add to a world, checked where it is read."""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from lifeworld.core.errors import UserError
from lifeworld.core.nearest import hint

Model = TypeVar("Model", bound=BaseModel)


def checked(kind: type[Model], given: Any, place: str) -> Model:
    """Return what a table of a file stands for.

    Raises:
        UserError: a key or value is not right; names the file, the place and the choices.
    """
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise UserError("\n".join(f"{place}: {_told(kind, problem)}" for problem in error.errors())) from None


def _told(kind: type[BaseModel], problem: Any) -> str:
    key = ".".join(map(str, problem["loc"])) or "the table"
    if problem["type"] == "extra_forbidden":
        return f"there is no key {key}; {hint(key, list(kind.model_fields))}"
    if problem["type"] == "literal_error":
        return f"{key} = {problem['input']!r}; choose {problem['ctx']['expected']}"
    if problem["type"] == "missing":
        return f"it lacks {key}"
    told = problem["msg"].removeprefix("Value error, ")
    return f"{key}: {told[:1].lower()}{told[1:]}"
