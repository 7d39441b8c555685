"""What a network that is sure says of constraints is put together to the same constraints."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plancritic.adherence.mentions import TIMES
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.decoding import Grounding, readings_of
from plancritic.reading.likelihood import likelihood
from plancritic.reading.parts import parts_of, requests_of
from plancritic.reading.structure import OPERATORS, REQUESTS, ROLES, TWO_CONDITIONS

_ATOMS = tuple(
    Atom("at", (thing, place)) for thing in ("van1", "van2", "van3") for place in ("mill", "depot", "school")
)
_ROW = {atom: place for place, atom in enumerate(_ATOMS)}
_PAIRS = 16


def _literal(atom: Atom, holds: bool) -> Condition:
    return atom if holds else Not(atom)


@st.composite
def _constraints(draw: st.DrawFn) -> tuple[list[Constraint], tuple[float, ...]]:
    """One request: a constraint, or one for each of several things, and the times of its text."""
    kind = draw(st.sampled_from(list(ConstraintType)))
    bounds: tuple[float, ...] = ()
    times = (-1.0,) * TIMES
    if kind in (ConstraintType.WITHIN, ConstraintType.HOLD_AFTER, ConstraintType.ALWAYS_WITHIN):
        bounds = (draw(st.integers(1, 20)) * 1.0,)
        times = (*bounds, -1.0, -1.0)
    elif kind is ConstraintType.HOLD_DURING:
        start = draw(st.integers(0, 9)) * 1.0
        bounds = (start, start + draw(st.integers(1, 9)))
        times = (*bounds, -1.0)
    atoms = draw(st.permutations(_ATOMS))
    holds = draw(st.booleans())
    count = 2 if kind in TWO_CONDITIONS else 1
    second: tuple[Condition, ...] = (_literal(atoms[8], draw(st.booleans())),) if count == 2 else ()
    shape = draw(st.sampled_from(("one", "or", "and", "each")))
    some = atoms[: draw(st.integers(2, 3))]
    if shape == "each":
        return [Constraint(kind, (_literal(atom, holds), *second), bounds) for atom in some], times
    literals = tuple(_literal(atom, holds) for atom in some)
    first = literals[0] if shape == "one" else Or(literals) if shape == "or" else And(literals)
    return [Constraint(kind, (first, *second), bounds)], times


def _sure(constraints: list[Constraint], times: tuple[float, ...]) -> Grounding:
    facts, requests = np.full(_PAIRS, len(_ATOMS) - 1), np.full(_PAIRS, REQUESTS - 1)
    relevance = np.full(_PAIRS, 0.001)
    roles = np.full((_PAIRS, ROLES), 0.5)
    operators = np.full((_PAIRS, len(OPERATORS)), 1e-6)
    for place, part in enumerate(parts_of(constraints, times, _ROW)):
        assert part.operator >= 0
        facts[place], requests[place], relevance[place] = part.fact, part.request, 0.99
        roles[place] = [0.98 if role > 0 else 0.02 for role in part.roles]
        operators[place, part.operator] = 1.0
    return Grounding(facts, requests, relevance, roles, operators, times)


@given(_constraints())
def test_what_a_sure_network_says_is_put_together_to_what_was_taken_apart(
    given_: tuple[list[Constraint], tuple[float, ...]],
) -> None:
    constraints, times = given_
    best = readings_of(_sure(constraints, times), _ATOMS, 4)[0]
    assert canonical_key(best.constraints) == canonical_key(constraints)
    assert 0.0 < best.probability <= 1.0


@given(_constraints(), _constraints())
def test_a_sure_judge_holds_what_was_said_for_likelier_than_anything_else(
    said: tuple[list[Constraint], tuple[float, ...]], other: tuple[list[Constraint], tuple[float, ...]]
) -> None:
    grounding = _sure(*said)
    right, wrong = likelihood(grounding, said[0], _ROW), likelihood(grounding, other[0], _ROW)
    assert right is not None
    assert wrong is not None
    if canonical_key(said[0]) != canonical_key(other[0]):
        assert wrong < right


@pytest.mark.parametrize("text", ["(<= (total-time) 9)", "(always (>= (fuel v0) 3))"])
def test_the_networks_have_no_word_on_what_is_about_no_fact(text: str) -> None:
    wish = [Constraint(ConstraintType.SOMETIME, (_ATOMS[0],))]
    grounding = _sure(wish, (-1.0,) * TIMES)
    assert likelihood(grounding, [*wish, parse_constraint(text)], _ROW) is None


@given(
    _constraints(),
    st.lists(st.tuples(st.floats(0.02, 0.3), st.floats(0.05, 0.95)), min_size=1, max_size=8),
)
def test_what_is_hardly_relevant_takes_nothing_from_what_is_sure(
    given_: tuple[list[Constraint], tuple[float, ...]], background: list[tuple[float, float]]
) -> None:
    constraints, times = given_
    sure = _sure(constraints, times)
    for place, (relevance, role) in enumerate(background, start=6):
        # Facts of the last request, which no constraint here has.
        sure.facts[place] = place % len(_ATOMS)
        sure.relevance[place], sure.roles[place] = relevance, role
    found = readings_of(sure, _ATOMS, 32)
    keys = [canonical_key(each.constraints) if each.constraints else "" for each in found]
    assert keys[0] == canonical_key(constraints)
    alone = readings_of(_sure(constraints, times), _ATOMS, 4)[0].probability
    left_out = float(np.prod([1.0 - relevance for relevance, _ in background]))
    assert found[0].probability >= 0.9 * alone * left_out


@given(_constraints(), st.integers(1, 32))
def test_readings_are_few_different_and_sorted(given_: tuple[list[Constraint], tuple[float, ...]], most: int) -> None:
    found = readings_of(_sure(*given_), _ATOMS, most)
    keys = [canonical_key(each.constraints) if each.constraints else "" for each in found]
    assert len(found) <= most
    assert len(set(keys)) == len(keys)
    assert [each.probability for each in found] == sorted((each.probability for each in found), reverse=True)
    assert sum(each.probability for each in found) <= 1.0 + 1e-6


def test_a_text_about_no_fact_asks_for_nothing() -> None:
    none = Grounding(
        np.zeros(_PAIRS, dtype=np.int64),
        np.zeros(_PAIRS, dtype=np.int64),
        np.full(_PAIRS, 0.001),
        np.full((_PAIRS, ROLES), 0.5),
        np.full((_PAIRS, len(OPERATORS)), 1.0 / len(OPERATORS)),
        (-1.0,) * TIMES,
    )
    assert readings_of(none, _ATOMS, 4)[0].constraints == ()


def test_a_time_that_the_text_does_not_name_is_in_no_reading() -> None:
    wish = [Constraint(ConstraintType.WITHIN, (_ATOMS[0],), (5.0,))]
    sure = _sure(wish, (5.0, -1.0, -1.0))
    unnamed = Grounding(sure.facts, sure.requests, sure.relevance, sure.roles, sure.operators, (-1.0,) * TIMES)
    assert all(
        each.type is not ConstraintType.WITHIN for one in readings_of(unnamed, _ATOMS, 8) for each in one.constraints
    )


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_wishes_that_differ_in_both_conditions_are_requests_of_their_own(count: int) -> None:
    chain = [Constraint(ConstraintType.SOMETIME_BEFORE, (_ATOMS[place + 1], _ATOMS[place])) for place in range(count)]
    assert len(requests_of(chain)) == count
