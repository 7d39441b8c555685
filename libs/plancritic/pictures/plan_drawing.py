"""A plan of a problem as a drawing: steps, lanes, constraints and map."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.execution.record import Execution
from plancritic.contracts.specification import TracedConstraint
from plancritic.pddl.execution import History, Observed, execute
from plancritic.pddl.language import Problem, parse_plan, read_fact, read_fluent
from plancritic.pictures.constraint_marks import drawn_constraint
from plancritic.pictures.drawing import PlanDrawing
from plancritic.pictures.lanes import steps_and_lanes
from plancritic.pictures.place_map import place_map
from plancritic.wording import Lexicon, sentence_in_words


def draw_plan(
    plan: str,
    lexicon: Lexicon,
    specification: Sequence[TracedConstraint] = (),
    execution: Execution | None = None,
) -> PlanDrawing:
    """Return the drawing of a plan under constraints; `execution` is what happened of it so far.

    A plan that cannot be executed is drawn all the same, with its faults.

    Raises:
        PddlSyntaxError: the plan or a constraint is none.
    """
    parsed = parse_plan(plan)
    steps, lanes = steps_and_lanes(parsed, lexicon, () if execution is None else execution.delayed)
    trajectory = execute(as_it_turned_out(lexicon.problem, execution), parsed)
    return PlanDrawing(
        steps=steps,
        end=max((parsed.makespan, *(each.end for each in steps))),
        lanes=lanes,
        constraints=tuple(drawn_constraint(trajectory, each, lexicon, lanes) for each in specification),
        map=place_map(trajectory, lexicon, lanes),
        reaches_goal=trajectory.goal_met and trajectory.fault is None,
        faults=tuple(sentence_in_words(f"At {fault}", lexicon) for fault in trajectory.faults),
    )


def as_it_turned_out(problem: Problem, execution: Execution | None) -> Problem:
    """Return the problem with what was observed of the execution, if anything was."""
    if execution is None or not execution.observations:
        return problem
    observed = tuple(
        Observed(
            each.time,
            frozenset(read_fact(fact, problem) for fact in each.true),
            frozenset(read_fact(fact, problem) for fact in each.false),
            {read_fluent(fluent, problem): value for fluent, value in each.values.items()},
        )
        for each in execution.observations
    )
    return History(problem, parse_plan(execution.done), observed, execution.now).amended
