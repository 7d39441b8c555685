"""What an action does, as a sentence about its parameters."""

from __future__ import annotations

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
