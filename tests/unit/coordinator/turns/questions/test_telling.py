"""Answers come from the plan; what is not understood is left unanswered."""

from __future__ import annotations

import pytest

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.coordinator.sessions.acts import Asked as AskedText
from plancritic.coordinator.turns.answers import answers, example_questions
from plancritic.coordinator.turns.questions.asking import kind_of
from plancritic.coordinator.turns.questions.telling import Asked, answer_of
from plancritic.domains import load_domain
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("haulage"), "1")
PLAN = parse_plan(
    "0.0: (board driver1 van1 depot) [1.0]\n0.0: (load parcel2 van1 depot) [2.0]\n"
    "2.001: (drive driver1 van1 depot market) [10.0]\n12.002: (drive driver1 van1 market school) [10.0]\n"
    "22.003: (unload parcel2 van1 school) [2.0]\n25.0: (drive driver1 van1 school market) [10.0]\n"
    "36.0: (drive driver1 van1 market depot) [10.0]\n"
)


def told(text: str) -> str:
    kind = kind_of(text)
    assert kind is not None
    asked = Asked(text, kind, execute(LEXICON.problem, PLAN), NamedObjects(LEXICON), LEXICON)
    return " ".join(answer_of(asked))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("When does parcel 2 get to the school?", "At 24 minutes (step 4) parcel 2 is delivered to the school."),
        ("when does the van first leave the market?", "At 12 minutes (step 3) the van leaves the market."),
        ("when is the van home again?", "At 46 minutes (step 6) the van arrives at the depot."),
        ("where is parcel 2 at minute 10?", "At 10 minutes parcel 2 is aboard the van."),
        ("where does the van end up?", "In the end the van is at the depot."),
        ("how often does the van visit the market?", "2 times."),
        ("how many trips does the van make?", "4 times."),
        ("how long is parcel 2 aboard the van?", "20 minutes, from 2 to 22: parcel 2 is aboard the van."),
        ("how long does the drive from the market to the school take?", "10 minutes. Step 3,"),
        ("how long does it all take?", "The plan takes 46 minutes"),
        ("what happens at minute 30?", "Driver 1 drives the van from the school to the market."),
        ("who drives the van to the school?", "Driver 1 drives the van from the market to the school."),
        ("what does the van do after step 4?", "Step 5,"),
        ("how many parcels are aboard the van at minute 10?", "1 at 10 minutes."),
        ("when is the plan over?", "The plan takes 46 minutes"),
    ],
)
def test_what_is_asked_is_answered(text: str, answer: str) -> None:
    assert answer in told(text)


@pytest.mark.parametrize(
    "text",
    ["how long does parcel 2 sleep?", "what colour is the van?", "when does the van sing?", "who owns the mill?"],
)
def test_what_the_plan_does_not_tell_is_not_answered(text: str) -> None:
    assert told(text) == ""


def test_what_is_not_understood_is_told_with_examples_that_are() -> None:
    (found,) = answers([AskedText(text="how deep is the mill?", act="question")], str(PLAN), (), (), LEXICON)
    assert "did not understand" in found.sentences[0]
    for example in example_questions(PLAN, LEXICON):
        assert example in found.sentences[0]
        (answered,) = answers([AskedText(text=example, act="question")], str(PLAN), (), (), LEXICON)
        assert "did not understand" not in " ".join(answered.sentences), example
