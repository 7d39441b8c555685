import pytest

from plancritic.laboratory.adherence.training.words.english import (
    base_form,
    gerund,
    participle,
    plural_form,
    third_person,
)


@pytest.mark.parametrize(
    ("base", "third", "doing", "done"),
    [
        ("be at A", "is at A", "being at A", "been at A"),
        ("reach A", "reaches A", "reaching A", "reached A"),
        ("go to A", "goes to A", "going to A", "gone to A"),
        ("take A in tow", "takes A in tow", "taking A in tow", "taken A in tow"),
        ("stop at A", "stops at A", "stopping at A", "stopped at A"),
        ("clear the way", "clears the way", "clearing the way", "cleared the way"),
        ("set off", "sets off", "setting off", "set off"),
        ("carry A", "carries A", "carrying A", "carried A"),
        ("stay at A", "stays at A", "staying at A", "stayed at A"),
        ("pass through A", "passes through A", "passing through A", "passed through A"),
        ("open", "opens", "opening", "opened"),
        ("begin to scout", "begins to scout", "beginning to scout", "begun to scout"),
    ],
)
def test_a_verb_has_its_forms(base: str, third: str, doing: str, done: str) -> None:
    assert (third_person(base), gerund(base), participle(base)) == (third, doing, done)
    assert base_form(third) == base


def test_only_to_be_differs_in_the_plural() -> None:
    assert plural_form("be at A") == "are at A"
    assert plural_form("reach A") == "reach A"
