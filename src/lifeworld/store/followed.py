"""What a reference points at, as an attribute of its row."""

from typing import Generic, TypeVar

from lifeworld.store.store import Row

R = TypeVar("R", bound=Row)


class Followed(Generic[R]):
    """The row that the reference `<name>_id` points at, as `product = Followed(Product)`."""

    def __init__(self, model: type[R]) -> None:
        self.model = model

    def __set_name__(self, owner: type[Row], name: str) -> None:
        self.column = f"{name}_id"

    def __get__(self, row: Row, owner: type[Row] | None = None) -> R:
        return row.follow(self.model, getattr(row, self.column))
