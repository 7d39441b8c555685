"""What an action does, as a sentence about its parameters."""

from __future__ import annotations

import pytest

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.domains.descriptions import signature_of, skeleton_of
from plancritic.domains.phrases.action_sentences import ActionSentence
from plancritic.domains.phrases.description_words import DescriptionWords

TYPES = {"block": "a toy block", "hiker": "a hiker", "place": "a place on a map", "cup": "a cup"}


def said(actions: dict[str, tuple[str, str]]) -> dict[str, ActionSentence]:
    """Sentences of actions that are given by their parameters and their words."""
    description = DomainDescription(
        domain="d",
        types=TYPES,
        predicates={"(free)": "it is free"},
        actions={name: ActionDescription(detailed=text) for name, (_, text) in actions.items()},
    )
    skeleton = skeleton_of(description)
    schemas = []
    for name, (parameters, _) in actions.items():
        schema = signature_of(skeleton, parameters)
        schemas.append(type(schema)(**{**{each: getattr(schema, each) for each in schema.__slots__}, "name": name}))
    return DescriptionWords.of(description).actions(schemas)


@pytest.mark.parametrize(
    ("parameters", "text", "sentence", "gerund"),
    [
        ("?x ?y - block", "Put the block that the hand holds on another block, which must be clear.",
         "somebody puts {x} on {y}", "somebody putting {x} on {y}"),
        ("?h - hiker ?from ?to - place", "The hiker goes from a place to an adjacent place. Then it rains.",
         "{h} goes from {from} to {to}", "{h} going from {from} to {to}"),
        ("?x - block", "You take a block and put it away.", "somebody takes {x}", "somebody taking {x}"),
        ("?x - block", "A block is painted by a robot.", "{x} is painted by a robot", "{x} being painted by a robot"),
        ("?x - block ?to - place", "Move a block.", "somebody moves {x} to {to}", "somebody moving {x} to {to}"),
        ("?x - block ?c - cup", "Wash a cup.", "somebody washes {c} ({x})", "somebody washing {c} ({x})"),
        ("?c - cup", "Fill the cup with tea.", "somebody fills {c} with tea", "somebody filling {c} with tea"),
        ("?x ?y - block", "Swap the two blocks.", "somebody swaps {x} and {y}", "somebody swapping {x} and {y}"),
        ("?x - block", "It must be free.", "the step 'go on' is done with {x}", "the step 'go on' being done with {x}"),
        ("?h - hiker ?x - block ?c - cup", "A hiker takes a block that lies in the rain and lays it into a dry cup.",
         "{h} takes {x} and lays it into {c}", "{h} taking {x} and laying it into {c}"),
        ("?h - hiker", "The hiker has a coffee.", "{h} has a coffee", "{h} having a coffee"),
        ("?near-to ?far - place", "Walk to the far place.", "somebody walks to {far} ({near-to})",
         "somebody walking to {far} ({near-to})"),
    ],
)  # fmt: skip
def test_the_first_sentence_tells_what_is_done(parameters: str, text: str, sentence: str, gerund: str) -> None:
    found = said({"go-on": (parameters, text)})["go-on"]
    assert (found.sentence, found.gerund) == (sentence, gerund)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Carefully grip a block.", "somebody grips {x}"),
        ("Now, please grip a block.", "somebody grips {x}"),
        ("Carefully supply a block.", "somebody supplies {x}"),
        ("Fly home a block.", "somebody flies home {x}"),
        ("Apply glue to a block.", "somebody applies glue to {x}"),
        ("First grip a block with a hook.", "somebody grips {x} with a hook"),
        ("With a hook, grip a block.", "somebody grips {x} with a hook"),
        ("If it rains, grip a block.", "somebody grips {x}"),
        ("To build a tower, grip a block.", "somebody grips {x}"),
        ("You can grip a block.", "somebody grips {x}"),
        ("This grips a block.", "somebody grips {x}"),
        ("Grips a block.", "somebody grips {x}"),
        ("Gripping a block.", "somebody grips {x}"),
        ("Then a robot grips a block.", "a robot grips {x}"),
        ("Then bees come to the block and it starts to rot.", "the step 'grip' is done with {x}"),
    ],
)
def test_a_command_is_understood_in_any_form(text: str, sentence: str) -> None:
    assert said({"grip": ("?x - block", text)})["grip"].sentence == sentence


def test_two_actions_that_say_the_same_are_told_apart_by_their_names() -> None:
    found = said(
        {
            "move": ("?a ?b - place", "Go from a place to a place."),
            "eat": ("?a ?b - place", "Go from a place to a place."),
        }
    )
    assert found["move"].sentence == "somebody goes from {a} to {b} (step 'move')"
    assert found["eat"].sentence == "somebody goes from {a} to {b} (step 'eat')"


def test_who_acts_elsewhere_does_what_a_command_asks_for() -> None:
    found = said(
        {
            "go": ("?h - hiker ?p - place", "The hiker leaves a place."),
            "rest": ("?h - hiker ?p - place", "Sleep at a place."),
        }
    )
    assert found["rest"].sentence == "{h} sleeps at {p}"
