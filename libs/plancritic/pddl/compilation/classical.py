"""Classical problems: unified-planning's compiler for the types without times, `at end` as a goal, else our own.

Source: Bonassi, Gerevini, Percassi, Scala: On planning with qualitative state-trajectory constraints in PDDL3 by
compiling them away, ICAPS 2021, as unified-planning has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from plancritic.pddl.compilation.compiled import Compiled
from plancritic.pddl.compilation.literals import unsupported
from plancritic.pddl.compilation.specification import true_initially
from plancritic.pddl.compilation.step_counter import compile_sequences
from plancritic.pddl.compilation.temporal import compile_temporal
from plancritic.pddl.compilation.text import domain_text, lifted_actions, problem_text
from plancritic.pddl.language import (
    Condition,
    Constraint,
    ConstraintType,
    PlanBound,
    Problem,
    UnsupportedFeatureError,
    ground,
)

#: The types that unified-planning compiles.
TYPES = frozenset(
    {
        ConstraintType.ALWAYS,
        ConstraintType.SOMETIME,
        ConstraintType.AT_MOST_ONCE,
        ConstraintType.SOMETIME_BEFORE,
        ConstraintType.SOMETIME_AFTER,
    }
)
_NEVER = "(unreachable-goal)"


def compile_classical(
    problem: Problem,
    constraints: Sequence[Constraint],
    native: Sequence[Constraint],
    bounds: Sequence[PlanBound] = (),
) -> Compiled:
    """Return the problem without the constraints; plans are sequences of actions, timed literals aside.

    What unified-planning refuses (times and numbers), or cannot do because it is not installed, our own encoding does.

    Raises:
        UnsupportedFeatureError: It names what cannot be compiled.
    """
    own = compile_temporal if problem.timed_literals else compile_sequences
    if any(bound.is_upper for bound in bounds):
        return own(problem, constraints, native, bounds)
    try:
        return _by_unified_planning(problem, constraints, native)
    except UnsupportedFeatureError:
        return own(problem, constraints, native)


def _by_unified_planning(problem: Problem, constraints: Sequence[Constraint], native: Sequence[Constraint]) -> Compiled:
    goals = [each.conditions[0] for each in constraints if each.type is ConstraintType.AT_END]
    removed = [each for each in constraints if each.type is not ConstraintType.AT_END]
    for each in removed:
        if each.type not in TYPES:
            raise unsupported(f"{each.type} in a problem without durative actions")
    if removed and native:
        raise unsupported("constraints left in a classical problem")
    actions = [f"{head}{tail}))" for head, tail in lifted_actions(problem.domain).values()]
    if any(_broken_initially(problem, each) for each in removed):
        domain = domain_text(problem, [_NEVER], actions, [])
        return Compiled(domain, problem_text(problem, (), [*goals, _NEVER], native), True, {})
    domain = domain_text(problem, [], actions, [":constraints"] if removed or native else [])
    text = problem_text(problem, (), goals, (*removed, *native))
    return _without_constraints(domain, text) if removed else Compiled(domain, text, True, {})


def _broken_initially(problem: Problem, constraint: Constraint) -> bool:
    first: Condition = ground(constraint.conditions[0], {}, problem.objects_of_any)
    wanted = {ConstraintType.ALWAYS: True, ConstraintType.SOMETIME_BEFORE: False}.get(constraint.type)
    return wanted is not None and true_initially(problem, first) is not wanted


def _without_constraints(domain: str, problem: str) -> Compiled:
    try:
        from pyparsing import ParseBaseException
        from unified_planning.engines.compilers import TrajectoryConstraintsRemover
        from unified_planning.engines.mixins.compiler import CompilationKind
        from unified_planning.exceptions import UPException
        from unified_planning.io import PDDLReader, PDDLWriter
        from unified_planning.plans import ActionInstance
    except ImportError as error:
        raise unsupported(
            "constraints in a problem without durative actions (install unified-planning to compile them)"
        ) from error
    try:
        parsed: Any = PDDLReader().parse_problem_string(domain, problem)
        # Asked for directly: the factory would look through every engine installed and print credits.
        result: Any = TrajectoryConstraintsRemover().compile(parsed, CompilationKind.TRAJECTORY_CONSTRAINTS_REMOVING)
        writer: Any = PDDLWriter(result.problem)
        texts = writer.get_domain(), writer.get_problem()
    except (UPException, ParseBaseException, AssertionError, NotImplementedError, ValueError) as error:
        # ValueError: its grounder's own fault where two static conditions of one parameter rule out an object.
        raise unsupported(f"what unified-planning refuses: {error}") from error
    actions: dict[str, str | None] = {}
    for action in result.problem.actions:
        original: Any = result.map_back_action_instance(ActionInstance(action, ()))
        words = (original.action.name, *map(str, original.actual_parameters))
        actions[writer.get_pddl_name(action).lower()] = f"({' '.join(words).lower()})"
    return Compiled(*texts, True, actions)
