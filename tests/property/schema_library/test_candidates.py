"""Whatever stands in an answer: candidates that are legal PDDL and blocks with reasons, never a crash."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.descriptions import CASES, DOMAINS, REGISTERS, recordings

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import read_description
from plancritic.pddl.language import parse_domain
from plancritic.schema_library.candidates.candidate import domain_of
from plancritic.schema_library.candidates.merging import canonical_text, library_of

DESCRIPTIONS = {name: read_description(CASES / name / "description.yaml") for name in DOMAINS}
ANSWERS = [
    (name, register, text) for name in DOMAINS for register in REGISTERS for text in recordings(name, register).values()
]
#: What models slip in, and what hurts readers.
SLIPPED_IN = (
    *("(", ")", "((", "))", "-", "?", ":", ";", "```", "", "```pddl", "##", "‘”", "[…]", "7", "?x", "?X", "x"),
    *("and", "not", "or", "when", "forall", "exists", "(and", "(not", "(or", "(=", "either", "object", "increase"),
    *(":action", ":parameters", ":precondition", ":effect", ":effects", "(:action", "(define", "(domain", "total-cost"),
)

words = st.one_of(st.sampled_from(SLIPPED_IN), st.text(max_size=12))


@st.composite
def mutated(draw: st.DrawFn) -> tuple[DomainDescription, Register, str]:
    """A recorded answer with some of its pieces removed, doubled, exchanged or replaced."""
    name, register, text = draw(st.sampled_from(ANSWERS))
    chance = random.Random(draw(st.integers(0, 2**32)))
    for word in draw(st.lists(words, max_size=12)):
        start = chance.randrange(len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 5, 40)))
        piece = text[start:end]
        text = text[:start] + chance.choice((word, f" {word} ", "", piece * 2, piece[::-1], piece.upper())) + text[end:]
    return DESCRIPTIONS[name], register, text


@given(mutated())
def test_a_mutated_answer_gives_legal_candidates_and_reasons(case: tuple[DomainDescription, Register, str]) -> None:
    description, register, text = case
    library = library_of(description, register, {"01": text})
    assert list(library.candidates) == list(description.actions)
    assert all(each.reason for each in library.dropped)
    for action, candidates in library.candidates.items():
        # One answer has one vote.
        assert len(candidates) <= 1
        for each in candidates:
            whole = domain_of(library.skeleton, {action: each})
            assert parse_domain(whole.text, "whole").actions == {action: each.schema}
            assert canonical_text(each.schema) == each.text


@given(st.text(max_size=400))
def test_any_text_is_an_answer(text: str) -> None:
    library = library_of(DESCRIPTIONS["dungeon"], "layman", {"01": text})
    assert all(each.reason for each in library.dropped)


@pytest.mark.parametrize("domain", DOMAINS)
@given(data=st.data())
def test_names_of_variables_and_order_of_conjuncts_make_no_other_candidate(domain: str, data: st.DataObject) -> None:
    register = data.draw(st.sampled_from(REGISTERS))
    answers = recordings(domain, register)
    written = data.draw(st.sampled_from(sorted(answers)))
    library = library_of(DESCRIPTIONS[domain], register, {"as written": answers[written]})
    shuffled = []
    for (candidate,) in (each for each in library.candidates.values() if each):
        schema = candidate.schema
        names = [each.name for each in schema.parameters]
        fresh = dict(zip(names, data.draw(st.permutations([f"?v{n}" for n in range(len(names))])), strict=True))
        before = [*library_conditions(candidate.text, 2)]
        after = [*library_conditions(candidate.text, 3)]
        before, after = data.draw(st.permutations(before)), data.draw(st.permutations(after))
        text = (
            f"(:action {schema.name} :parameters ({' '.join(map(str, schema.parameters))})"
            f" :precondition (and {' '.join(before)} {' '.join(before[:1])}) :effect (and {' '.join(after)}))"
        )
        for old in sorted(names, key=len, reverse=True):
            text = text.replace(old + " ", fresh[old] + " ").replace(old + ")", fresh[old] + ")")
        shuffled.append(text)
    merged = library_of(
        DESCRIPTIONS[domain], register, {"as written": answers[written], "shuffled": "\n".join(shuffled)}
    )
    assert {name: [each.text for each in several] for name, several in merged.candidates.items()} == {
        name: [each.text for each in several] for name, several in library.candidates.items()
    }
    assert all(each.votes == 2 for several in merged.candidates.values() for each in several)


def library_conditions(text: str, line: int) -> list[str]:
    """The literals in a line of canonical text: `:precondition` is the third, `:effect` the fourth."""
    inner = text.splitlines()[line].split(" (and", 1)[1]
    found, depth, start = [], 0, 0
    for place, character in enumerate(inner):
        if character == "(":
            start, depth = (place, 1) if depth == 0 else (start, depth + 1)
        elif character == ")":
            depth -= 1
            if depth == 0:
                found.append(inner[start : place + 1])
            if depth < 0:
                break
    return found
