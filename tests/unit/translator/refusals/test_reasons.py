"""One sentence says what was not understood and what to do."""

import pytest

from plancritic.contracts.translation import Statement
from plancritic.domains import load_domain
from plancritic.translator.refusals.reasons import reason_of
from plancritic.translator.translation import Translator


@pytest.mark.parametrize(
    ("doubts", "reason"),
    [
        (
            ("I do not know what 'trust' means here", "I cannot tell what 'instead of' refers to"),
            "I do not understand 'trust' and 'instead of' here: say it in other words, or leave that out",
        ),
        (
            ("I cannot tell what '13' counts",),
            "I do not know what the number 13 stands for: give a time with its unit, or name the things that you mean",
        ),
        (
            ("it leaves a choice between things; say what you want of each", "I do not know what 'x' means here"),
            "it leaves a choice between things; say what you want of each",
        ),
        (
            ("I cannot tell which of them it asks for",),
            "I cannot tell which of them it asks for: say it in other words",
        ),
        (
            ("I cannot tell who 'name plate' denies",),
            "I cannot tell who 'name plate' denies: say it in other words",
        ),
    ],
)
def test_the_reason_is_one_sentence_that_ends_with_what_to_do(doubts: tuple[str, ...], reason: str) -> None:
    assert reason_of(doubts) == reason


@pytest.mark.parametrize(
    "text",
    ["Start with Phenomenon4", "Not all of Star5 and Star0.", "The sky must be kept blue."],
)
async def test_every_refusal_says_what_to_do(text: str) -> None:
    _, (found,) = await Translator().translate(load_domain("satellite"), "1", [Statement(id="s1", text=text)])
    assert found.readings == () and found.reason is not None
    assert any(word in found.reason for word in ("say", "name", "give", "ask")), found.reason
    assert found.reason.count(";") <= 1


async def test_what_is_named_is_quoted_as_it_was_written() -> None:
    said = Statement(id="s1", text="Start with Phenomenon4")
    _, (found,) = await Translator().translate(load_domain("satellite"), "1", [said])
    assert "'Phenomenon4'" in str(found.reason)
