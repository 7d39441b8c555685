"""The STRIPS part of a domain with time and numbers: its actions as if each took place at one moment.

Of a durative action the part has, under the same name and parameters,

- as conditions those of all its moments together, without those that its own effects at start make true, and
- as effects what is different after its end: what it does at start, then what it does at end.

The part is the domain as a plan sees it whose steps follow one another. It loses durations and numbers, what holds only
while an action is under way (`transient_facts` lists it), and with it whether two steps may overlap.

Compare the compilation of durative into instantaneous actions in M. Fox, D. Long: PDDL2.1, JAIR 20 (2003), section 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plancritic.pddl.grounding import NotStripsError, strips_action
from plancritic.pddl.language import (
    TRUE,
    Action,
    Atom,
    Condition,
    Domain,
    FactEffect,
    Not,
    PddlError,
    Problem,
    conjunction,
    conjuncts,
    parse_domain,
    parse_problem,
    write_domain,
    write_problem,
)
from plancritic.pddl.strips_part.literals import (
    check_separable,
    is_literal,
    literals_of,
    net_effects,
    timed_conditions,
)

#: Requirements that a STRIPS part keeps where its domain has them.
_KEPT = (":strips", ":typing", ":negative-preconditions", ":equality")


class TimedFactsError(PddlError):
    """Something of a problem takes place at a time whatever is done: no sequence of steps can show that.

    Attributes:
        reason: What takes place, in words.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)

    def __reduce__(self) -> tuple[type[TimedFactsError], tuple[str]]:
        return type(self), (self.reason,)


def is_strips(domain: Domain) -> bool:
    """Return whether every action is STRIPS (with negation and equality) as it stands."""
    try:
        for action in domain.actions.values():
            strips_action(action)
    except NotStripsError:
        return False
    return True


def strips_part(domain: Domain) -> Domain:
    """Return a domain's STRIPS part: the same names, types and predicates, no functions; its `text` is its PDDL.

    Raises:
        NotSeparableError: A quantifier, a disjunction or a conditional effect is about facts; it names action and line.
    """
    for action in domain.actions.values():
        check_separable(action, domain)
    actions = {name: action_part(action) for name, action in domain.actions.items()}
    requirements = [each for each in domain.requirements if each in _KEPT]
    for needed, where in ((":negative-preconditions", _negates), (":equality", _compares)):
        if needed not in requirements and any(map(where, actions.values())):
            requirements.append(needed)
    part = replace(
        domain, requirements=tuple(requirements), functions={}, actions=actions, constraints_section=None, text=""
    )
    return parse_domain(write_domain(part), domain.file)


def action_part(action: Action) -> Action:
    """Return an action's STRIPS part, which takes no time.

    Raises:
        NotSeparableError: as `strips_part`, without the line.
    """
    check_separable(action)
    conditions = needed_literals(action)
    if action.is_durative:
        net = net_effects(action.effects_at_start) | net_effects(action.effects_at_end)
        effects = tuple(FactEffect(atom, becomes) for atom, becomes in net.items())
    else:
        effects = tuple(effect for effect in action.effects_at_start if isinstance(effect, FactEffect))
    return Action(action.name, action.parameters, None, conjunction(conditions), TRUE, TRUE, effects, ())


def needed_literals(action: Action) -> tuple[Condition, ...]:
    """Return the literals that must hold before an action: those of all moments, each once.

    What its own effects at start make true, and what only has to hold later, need not hold before.
    """
    own = literals_of(net_effects(action.effects_at_start)) if action.is_durative else frozenset()
    found: dict[Condition, None] = {}
    for moment, parts in timed_conditions(action).items():
        for part in parts:
            if is_literal(part) and (moment == "at start" or part not in own):
                found.setdefault(part)
    return tuple(found)


def transient_facts(action: Action) -> frozenset[Atom]:
    """Return the facts that an action makes the opposite of what it leaves: its STRIPS part shows the latter alone."""
    if not action.is_durative:
        return frozenset()
    first, then = net_effects(action.effects_at_start), net_effects(action.effects_at_end)
    return frozenset(atom for atom, becomes in first.items() if then.get(atom, becomes) != becomes)


def problem_part(problem: Problem, part: Domain) -> Problem:
    """Return a problem's STRIPS part for a domain's: its facts and the facts of its goal; its `text` is its PDDL.

    Numbers, the metric, preferences and constraints are no part of it.

    Raises:
        TimedFactsError: Something takes place at a time.
        NotSeparableError: A part of the goal is neither a literal nor about numbers alone.
        PddlSyntaxError: The problem does not fit the part's types or predicates.
    """
    if problem.timed_literals:
        first = problem.timed_literals[0]
        raise TimedFactsError(f"something takes place at {first.time:g} whatever is done (a timed initial literal)")
    goal = Action("goal", (), None, problem.goal, TRUE, TRUE, (), ())
    check_separable(goal)
    kept = tuple(each for each in timed_conditions(goal)["at start"] if is_literal(each))
    own = replace(
        problem,
        domain=part,
        values={},
        goal=conjunction(kept),
        constraints=(),
        metric=None,
        goal_preferences=(),
        constraint_preferences=(),
        text="",
        _by_types={},
        ground_actions={},
    )
    return parse_problem(write_problem(own), part)


def _negates(action: Action) -> bool:
    return any(isinstance(each, Not) for each in conjuncts(action.conditions_at_start))


def _compares(action: Action) -> bool:
    return any(each.predicate == "=" for part in conjuncts(action.conditions_at_start) for each in _atom(part))


def _atom(part: Condition) -> Iterator[Atom]:
    inner = part.condition if isinstance(part, Not) else part
    if isinstance(inner, Atom):
        yield inner
