"""Plain data that every file of JSON holds, as a field of a model."""

from typing import Annotated

from pydantic import AfterValidator, JsonValue

from lifeworld.core.jsontext import storable

Storable = Annotated[JsonValue, AfterValidator(storable)]
