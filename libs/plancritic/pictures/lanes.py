"""Steps with their actors, and one lane an actor."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.execution.record import DelayedStep
from plancritic.pddl.language import Plan, Problem, Step
from plancritic.pictures.actors import acting_objects, actor_types, actors_of
from plancritic.pictures.drawing import Bar, DrawnStep, Lane
from plancritic.wording import Lexicon, step_sentence

_NO_ACTOR = "everything else"
#: Bars that overlap by less are one after the other: planners keep steps 0.001 apart.
_OVERLAP = 0.002


def steps_and_lanes(
    plan: Plan, lexicon: Lexicon, delayed: Sequence[DelayedStep] = ()
) -> tuple[tuple[DrawnStep, ...], tuple[Lane, ...]]:
    """Return a plan's steps and then those that are late, and a lane for each actor of the problem, idle ones too.

    A last lane is for steps without an actor, if there are some.
    """
    problem = lexicon.problem
    types = actor_types(problem.domain, lexicon.context.actors)
    objects = acting_objects(types, problem)
    lane_of = {name: place for place, name in enumerate(objects)}
    steps = []
    late = [(0, _step(each), each.by) for each in delayed]
    planned = [(number, step, None) for number, step in plan.numbered()]
    for index, (number, step, late_by) in enumerate((*planned, *late)):
        actors = tuple(each for each in _actors(problem, step.action, step.arguments, types) if each in lane_of)
        steps.append(
            DrawnStep(
                index=index,
                number=number,
                start=step.start,
                end=step.end,
                action=step.ground,
                sentence=step_sentence(step, lexicon),
                actors=actors,
                lane=lane_of[actors[0]] if actors else len(objects),
                late_by=late_by,
            )
        )
    lanes = [_lane(name, lexicon.name(name), place, steps) for place, name in enumerate(objects)]
    if any(step.lane == len(objects) for step in steps):
        lanes.append(_lane(None, _NO_ACTOR, len(objects), steps))
    return tuple(steps), tuple(lanes)


def _step(delayed: DelayedStep) -> Step:
    action, *arguments = delayed.action.strip("()").split()
    return Step(delayed.start, action, tuple(arguments), round(delayed.end - delayed.start, 6))


def _deed(sentence: str, actor: str) -> str:
    """What an actor does: "The scout moves to the dock." is "moves to the dock"."""
    text = sentence.rstrip(".")
    subject = f"{actor} "
    return text[len(subject) :] if text.lower().startswith(subject.lower()) else text


def _actors(problem: Problem, name: str, arguments: Sequence[str], types: Sequence[str]) -> tuple[str, ...]:
    action = problem.domain.actions.get(name)
    if action is None or len(action.parameters) != len(arguments):
        return ()
    return actors_of(action, arguments, types, problem)


def _lane(name: str | None, words: str, place: int, steps: Sequence[DrawnStep]) -> Lane:
    free: list[float] = []
    bars = []
    for step in sorted(steps, key=lambda each: each.start):
        if step.lane != place and name not in step.actors:
            continue
        row = next((row for row, end in enumerate(free) if step.start > end - _OVERLAP), len(free))
        free[row : row + 1] = [max(step.end, step.start + _OVERLAP)]
        bars.append(Bar(step=step.index, row=row, text=_deed(step.sentence, words), own=step.lane == place))
    return Lane(object=name, name=words, rows=max(1, len(free)), bars=tuple(bars))
