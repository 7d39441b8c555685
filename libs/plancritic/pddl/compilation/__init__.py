"""Constraints compiled away: a problem without them whose plans satisfy them, for engines that know none."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from plancritic.pddl.compilation.classical import compile_classical
from plancritic.pddl.compilation.compiled import Compiled
from plancritic.pddl.compilation.temporal import compile_temporal
from plancritic.pddl.language import (
    Constraint,
    ConstraintType,
    PddlSyntaxError,
    Problem,
    form_complaints,
    plan_bound,
    plan_bounds,
)

__all__ = ["Compiled", "compile_constraints"]


def compile_constraints(
    problem: Problem, constraints: Sequence[Constraint], only: Collection[ConstraintType] | None = None
) -> Compiled:
    """Compile constraints, and those of the problem itself, into actions, facts and goals.

    Args:
        problem: With at least one durative action; else classical planning's compiler is asked.
        constraints: Over the problem's atoms and fluents.
        only: Types to compile, the others stay in the text; all by default. Upper bounds on the whole plan are always
            compiled, lower ones are left out: plans are to be judged.

    Raises:
        UnsupportedFeatureError: It names what cannot be compiled.
        PddlSyntaxError: A constraint has a wrong number of times or conditions, or an empty window.
    """
    everything = (*problem.constraints, *constraints)
    for constraint in everything:
        for complaint in form_complaints(constraint):
            raise PddlSyntaxError(f"{constraint}: {complaint}", "constraints", 1, 1, "constraint.form")
    bounds = plan_bounds(everything)
    about_states = [each for each in everything if plan_bound(each) is None]
    chosen = [each for each in about_states if only is None or each.type in only]
    native = [each for each in about_states if only is not None and each.type not in only]
    durative = any(action.is_durative for action in problem.domain.actions.values())
    return (compile_temporal if durative else compile_classical)(problem, chosen, native, bounds)
