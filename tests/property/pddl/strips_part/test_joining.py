"""A STRIPS part that is put back: unchanged it gives the same domain, changed it is found again in the result."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.tiny_problems import TinyProblem, tiny_problems

from plancritic.pddl.language import (
    Action,
    Atom,
    Domain,
    FactEffect,
    Not,
    SchemaEditError,
    add_effect,
    add_precondition,
    conjuncts,
    negate_effect,
    negate_precondition,
    parse_domain,
    remove_effect,
    remove_precondition,
    with_action,
)
from plancritic.pddl.strips_part import NotSeparableError, joined, numeric_part, strips_part

_ROOT = Path(__file__).parents[4]
_TEMPORAL = ("waterway", "haulage", "satellite")


def _domain(name: str) -> Domain:
    return parse_domain((_ROOT / "domains" / name / "domain.pddl").read_text(encoding="utf-8"))


def _schemas(domain: Domain) -> dict[str, tuple[object, ...]]:
    """Return actions as sets of what they need and do: the order of literals means nothing."""
    return {
        name: (
            action.parameters,
            frozenset(conjuncts(action.conditions_at_start)),
            frozenset(action.effects_at_start),
        )
        for name, action in domain.actions.items()
    }


@pytest.mark.parametrize("name", _TEMPORAL)
def test_an_unchanged_part_gives_the_same_domain(name: str) -> None:
    domain = _domain(name)
    assert joined(domain, strips_part(domain)) is domain


@settings(max_examples=examples(80), deadline=None)
@given(st.data())
def test_the_part_of_what_comes_out_is_the_part_that_was_put_in(data: st.DataObject) -> None:
    domain = _domain(data.draw(st.sampled_from(_TEMPORAL)))
    part = _edited(strips_part(domain), data)
    found = joined(domain, part)
    assert _schemas(strips_part(found)) == _schemas(part)
    # Time and numbers are as they were.
    assert numeric_part(found).actions == numeric_part(domain).actions
    # Where the result is put back unchanged, nothing moves any more.
    assert joined(found, strips_part(found)) is found


@settings(max_examples=examples(80), deadline=None)
@given(tiny_problems("temporal"), st.data())
def test_small_domains_of_any_shape_keep_both_laws(tiny: TinyProblem, data: st.DataObject) -> None:
    domain = tiny.problem.domain
    try:
        part = strips_part(domain)
    except NotSeparableError:
        return
    assert joined(domain, part) is domain
    changed = _edited(part, data)
    assert _schemas(strips_part(joined(domain, changed))) == _schemas(changed)


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_a_literal_that_went_and_came_again_has_a_moment_of_the_domain(data: st.DataObject) -> None:
    domain = _domain(data.draw(st.sampled_from(_TEMPORAL)))
    part = strips_part(domain)
    action = part.actions[data.draw(st.sampled_from(sorted(part.actions)))]
    literal = data.draw(st.sampled_from(conjuncts(action.conditions_at_start)))
    without = joined(domain, with_action(part, remove_precondition(action, literal)))
    again = joined(without, part)
    before, after = domain.actions[action.name], again.actions[action.name]
    # Its effects, and its conditions at every moment, are the same but for the literal, which is asked for once more.
    assert (after.effects_at_start, after.effects_at_end) == (before.effects_at_start, before.effects_at_end)
    for moment in ("conditions_at_start", "conditions_over_all", "conditions_at_end"):
        kept = set(conjuncts(getattr(before, moment))) - {literal}
        assert set(conjuncts(getattr(after, moment))) - {literal} == kept
    assert [literal in conjuncts(getattr(after, f"conditions_{each}")) for each in ("at_start", "over_all", "at_end")]


def _edited(part: Domain, data: st.DataObject) -> Domain:
    """Return a STRIPS domain with one to four literals of one action removed, added or turned into the opposite."""
    action = part.actions[data.draw(st.sampled_from(sorted(part.actions)), label="action")]
    for _ in range(data.draw(st.integers(1, 4), label="edits")):
        edit = data.draw(st.sampled_from(("remove", "negate", "add")), label="edit")
        on_condition = data.draw(st.booleans(), label="condition")
        try:
            action = _one_edit(action, part, edit, on_condition, data)
        except SchemaEditError:
            continue
    return with_action(part, action)


def _one_edit(action: Action, part: Domain, edit: str, on_condition: bool, data: st.DataObject) -> Action:
    if edit == "add":
        literal = _literal(action, part, data)
        if literal is None:
            return action
        inner = literal.condition if isinstance(literal, Not) else literal
        if not on_condition and any(isinstance(e, FactEffect) and e.atom == inner for e in action.effects_at_start):
            return action  # both true and false: the part would have it once
        return (add_precondition if on_condition else add_effect)(action, literal)
    if on_condition:
        parts = conjuncts(action.conditions_at_start)
        if not parts:
            return action
        literal = data.draw(st.sampled_from(parts))
        return (remove_precondition if edit == "remove" else negate_precondition)(action, literal)
    effects = [each for each in action.effects_at_start if isinstance(each, FactEffect)]
    if not effects:
        return action
    effect = data.draw(st.sampled_from(effects))
    return (remove_effect if edit == "remove" else negate_effect)(
        action, effect.atom if effect.becomes else Not(effect.atom)
    )


def _literal(action: Action, part: Domain, data: st.DataObject) -> Atom | Not | None:
    predicate = data.draw(st.sampled_from(sorted(part.predicates)), label="predicate")
    arguments: list[str] = []
    for place in part.predicates[predicate]:
        fitting = [
            each.name
            for each in action.parameters
            if all(any(part.is_subtype(own, wanted) for wanted in place.types) for own in each.types)
        ]
        if not fitting:
            return None
        arguments.append(data.draw(st.sampled_from(fitting)))
    atom = Atom(predicate, tuple(arguments))
    return Not(atom) if data.draw(st.booleans()) else atom
