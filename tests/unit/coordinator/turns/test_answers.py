"""Questions are answered from the plan and what is in force."""

from __future__ import annotations

import pytest
from tests.support.revisions import entry

from plancritic.contracts.questions import Answer
from plancritic.coordinator.sessions.acts import Asked
from plancritic.coordinator.turns.answers import answers
from plancritic.domains import load_domain
from plancritic.wording import Lexicon

PLAN = (
    "0.0: (board driver1 van1 depot) [1.0]\n0.0: (load parcel2 van1 depot) [2.0]\n"
    "2.001: (drive driver1 van1 depot market) [10.0]\n12.002: (drive driver1 van1 market school) [10.0]\n"
    "22.003: (unload parcel2 van1 school) [2.0]\n"
)


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon(load_domain("haulage"), "1")


def answer(text: str, lexicon: Lexicon, act: str = "question") -> Answer:
    said = (entry("Parcel 2 first.", constraints=("(sometime (lies parcel2 school))",)),)
    (found,) = answers([Asked(text=text, act=act)], PLAN, said, (), lexicon)  # type: ignore[arg-type]
    return found


def told(text: str, lexicon: Lexicon, act: str = "question") -> str:
    return " ".join(answer(text, lexicon, act).sentences)


def test_why_a_step_is_there(lexicon: Lexicon) -> None:
    assert "Step 1" in told("why is step 1 there?", lexicon)
    assert "no step 40" in told("why is step 40 there?", lexicon)


def test_who_and_when(lexicon: Lexicon) -> None:
    assert "At 24 minutes (step 4)" in told("when does parcel 2 arrive at the school?", lexicon)
    assert "Driver 1 drives" in told("what does driver 1 do with the van?", lexicon)


def test_how_long_and_what_is_in_force(lexicon: Lexicon) -> None:
    assert "takes 24 minutes" in told("how long does it all take?", lexicon)
    assert "Parcel 2 first." in told("what have I asked for?", lexicon)


def test_a_remark_gets_a_short_word(lexicon: Lexicon) -> None:
    assert told("thanks", lexicon, "chatter").startswith("I found nothing")


@pytest.mark.parametrize(
    ("text", "act", "understood"),
    [
        ("how long does it all take?", "question", True),
        ("which colour has the sky over parcel 2?", "question", False),
        ("thanks", "chatter", True),
        ("drop the one about the harbour", "cancel", False),
        ("make that 20", "change", False),
    ],
)
def test_an_answer_says_whether_it_was_understood(text: str, act: str, understood: bool, lexicon: Lexicon) -> None:
    assert answer(text, lexicon, act).understood is understood
