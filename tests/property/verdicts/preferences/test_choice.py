"""The choice of preferences is the best there is: against all subsets, on random families of what goes together."""

import asyncio
from collections.abc import Sequence
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from plancritic.contracts.planning import Impossible, PlanProved, TimedOut, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.verdicts.preferences.choice import choose, least_hitting
from plancritic.verdicts.preferences.texts import lexicographic_weights

MOST = 7
DOMAIN = """(define (domain wishes) (:requirements :strips) (:predicates (done ?x) (waited))
  (:action do :parameters (?x) :precondition (and) :effect (done ?x))
  (:action wait :parameters () :precondition (and) :effect (waited)))"""
PROBLEM = parse_problem(
    f"(define (problem p) (:domain wishes) (:objects {' '.join(f'w{n}' for n in range(MOST))})"
    "(:init (done nothing)) (:goal (done nothing)))".replace("(:objects ", "(:objects nothing "),
    parse_domain(DOMAIN),
)


class Families:
    """Verdicts where sets of wishes are impossible that hold one of some sets, plans that keep more than asked for."""

    def __init__(
        self,
        wishes: Sequence[TracedConstraint],
        impossible: Sequence[frozenset[int]],
        hard: Sequence[frozenset[int]],
        slow: Sequence[int],
        clashes: bool,
    ) -> None:
        self.wishes = {wish: index for index, wish in enumerate(wishes)}
        self.impossible = impossible
        self.hard = hard
        self.slow = slow
        self.clashes = clashes
        self.asked = 0

    def possible(self, asked: frozenset[int]) -> bool:
        return not any(core <= asked for core in self.impossible)

    async def __call__(self, specification: Sequence[TracedConstraint]) -> Verdict:
        self.asked += 1
        asked = frozenset(self.wishes[one] for one in specification)
        if not self.possible(asked):
            core = next(core for core in self.impossible if core <= asked)
            clash = tuple(wish for wish, index in self.wishes.items() if index in core) if self.clashes else ()
            return Impossible(engine="e", reason="", clash=clash)
        if asked in self.hard:
            return TimedOut(engine="e", limit_seconds=1)
        done = set(asked)
        for index in range(len(self.wishes) - 1, -1, -2):
            done |= {index} if self.possible(frozenset(done | {index})) else set()
        steps = [f"(do w{index})" for index in sorted(done)]
        steps += ["(wait)"] * sum(1 for index in asked if index in self.slow)
        return PlanProved(engine="e", plan="\n".join(steps), proof=Proof(ruling="accepted"))


STRENGTHS = st.lists(st.sampled_from(["must", "should", "should", "nice", "nice"]), min_size=1, max_size=MOST)


@st.composite
def families(draw: st.DrawFn, hard: bool) -> tuple[tuple[TracedConstraint, ...], Families]:
    strengths = draw(STRENGTHS)
    wishes = tuple(
        TracedConstraint.model_validate({"constraint": f"(sometime (done w{index}))", "strength": strength})
        for index, strength in enumerate(strengths)
    )
    subsets = st.frozensets(st.integers(0, len(wishes) - 1), min_size=1)
    cores = draw(st.lists(subsets, max_size=6))
    hardships = draw(st.lists(subsets, max_size=4)) if hard else []
    slow = draw(st.lists(st.integers(0, len(wishes) - 1)))
    return wishes, Families(wishes, cores, hardships, slow, draw(st.booleans()))


def value(wishes: Sequence[TracedConstraint], kept: frozenset[int]) -> tuple[int, int]:
    """Shoulds and nices kept."""
    strengths = [wishes[index].strength for index in kept]
    return strengths.count("should"), strengths.count("nice")


def run(wishes: tuple[TracedConstraint, ...], verdicts: Families, searches: int) -> Verdict:
    return asyncio.run(choose(wishes, verdicts, None, PROBLEM, searches))


@given(families(hard=False))
def test_no_subset_keeps_more(case: tuple[tuple[TracedConstraint, ...], Families]) -> None:
    wishes, verdicts = case
    musts = frozenset(index for index, wish in enumerate(wishes) if wish.strength == "must")
    found = run(wishes, verdicts, 1000)
    everything = range(len(wishes))
    best = [
        frozenset(subset)
        for size in range(len(wishes) + 1)
        for subset in combinations(everything, size)
        if musts <= frozenset(subset) and verdicts.possible(frozenset(subset))
    ]
    if not best:
        assert isinstance(found, Impossible)
        return
    assert isinstance(found, PlanProved)
    kept = musts | {verdicts.wishes[one.constraint] for one in found.preferences if one.kept}
    assert verdicts.possible(kept)
    assert value(wishes, kept) == max(value(wishes, subset) for subset in best)
    assert len(found.preferences) in (0, len(wishes) - len(musts))
    for one in found.preferences:
        if not one.kept:
            assert "proved impossible" in one.reason
            assert not verdicts.possible(kept | {verdicts.wishes[one.constraint]})
        elif one.constraint.strength == "should":
            assert one.price_time is not None
            assert one.price_time >= 0


@given(families(hard=True), st.integers(1, 12))
def test_what_is_said_is_true_though_searches_fail_or_run_out(
    case: tuple[tuple[TracedConstraint, ...], Families], searches: int
) -> None:
    wishes, verdicts = case
    musts = frozenset(index for index, wish in enumerate(wishes) if wish.strength == "must")
    found = run(wishes, verdicts, searches)
    assert verdicts.asked <= 2 * searches + 2
    if isinstance(found, Impossible):
        assert not verdicts.possible(musts)
    if not isinstance(found, PlanProved):
        assert not verdicts.possible(musts) or musts in verdicts.hard
        return
    kept = musts | {verdicts.wishes[one.constraint] for one in found.preferences if one.kept}
    assert verdicts.possible(kept)
    for one in found.preferences:
        if "proved impossible" in one.reason:
            assert not verdicts.possible(kept | {verdicts.wishes[one.constraint]})
        assert bool(one.reason) != one.kept


@given(
    st.lists(st.frozensets(st.integers(0, 6), min_size=1), max_size=8), st.lists(st.sampled_from([1, 4]), min_size=7)
)
def test_the_least_that_hits_every_core(cores: list[frozenset[int]], weights: list[int]) -> None:
    found = least_hitting(cores, weights)
    assert all(core & found for core in cores)
    every = [set(subset) for size in range(8) for subset in combinations(range(7), size)]
    least = min(sum(weights[each] for each in one) for one in every if all(core & one for core in cores))
    assert sum(weights[each] for each in found) == least


def test_a_should_outweighs_all_nices() -> None:
    assert lexicographic_weights(["must", "should", "nice", "nice"]) == (0, 3, 1, 1)
