"""Ground steps of all candidates over one numbering of facts, shared by all combinations.

A step of a plan is an action's name with objects. What it demands and does depends on the candidate that is chosen for
the action; candidates with the same step that demand and do the same share a `Variant`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from plancritic.pddl.grounding import GroundStep, NotStripsError, StripsAction, literals, strips_action
from plancritic.pddl.language import Action, Atom, Binding, Problem, bind_atom

#: So many ground steps all candidates may have together, before those that can never be taken are left out.
MOST_STEPS = 500_000


class TooManyStepsError(ValueError):
    """The candidates have too many ground steps together; the message says how many."""


@dataclass(frozen=True, slots=True)
class CandidateStep(GroundStep):
    """A ground step as some candidates of its action have it; they are bits too (`product.Box`)."""

    candidates: int


@dataclass(frozen=True, slots=True)
class Variant(CandidateStep):
    """A step by its number, and by that of its action, as some candidates have it."""

    step: int
    action: int


@dataclass(frozen=True)
class SharedSteps:
    """The steps of all candidates.

    `steps` has the text of each step (`action object ...`) in alphabetical order, so that the least of several plans
    of one length is the least by these numbers; `facts` the fact of each bit. A goal that needs a fact which no
    candidate can make true is `hopeless`.
    """

    actions: tuple[str, ...]
    sizes: tuple[int, ...]
    steps: tuple[str, ...]
    facts: tuple[Atom, ...]
    variants: tuple[Variant, ...]
    initial: int
    goal_needs: int
    goal_forbids: int
    hopeless: bool = False

    @cached_property
    def by_step(self) -> tuple[tuple[Variant, ...], ...]:
        """The variants of each step."""
        found: list[list[Variant]] = [[] for _ in self.steps]
        for each in self.variants:
            found[each.step].append(each)
        return tuple(map(tuple, found))

    def reaches(self, state: int) -> bool:
        """Return whether a state meets the goal."""
        return state & self.goal_needs == self.goal_needs and not state & self.goal_forbids

    def plan_text(self, plan: Sequence[int]) -> str:
        """Return the plan as PDDL plan text, one step a line."""
        return "\n".join(f"({self.steps[each]})" for each in plan)


@dataclass(frozen=True, slots=True)
class _Ground:
    action: int
    candidate: int
    text: str
    parts: StripsAction


def share_steps(problem: Problem, candidates: Mapping[str, Sequence[Action]]) -> SharedSteps:
    """Ground all candidates of all actions on a problem.

    Steps that no combination can ever take are left out: those whose demands are out of reach even if every step of
    every candidate could be taken and no fact, true or false, were ever lost (delete relaxation; negative demands are
    facts of their own, so that it is sound).

    Raises:
        NotStripsError: a candidate or the goal is more than STRIPS with negation and equality.
        TooManyStepsError: they have more than `MOST_STEPS` ground steps.
    """
    if problem.timed_literals or problem.constraints:
        what = "timed facts" if problem.timed_literals else "trajectory constraints"
        raise NotStripsError(f"the problem has {what}; combinations are decided without them")
    names = tuple(candidates)
    schemas = {name: [strips_action(each) for each in candidates[name]] for name in names}
    changed = {atom.predicate for several in schemas.values() for each in several for atom in each.adds | each.deletes}
    budget = _Budget()
    grounded = [
        each
        for index, name in enumerate(names)
        for number, (schema, parts) in enumerate(zip(candidates[name], schemas[name], strict=True))
        for each in _grounded(problem, index, number, schema, parts, changed, budget)
    ]
    goal_needs, goal_forbids, false = _goal(problem)
    reachable, negated, kept = _relaxed(problem.facts, grounded)
    lasting = problem.facts - negated
    hopeless = false or not goal_needs <= reachable or bool(goal_forbids & lasting)
    return _numbered(problem, names, candidates, kept, goal_needs, goal_forbids, hopeless)


def _goal(problem: Problem) -> tuple[frozenset[Atom], frozenset[Atom], bool]:
    """Return the facts that the goal needs and forbids, and whether an equality in it is false."""
    needs, forbids = literals(problem.goal, "the goal")
    false = any(not _holds(problem, each) for each in needs if each.predicate == "=")
    false |= any(_holds(problem, each) for each in forbids if each.predicate == "=")
    facts = [frozenset(each for each in atoms if each.predicate != "=") for atoms in (needs, forbids)]
    return facts[0], facts[1], false


@dataclass
class _Budget:
    """How many steps were made, and how many bindings were begun, of all candidates together."""

    steps: int = 0
    begun: int = 0

    def spend(self, action: str, *, complete: bool) -> None:
        self.begun += 1
        self.steps += complete
        if self.steps > MOST_STEPS or self.begun > 10 * MOST_STEPS:
            raise TooManyStepsError(f"the candidates have more than {MOST_STEPS} ground steps, {action!r} among them")


def _grounded(
    problem: Problem, action: int, number: int, schema: Action, parts: StripsAction, changed: set[str], budget: _Budget
) -> Iterator[_Ground]:
    def lasts(atom: Atom) -> bool:
        return atom.predicate == "=" or atom.predicate not in changed

    lasting = [(atom, True) for atom in parts.needs if lasts(atom)]
    lasting += [(atom, False) for atom in parts.forbids if lasts(atom)]
    changing = replace(
        parts,
        needs=frozenset(atom for atom in parts.needs if not lasts(atom)),
        forbids=frozenset(atom for atom in parts.forbids if not lasts(atom)),
    )
    for binding in _bindings(problem, schema, lasting, budget):
        text = " ".join((schema.name, *(binding[each.name] for each in schema.parameters)))
        yield _Ground(action, number, text, changing.bound(binding))


def _bindings(problem: Problem, schema: Action, lasting: list[tuple[Atom, bool]], budget: _Budget) -> Iterator[Binding]:
    """Yield the bindings that meet all demands that no action can change, each checked as early as possible."""
    names = [each.name for each in schema.parameters]
    ready: list[list[tuple[Atom, bool]]] = [[] for _ in range(len(names) + 1)]
    for atom, wanted in lasting:
        known = [names.index(each) + 1 for each in atom.arguments if each in names]
        ready[max(known, default=0)].append((atom, wanted))

    def extend(depth: int, binding: Binding) -> Iterator[Binding]:
        if any(_holds(problem, bind_atom(atom, binding)) != wanted for atom, wanted in ready[depth]):
            return
        budget.spend(schema.name, complete=depth == len(names))
        if depth == len(names):
            yield dict(binding)
            return
        for name in problem.objects_of(*schema.parameters[depth].types):
            binding[names[depth]] = name
            yield from extend(depth + 1, binding)
            del binding[names[depth]]

    yield from extend(0, {})


def _holds(problem: Problem, atom: Atom) -> bool:
    return atom.arguments[0] == atom.arguments[1] if atom.predicate == "=" else atom in problem.facts


def _relaxed(
    initial: frozenset[Atom], grounded: list[_Ground]
) -> tuple[frozenset[Atom], frozenset[Atom], list[_Ground]]:
    """Return the facts that can become true, those that can become false, and the steps that can be taken."""
    true, false = set(initial), set[Atom]()
    pending, taken = grounded, list[_Ground]()
    while True:
        waiting = list[_Ground]()
        before = len(taken)
        for each in pending:
            parts = each.parts
            if parts.needs <= true and all(atom not in initial or atom in false for atom in parts.forbids):
                taken.append(each)
                true |= parts.adds
                false |= parts.deletes - parts.adds
            else:
                waiting.append(each)
        if len(taken) == before:
            return frozenset(true), frozenset(false), taken
        pending = waiting


def _numbered(
    problem: Problem,
    names: tuple[str, ...],
    candidates: Mapping[str, Sequence[Action]],
    kept: list[_Ground],
    goal_needs: frozenset[Atom],
    goal_forbids: frozenset[Atom],
    hopeless: bool,
) -> SharedSteps:
    read = frozenset[Atom]().union(goal_needs, goal_forbids, *(each.parts.needs | each.parts.forbids for each in kept))
    # A fact that nothing asks for makes no difference: states that differ in it alone are one state.
    changing = frozenset[Atom]().union(*(each.parts.adds | each.parts.deletes for each in kept)) & read
    facts = tuple(sorted(changing, key=str))
    number = {fact: index for index, fact in enumerate(facts)}
    texts = tuple(sorted({each.text for each in kept}, key=str.split))
    step = {text: index for index, text in enumerate(texts)}

    def bits(atoms: frozenset[Atom]) -> int:
        return sum(1 << number[atom] for atom in atoms if atom in number)

    variants: dict[tuple[int, int, int, int, int, int], int] = {}
    for each in kept:
        parts = each.parts
        fixed = [atom for atom in parts.needs if atom not in number and atom not in problem.facts]
        fixed += [atom for atom in parts.forbids if atom not in number and atom in problem.facts]
        if fixed:
            continue
        adds = bits(parts.adds)
        deletes = bits(parts.deletes) & ~adds
        key = (step[each.text], each.action, bits(parts.needs), bits(parts.forbids), adds, deletes)
        variants[key] = variants.get(key, 0) | 1 << each.candidate
    unmet = [atom for atom in goal_needs if atom not in number and atom not in problem.facts]
    unmet += [atom for atom in goal_forbids if atom not in number and atom in problem.facts]
    return SharedSteps(
        names,
        tuple(len(candidates[name]) for name in names),
        texts,
        facts,
        tuple(
            Variant(*key[2:], candidates=chosen, step=key[0], action=key[1]) for key, chosen in sorted(variants.items())
        ),
        bits(problem.facts & changing),
        bits(goal_needs),
        bits(goal_forbids),
        hopeless or bool(unmet),
    )
