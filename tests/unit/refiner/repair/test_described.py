"""What the words of a description say for the literals of its actions."""

from __future__ import annotations

import pytest

from plancritic.contracts.modelling.descriptions import ActionDescription
from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import parse_domain
from plancritic.refiner.repair.described import MENTIONED, SILENT, DescribedLiterals, Support, lemma
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.schemas import Frame, Lifted, Model, Schema, frame_of, model_of

BLOCKS = benchmark_domains()["blocks"]
FRAME: Frame = frame_of(parse_domain(BLOCKS.text))
MODEL: Model = model_of(parse_domain(BLOCKS.text))
NEEDS, FORBIDS, ADDS, DELETES = range(4)


def described(text: str | None = None) -> DescribedLiterals:
    """The words of blocks; `text` are those of `pick-up` instead of its own."""
    actions = dict(BLOCKS.description.actions)
    if text is not None:
        actions["pick-up"] = ActionDescription(detailed=text)
    return DescribedLiterals(FRAME, BLOCKS.description.model_copy(update={"actions": actions}))


def support(atom: Lifted, text: str | None = None, action: str = "pick-up") -> Support:
    return described(text).support(FRAME.place(action), atom)


def test_conditions_and_effects_are_told_apart() -> None:
    text = "The block must be clear. Afterwards the hand is no longer empty and the block is held."
    assert support(("clear", 0), text).needs > 0.5
    assert support(("clear", 0), text).adds < 0.5
    assert support(("held", 0), text).adds > 0.5
    assert support(("hand-empty",), text).deletes > 0.5
    assert support(("hand-empty",), text).adds < support(("hand-empty",), text).deletes


@pytest.mark.parametrize(
    "text", ["It must not be clear.", "The block must be neither clear nor held.", "Use one that is not clear."]
)
def test_what_is_denied_is_forbidden(text: str) -> None:
    found = support(("clear", 0), text)
    assert found.forbids > found.needs


def test_silence_speaks_against_a_literal_and_a_clause_for_it() -> None:
    text = "Grip a block that is clear. Nothing more is said. Nothing at all."
    words = described(text)
    place = FRAME.place("pick-up")
    assert words.odds(place, NEEDS, ("clear", 0)) > 0 > words.odds(place, NEEDS, ("held", 0))
    assert SILENT <= words.odds(place, ADDS, ("on-table", 0)) <= words.odds(place, NEEDS, ("clear", 0)) <= MENTIONED


def test_one_short_sentence_says_little() -> None:
    short, full = described("Take a clear block."), described()
    place = FRAME.place("pick-up")
    assert short.told[place] < full.told[place] == 1.0
    assert abs(short.odds(place, NEEDS, ("held", 0))) < abs(full.odds(place, FORBIDS, ("held", 0)))


def test_an_action_that_is_not_described_says_nothing() -> None:
    actions = {"stack": BLOCKS.description.actions["stack"]}
    words = DescribedLiterals(FRAME, BLOCKS.description.model_copy(update={"actions": actions}))
    assert words.odds(FRAME.place("pick-up"), NEEDS, ("clear", 0)) == 0.0


@pytest.mark.parametrize("name", sorted(benchmark_domains()))
def test_what_is_true_has_more_support_than_what_is_not(name: str) -> None:
    domain = parse_domain(benchmark_domains()[name].text)
    frame, model = frame_of(domain), model_of(domain)
    words = DescribedLiterals(frame, benchmark_domains()[name].description)
    there, absent = [], []
    for action, schema in enumerate(model):
        for atom in frame.atoms[action]:
            for role, literals in enumerate(schema):
                (there if atom in literals else absent).append(words.odds(action, role, atom))
    assert sum(there) / len(there) > sum(absent) / len(absent) + 1.3


def test_a_change_that_the_words_speak_for_costs_less() -> None:
    place = FRAME.place("pick-up")
    whole = MODEL[place]
    lacking = Schema(whole.needs - {("clear", 0)}, *whole[1:])
    start = (*MODEL[:place], lacking, *MODEL[place + 1 :])
    odd = Schema(lacking.needs | {("held", 0)}, *lacking[1:])
    plain, told = Plausibility(FRAME, start), Plausibility(FRAME, start, described())

    def costs(schema: Schema, weighed: Plausibility) -> float:
        return weighed.sober_cost((*MODEL[:place], schema, *MODEL[place + 1 :]))

    assert costs(whole, told) < costs(whole, plain)
    assert costs(odd, told) > costs(odd, plain)


@pytest.mark.parametrize(
    "forms",
    [
        ("hold", "holds", "holding", "held"),
        ("carry", "carries", "carried"),
        ("move", "moving", "moved"),
        ("stop", "stopped"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: tuple[str, ...]) -> None:
    assert len({lemma(each) for each in forms}) == 1
