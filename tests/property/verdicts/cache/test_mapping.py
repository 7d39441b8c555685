"""A verdict told in other words: nothing is lost, nothing is made up, whatever the order, the writing and the ids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.property.pddl.strategies import constraints
from tests.support.examples import examples

from plancritic.contracts.planning import ConstraintChange, Impossible, PlanProved, PreferenceOutcome, Relaxation
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.pddl.language import And, Atom, Constraint, ConstraintType, Not, parse_constraint
from plancritic.pddl.specification import canonical
from plancritic.verdicts.cache.mapping import NoCounterpart, mapped
from plancritic.verdicts.cache.meaning import parts, specification_key
from plancritic.verdicts.cache.verdict_cache import VerdictRequest, cache_key

ATOMS = st.sampled_from([Atom("p", ("a",)), Atom("q", ("a",)), Atom("r", ())])
CONSTRAINTS = constraints(ATOMS, st.sampled_from([1.0, 2.0, 5.0]))


def musts(least_statements: int, most: int) -> st.SearchStrategy[list[TracedConstraint]]:
    """Some musts, each with at least so many statements."""
    statements = st.lists(st.sampled_from(["s1", "s2", "s3"]), min_size=least_statements, max_size=2, unique=True)
    traced = st.builds(lambda c, s: TracedConstraint(constraint=str(c), statements=tuple(s)), CONSTRAINTS, statements)
    return st.lists(traced, max_size=most)


SEEDS = st.integers(0, 1000).map(Random)

Specification = list[TracedConstraint]


def renamed(statement: str) -> str:
    return f"their-{statement}"


def in_other_words(specification: Specification, random: Random) -> Specification:
    """The same, under other ids, in another order, written otherwise, some of it twice."""
    rewritten: Specification = []
    for traced in specification:
        constraint = parse_constraint(traced.constraint)
        statements = tuple(map(renamed, traced.statements))
        for _ in range(random.choice((1, 1, 2)) if traced.strength == "must" else 1):
            rewritten += [
                traced.model_copy(update={"constraint": str(each), "statements": statements})
                for each in _rewritten(constraint, traced.strength == "must", random)
            ]
    random.shuffle(rewritten)
    return rewritten


def _rewritten(constraint: Constraint, may_split: bool, random: Random) -> list[Constraint]:
    first, *rest = constraint.conditions
    splits = constraint.type in (ConstraintType.ALWAYS, ConstraintType.AT_END) and isinstance(first, And)
    if may_split and splits and random.random() < 0.5:
        assert isinstance(first, And)
        split = [replace(constraint, conditions=(each,)) for each in first.conditions]
        # Not where only the whole is seen to be a contradiction, nor where one part makes another needless: the key
        # keeps each statement's parts.
        whole = canonical((constraint,))
        if canonical(split) == whole and all(set(canonical((each,))) <= set(whole) for each in split):
            return split
    written = Not(Not(first)) if random.random() < 0.5 else And((first,))
    return [replace(constraint, conditions=(written, *rest))]


@settings(max_examples=examples(50), deadline=None)
@given(musts(1, 4), SEEDS, st.data())
def test_a_clash_says_the_same_of_the_same_statements(
    theirs: Specification, random: Random, data: st.DataObject
) -> None:
    mine = in_other_words(theirs, random)
    assert specification_key(mine) == specification_key(theirs)
    statements = sorted({each for traced in theirs for each in traced.statements})
    chosen = set(data.draw(st.lists(st.sampled_from(statements), unique=True))) if statements else set()
    clash = tuple(traced for traced in theirs if chosen & set(traced.statements))
    try:
        found = mapped(Impossible(engine="e", reason="r", clash=clash, clash_minimal=True), theirs, mine)
    except NoCounterpart:
        raise AssertionError("whole statements always have a counterpart") from None
    assert isinstance(found, Impossible)
    assert specification_key(found.clash) == specification_key(clash)
    texts = {traced.constraint for traced in mine}
    named = {each for traced in found.clash for each in traced.statements}
    for member in found.clash:
        assert member.constraint in texts
        asking = {each for traced in mine if parts(traced) == parts(member) for each in traced.statements}
        assert set(member.statements) == asking
    # A member that says nothing, or nothing that another does not say, may be left out with its statements.
    assert named <= {each for traced in mine for each in traced.statements}


@settings(max_examples=examples(50), deadline=None)
@given(musts(0, 3), musts(0, 1), SEEDS, st.data())
def test_whatever_is_found_under_one_key_is_sound(
    theirs: Specification, more: Specification, random: Random, data: st.DataObject
) -> None:
    mine = in_other_words([*theirs, *more], random)
    assume(specification_key(mine) == specification_key(theirs))
    clash = tuple(data.draw(st.lists(st.sampled_from(theirs), unique_by=id))) if theirs else ()
    dropped = [ConstraintChange(constraint=traced) for traced in clash]
    relaxations = tuple(Relaxation(kind="drop_constraint", changes=(change,), plan="p") for change in dropped)
    verdict = Impossible(engine="e", reason="r", clash=clash, clash_minimal=True, relaxations=relaxations)
    try:
        found = mapped(verdict, theirs, mine)
    except NoCounterpart:
        return
    assert isinstance(found, Impossible)
    assert specification_key(found.clash) == specification_key(clash)
    for before, after in zip(relaxations, found.relaxations, strict=True):
        gone = [change.constraint for change in after.changes]
        assert all(each in mine for each in gone)
        left = [traced for traced in theirs if traced != before.changes[0].constraint]
        assert specification_key([each for each in mine if each not in gone]) == specification_key(left)


@settings(max_examples=examples(50), deadline=None)
@given(musts(0, 4), SEEDS)
def test_every_preference_comes_back_once_with_what_was_said_of_it(theirs: Specification, random: Random) -> None:
    theirs = [traced.model_copy(update={"strength": random.choice(("should", "nice"))}) for traced in theirs]
    mine = in_other_words(theirs, random)
    outcomes = tuple(
        PreferenceOutcome(constraint=traced, kept=random.random() < 0.5, price_time=float(index))
        for index, traced in enumerate(theirs)
    )
    verdict = PlanProved(engine="e", plan="p", proof=Proof(ruling="accepted"), preferences=outcomes)
    found = mapped(verdict, theirs, mine)
    assert isinstance(found, PlanProved)
    came = sorted(one.constraint.model_dump_json() for one in found.preferences)
    assert came == sorted(traced.model_dump_json() for traced in mine)
    for before, after in zip(outcomes, found.preferences, strict=True):
        assert parts(after.constraint) == parts(before.constraint)
        assert (after.kept, after.price_time) == (before.kept, before.price_time)


@settings(max_examples=examples(50), deadline=None)
@given(musts(1, 4), SEEDS)
def test_other_words_have_the_same_key(theirs: Specification, random: Random) -> None:
    mine = in_other_words(theirs, random)
    for explained in (False, True):
        keys = {
            cache_key(VerdictRequest("problem", tuple(each), explain_clash=explained), "version")
            for each in (theirs, mine)
        }
        assert len(keys) == 1
