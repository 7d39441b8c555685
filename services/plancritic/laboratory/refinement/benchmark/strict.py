"""Strict equivalence: two domains agree on every step in every state that can be reached.

HDE compares up to a hundred cheapest plans; a domain can allow wrong steps that no such plan takes. Here all states are
walked that both domains reach by the same steps, breadth first from the initial state, and in each of them steps are
compared: may they be taken, and where do they lead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from plancritic.pddl.grounding import FactBits, StripsAction, strips_action
from plancritic.pddl.language import Atom, Domain, Problem
from plancritic.refiner.equivalence.executor import Step

#: States of one problem that are walked, and ground steps of one action that are made: enough for the evaluation
#: problems of the benchmark.
MOST_STATES = 20_000
MOST_GROUND_STEPS = 20_000

#: Facts that a ground step needs, forbids, adds and deletes, as bits.
_Ground = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """Steps that both domains allow and that lead to the same state, and one more on which they disagree."""

    before: tuple[Step, ...]
    step: Step


@dataclass(frozen=True, slots=True)
class StrictComparison:
    """What a walk through one problem, or through several, found.

    `steps` counts pairs of a state and a step that at least one domain allows. Of them the candidate wrongly allows
    `allowed`, wrongly refuses `refused`, and gives `changed` another next state. `bounded`: a bound ended the walk, so
    that there may be more. `first` is a nearest difference of the first problem that has one.
    """

    states: int
    steps: int
    allowed: int
    refused: int
    changed: int
    bounded: bool
    first: Difference | None = None

    @property
    def is_right(self) -> bool:
        """Whether nothing was found in which the domains differ (up to the bound, where one was hit)."""
        return not (self.allowed or self.refused or self.changed)


def together(comparisons: Iterable[StrictComparison]) -> StrictComparison:
    """Return several comparisons as one."""
    found = list(comparisons)
    return StrictComparison(
        states=sum(each.states for each in found),
        steps=sum(each.steps for each in found),
        allowed=sum(each.allowed for each in found),
        refused=sum(each.refused for each in found),
        changed=sum(each.changed for each in found),
        bounded=any(each.bounded for each in found),
        first=next((each.first for each in found if each.first is not None), None),
    )


def compare(true: Problem, candidate: Problem, most_states: int = MOST_STATES) -> StrictComparison:
    """Return how a problem of the true domain differs from the same problem of a candidate domain.

    Every state that is walked is reached by steps that both domains allow and that lead to the same state in both.

    Raises:
        NotStripsError: an action of a domain is more than literals.
    """
    bits = FactBits()
    initial = bits.mask(true.facts)
    # A state that is walked is reachable in either domain: what one of them never changes stays as it is.
    lasting = _Static(true, frozenset(_changing(true.domain)) & frozenset(_changing(candidate.domain)))
    left, left_bounded = _ground_steps(true, lasting, bits)
    right, right_bounded = _ground_steps(candidate, lasting, bits)
    both: list[tuple[Step, _Ground | None, _Ground | None]] = [
        (step, ground, right.get(step)) for step, ground in left.items()
    ]
    both += [(step, None, ground) for step, ground in right.items() if step not in left]
    alike = [(step, ground) for step, ground, other in both if ground is not None and ground == other]
    unlike = [each for each in both if each[1] != each[2]]
    reached: dict[int, tuple[int, Step] | None] = {initial: None}
    waiting = deque([initial])
    bounded = left_bounded or right_bounded
    steps = allowed = refused = changed = 0
    first: tuple[int, Step] | None = None
    while waiting:
        state = waiting.popleft()
        agreed: list[tuple[Step, int]] = []
        for step, (needs, forbids, adds, deletes) in alike:
            if not (needs & ~state or forbids & state):
                agreed.append((step, state & ~deletes | adds))
        steps += len(agreed)
        for step, ground, other in unlike:
            here, there = _after(ground, state), _after(other, state)
            if here is None and there is None:
                continue
            steps += 1
            if here == there and here is not None:
                agreed.append((step, here))
                continue
            allowed += here is None
            refused += there is None
            changed += here is not None and there is not None
            first = first or (state, step)
        for step, following in agreed:
            if following in reached:
                continue
            if len(reached) >= most_states:
                bounded = True
                break
            reached[following] = (state, step)
            waiting.append(following)
    difference = None if first is None else Difference(_path(reached, first[0]), first[1])
    return StrictComparison(len(reached), steps, allowed, refused, changed, bounded, difference)


def _after(ground: _Ground | None, state: int) -> int | None:
    """Return the state after a step, None where it cannot be taken."""
    if ground is None:
        return None
    needs, forbids, adds, deletes = ground
    return None if needs & ~state or forbids & state else state & ~deletes | adds


def _path(reached: Mapping[int, tuple[int, Step] | None], state: int) -> tuple[Step, ...]:
    steps: list[Step] = []
    while (came := reached[state]) is not None:
        state, step = came
        steps.append(step)
    return tuple(reversed(steps))


class _Static:
    """The facts of the initial state that hold in every state that is walked."""

    def __init__(self, problem: Problem, changing: frozenset[str]) -> None:
        self._changing = changing
        self.facts: dict[str, list[Atom]] = {}
        for each in sorted(problem.facts, key=str):
            if each.predicate not in changing:
                self.facts.setdefault(each.predicate, []).append(each)
        self._known = frozenset(fact for facts in self.facts.values() for fact in facts)

    def decides(self, atom: Atom) -> bool:
        """Whether an atom has the same value in every state."""
        return atom.predicate == "=" or atom.predicate not in self._changing

    def holds(self, atom: Atom) -> bool:
        """Return the value of such an atom."""
        return len(set(atom.arguments)) == 1 if atom.predicate == "=" else atom in self._known


def _changing(domain: Domain) -> Iterator[str]:
    """Give the predicates that some action changes."""
    for action in domain.actions.values():
        parts = strips_action(action)
        yield from (each.predicate for each in parts.adds | parts.deletes)


def _ground_steps(problem: Problem, static: _Static, bits: FactBits) -> tuple[dict[Step, _Ground], bool]:
    """Return the steps whose static conditions hold, and whether there are more than were made."""
    found: dict[Step, _Ground] = {}
    bounded = False
    for name, action in problem.domain.actions.items():
        parts = strips_action(action)
        variables = [each.name for each in action.parameters]
        fitting = {each.name: problem.objects_of(*each.types) for each in action.parameters}
        made = _bindings(parts, variables, fitting, static)
        for binding in islice(made, MOST_GROUND_STEPS):
            ground = _ground(parts.bound(binding), static, bits)
            if ground is not None:
                found[(name, *(binding[each] for each in variables))] = ground
        bounded = bounded or next(made, None) is not None
    return found, bounded


def _ground(parts: StripsAction, static: _Static, bits: FactBits) -> _Ground | None:
    """Return a ground step by its changing facts; None where a static condition fails."""
    for atoms, wanted in ((parts.needs, True), (parts.forbids, False)):
        if any(static.decides(each) and static.holds(each) != wanted for each in atoms):
            return None
    needs, forbids = (
        bits.mask(each for each in atoms if not static.decides(each)) for atoms in (parts.needs, parts.forbids)
    )
    return needs, forbids, bits.mask(parts.adds), bits.mask(parts.deletes)


def _bindings(
    parts: StripsAction, variables: Sequence[str], fitting: Mapping[str, Sequence[str]], static: _Static
) -> Iterator[dict[str, str]]:
    """Give objects for the variables that meet the static conditions that bind them; every binding once."""
    # The fewest facts first: they bind the most.
    joined = sorted(
        (each for each in parts.needs if static.decides(each) and each.predicate != "="),
        key=lambda each: (len(static.facts.get(each.predicate, ())), str(each)),
    )

    def bound(place: int, chosen: dict[str, str]) -> Iterator[dict[str, str]]:
        if place < len(joined):
            for fact in static.facts.get(joined[place].predicate, ()):
                extended = _unified(joined[place], fact, chosen, fitting)
                if extended is not None:
                    yield from bound(place + 1, extended)
            return
        free = next((each for each in variables if each not in chosen), None)
        if free is None:
            yield chosen
            return
        for each in fitting[free]:
            yield from bound(place, {**chosen, free: each})

    return bound(0, {})


def _unified(
    atom: Atom, fact: Atom, chosen: Mapping[str, str], fitting: Mapping[str, Sequence[str]]
) -> dict[str, str] | None:
    """Return the binding that makes an atom the fact as well, None where there is none."""
    extended = dict(chosen)
    for argument, name in zip(atom.arguments, fact.arguments, strict=True):
        if argument not in fitting:
            if argument != name:
                return None
        elif extended.setdefault(argument, name) != name or name not in fitting[argument]:
            return None
    return extended
