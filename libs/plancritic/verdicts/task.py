"""What is to be planned: texts read, constraints checked and simplified, encodings made when they are asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from plancritic.contracts.planning import SyntaxFault
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.syntax_faults import syntax_fault
from plancritic.pddl.compilation import Compiled, compile_constraints
from plancritic.pddl.language import (
    MOST_PARTS,
    Constraint,
    ConstraintType,
    ExpansionTooLargeError,
    PddlSyntaxError,
    PlanBound,
    Problem,
    UndefinedValueError,
    UnsupportedFeatureError,
    form_complaints,
    ground,
    holds,
    parse_constraint,
    parse_domain,
    parse_problem,
    parts_of,
    plan_bound,
    plan_bounds,
    read_task_model,
    with_constraints,
    without_section,
)
from plancritic.pddl.specification import Simplified, check_constraint, misfit_error, simplify

#: The file that syntax faults in a constraint of the specification name; its lines are the constraints.
SPECIFICATION_FILE = "specification"


#: Measured: 7,000 ground actions are analysed in 0.4 s, 25,000 in 2.3 s, and native Kairos plans both in less.
_LARGE = 10_000
#: The same for the parts of goal and constraints. Measured: 6,500 parts are simplified in 0.5 s, 46,000 in 4 s.
_LARGE_SPECIFICATION = 10_000


@dataclass(frozen=True, eq=False)
class Texts:
    """Domain and problem as they came, and what to call them in a syntax fault."""

    domain: str
    problem: str
    domain_file: str = "domain.pddl"
    problem_file: str = "problem.pddl"


@dataclass(frozen=True, eq=False)
class Task:
    """A problem under a specification, every part of it well-formed.

    `problem` is None where our model lacks a feature of it: then nothing is simplified or compiled, and only
    engines that take the texts as they are can plan. `constraints` are the problem's own, then the specification's.
    """

    texts: Texts
    problem: Problem | None
    specification: tuple[TracedConstraint, ...]
    constraints: tuple[Constraint, ...]
    _compiled: dict[tuple[bool, bool], Compiled] = field(default_factory=dict, repr=False)
    _simplified: list[Simplified] = field(default_factory=list, repr=False)

    @cached_property
    def written(self) -> str:
        """The problem with the specification as it was given among its constraints; no bounds on the whole plan."""
        given = [traced.constraint for traced in self.specification]
        return with_constraints(
            self.texts.problem, [each for each in given if plan_bound(parse_constraint(each)) is None]
        )

    def bounds(self, as_given: bool = False) -> tuple[PlanBound, ...]:
        """The bounds on the whole plan, those left to plan under or `as_given`: no engine knows them natively."""
        return plan_bounds(self.constraints if as_given else self.remaining)

    @cached_property
    def large(self) -> bool:
        """Whether writing out all ground actions, or the constraints, takes too long for our own analysis to pay."""
        if self.problem is None:
            return False
        objects_of = self.problem.objects_of_any
        parts = parts_of(self.problem.goal, objects_of) + sum(each.parts(objects_of) for each in self.constraints)
        return parts > _LARGE_SPECIFICATION or _instances(self.problem) > _LARGE

    @property
    def simplified(self) -> Simplified | None:
        """The constraints without what the problem itself settles; None outside our model or where it is large."""
        # Not a `cached_property`: its lock is one for all tasks, and a thread that is given up may hold it for long.
        if self.problem is None or self.large:
            return None
        if not self._simplified:
            self._simplified.append(simplify(self.problem, self.constraints))
        return self._simplified[0]

    @property
    def remaining(self) -> tuple[Constraint, ...]:
        """The constraints that are left to plan under."""
        return self.constraints if self.simplified is None else self.simplified.constraints

    @cached_property
    def native(self) -> str:
        """The problem with what is left of the constraints, for engines that know them."""
        if self.simplified is None:
            return self.written
        return with_constraints(self.unconstrained, [each for each in self.remaining if plan_bound(each) is None])

    @cached_property
    def unconstrained(self) -> str:
        """The problem without constraints; preferences go with them, and so the metric that prices them."""
        priced = self.problem is not None and bool(self.problem.constraint_preferences)
        return _unconstrained(self.texts.problem, priced)

    @cached_property
    def weakened(self) -> Task | None:
        """The task with what follows from each `always-within` in its place; None where it has none.

        Its plans often satisfy the constraint by luck and are found far sooner; where it has none, neither has the
        task. (always-within t φ ψ) demands ψ at or after the last φ, and within t where φ is true initially.
        """
        if self.problem is None or all(each.type is not ConstraintType.ALWAYS_WITHIN for each in self.remaining):
            return None
        weaker = [one for each in self.remaining for one in _consequences(each, self.problem)]
        return replace(self, constraints=tuple(weaker), _compiled={}, _simplified=[])

    def compiled(self, as_given: bool = False, bounds_alone: bool = False) -> Compiled:
        """Return the problem with its constraints compiled away, simplified before or `as_given`.

        With `bounds_alone` only bounds on the whole plan are compiled, and the other constraints stay in the text.

        Raises:
            UnsupportedFeatureError: It cannot be done.
        """
        key = as_given, bounds_alone
        if key not in self._compiled:
            if self.problem is None:
                parse_problem(self.texts.problem, parse_domain(self.texts.domain))  # says which feature
                raise AssertionError("a problem outside our model was read")
            bare = parse_problem(self.unconstrained, self.problem.domain)
            constraints = self.constraints if as_given else self.remaining
            try:
                self._compiled[key] = compile_constraints(bare, constraints, () if bounds_alone else None)
            except UndefinedValueError as error:
                raise UnsupportedFeatureError(f"compiling a number without a value: {error}", "", 1, 1) from error
        return self._compiled[key]

    def encoded(self, compiled: Compiled) -> Task:
        """The same task with another encoding of its problem, for engines that get the constraints compiled away."""
        return replace(self, _compiled={(False, False): compiled})

    def part(self, specification: Sequence[TracedConstraint]) -> Task:
        """Return the same problem under another specification, whose constraints are known to be well-formed."""
        own = len(self.constraints) - len(self.specification)
        read = tuple(parse_constraint(traced.constraint) for traced in specification)
        return Task(self.texts, self.problem, tuple(specification), (*self.constraints[:own], *read))


def read_task(texts: Texts, specification: Sequence[TracedConstraint], engine: str) -> Task | SyntaxFault:
    """The task, or the first fault in it: in the file `specification` at the line of the constraint's index from one.

    `engine` is whom the fault is reported by.
    """

    try:
        model = read_task_model(texts.domain, texts.problem, texts.domain_file, texts.problem_file)
    except PddlSyntaxError as error:
        return syntax_fault(error, engine)
    # Outside our model is not outside PDDL: an engine may know the feature.
    problem = model if isinstance(model, Problem) else None
    constraints: list[Constraint] = []
    size = 0
    for line, traced in enumerate(specification, start=1):
        try:
            constraint = parse_constraint(traced.constraint)
        except PddlSyntaxError as error:
            return syntax_fault(error, engine).model_copy(update={"file": SPECIFICATION_FILE, "line": line})
        complaints = form_complaints(constraint) if problem is None else check_constraint(constraint, problem)
        if complaints:
            return syntax_fault(misfit_error(complaints, SPECIFICATION_FILE, line, 1), engine)
        size += 0 if problem is None else constraint.parts(problem.objects_of_any)
        if size > MOST_PARTS:
            return syntax_fault(ExpansionTooLargeError(size, MOST_PARTS, SPECIFICATION_FILE, line, 1), engine)
        constraints.append(constraint)
    own = problem.constraints if problem is not None else ()
    for constraint in own:
        complaints = check_constraint(constraint, problem) if problem is not None else ()
        if complaints:
            line = _line_of(texts.problem, ":constraints")
            return syntax_fault(misfit_error(complaints, texts.problem_file, line, 1), engine)
    return Task(texts, problem, tuple(specification), (*own, *constraints))


def _consequences(constraint: Constraint, problem: Problem) -> tuple[Constraint, ...]:
    if constraint.type is not ConstraintType.ALWAYS_WITHIN:
        return (constraint,)
    trigger, answer = (ground(each, {}, problem.objects_of_any) for each in constraint.conditions)
    after = Constraint(ConstraintType.SOMETIME_AFTER, (trigger, answer))
    try:
        begins = holds(trigger, problem.facts, problem.values)
    except UndefinedValueError:
        begins = False
    return (after, Constraint(ConstraintType.WITHIN, (answer,), constraint.bounds)) if begins else (after,)


@lru_cache(maxsize=64)
def _instances(problem: Problem) -> int:
    """Ground actions by the types of their parameters alone: no less than there are."""
    actions = problem.domain.actions.values()
    return sum(math.prod(len(problem.objects_of(*each.types)) for each in action.parameters) for action in actions)


@lru_cache(maxsize=64)
def _unconstrained(problem: str, priced: bool) -> str:
    text = without_section(problem, ":constraints")
    return without_section(text, ":metric") if priced else text


def _line_of(text: str, word: str) -> int:
    return next((number for number, line in enumerate(text.lower().splitlines(), 1) if word in line), 1)
