"""Answers come from the plan; what is not understood is left unanswered."""

from __future__ import annotations

import pytest
from tests.support.regressions import plan_text

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
PLAN = parse_plan(plan_text("haulage"))


def told(text: str) -> str:
    kind = kind_of(text)
    assert kind is not None
    asked = Asked(text, kind, execute(LEXICON.problem, PLAN), NamedObjects(LEXICON), LEXICON)
    return " ".join(answer_of(asked))


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
