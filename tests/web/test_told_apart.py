"""By which one tells the apps apart where no bar names them."""

import asyncio

import pytest
from scripts.grey import measure, right

LEAST = 0.8  # of the forms and the questions


@pytest.mark.long
def test_a_form_or_a_question_without_its_bar_is_nearest_to_its_own_app() -> None:
    found = right(asyncio.run(measure()))
    same, of = (found["form"][n] + found["question"][n] for n in (0, 1))
    assert same >= LEAST * of, f"{found}; scripts/looks.py grey FOLDER keeps what was compared"
