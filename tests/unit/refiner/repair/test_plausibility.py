"""What changes cost."""

from __future__ import annotations

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.pddl.language import parse_domain
from plancritic.refiner.repair.plausibility import SWAP, Plausibility, edits
from plancritic.refiner.repair.schemas import Schema, frame_of, model_of

DOMAIN = parse_domain(benchmark_domains()["hiking"].text)
NONE: frozenset[tuple[str | int, ...]] = frozenset()
P, Q = ("p", 0), ("q", 0)


def test_a_negation_is_one_edit_and_a_swap_is_hardly_more() -> None:
    before = Schema(frozenset((P,)), NONE, frozenset((Q,)), NONE)
    assert edits(before, before._replace(needs=NONE)) == 1
    assert edits(before, before._replace(needs=NONE, forbids=frozenset((P,)))) == 1
    assert edits(before, before._replace(adds=NONE, deletes=frozenset((Q,)))) == 1
    assert edits(before, Schema(frozenset((Q,)), NONE, frozenset((P,)), NONE)) == SWAP


def test_that_two_parameters_differ_is_no_odd_negation() -> None:
    frame, model = frame_of(DOMAIN), model_of(DOMAIN)
    walk = frame.place("walk")
    plain = model[walk]
    different = plain._replace(forbids=plain.forbids | {("=", 0, 1), ("=", 0, 2), ("=", 1, 2)})
    negated = plain._replace(forbids=plain.forbids | {P})
    plausibility = Plausibility(frame, (*model[:walk], different, *model[walk + 1 :]))
    assert plausibility.oddities(walk, different) == plausibility.oddities(walk, plain)
    without = Plausibility(frame, model)
    for schema in (plain, negated):
        assert plausibility.oddities(walk, schema) == without.oddities(walk, schema), "nor does it make negations usual"
    assert plausibility.oddities(walk, negated) > plausibility.oddities(walk, plain)


def test_an_effect_on_what_nothing_else_changes_is_cheap_to_remove_and_dear_to_add() -> None:
    frame, model = frame_of(DOMAIN), model_of(DOMAIN)
    walk = frame.place("walk")
    odd = model[walk]._replace(adds=model[walk].adds | {("adjacent", 1, 2)})
    strange = (*model[:walk], odd, *model[walk + 1 :])
    mended, made = Plausibility(frame, strange), Plausibility(frame, model)
    assert mended.cost(model) < 1 < made.cost(strange)
    assert made.cost(model) == 0
    # It looks better: that is hardly a reason to believe it.
    assert mended.cost(model) < mended.sober_cost(model)
    assert made.cost(strange) == made.sober_cost(strange)
