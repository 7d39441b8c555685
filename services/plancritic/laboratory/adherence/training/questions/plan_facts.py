"""What plans do to facts: which ones change, which never hold or always do, and when they change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plancritic.pddl.execution import Trajectory
from plancritic.pddl.language import Atom


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """Facts by what becomes of them in some plans of one problem.

    Attributes:
        changing: Hold in some state of some plan and fail in another.
        never: Hold in no state of any plan.
        always: Hold in every state of every plan.
        times: When a fact comes true (or false) in a plan, for every plan in which it does, in the domain's unit.
        horizon: How long the plans take, the longest of them.
    """

    changing: tuple[Atom, ...]
    never: tuple[Atom, ...]
    always: tuple[Atom, ...]
    times: Mapping[tuple[Atom, bool], tuple[float, ...]]
    horizon: float


def facts_of(trajectories: Sequence[Trajectory], universe: Sequence[Atom]) -> PlanFacts:
    """The facts among `universe`, in its order. Raises `ValueError` without any plan."""
    if not trajectories:
        raise ValueError("no plans to look at")
    union: set[Atom] = set()
    common, asked = set(universe), set(universe)
    times: dict[tuple[Atom, bool], list[float]] = {}
    for trajectory in trajectories:
        before = trajectory.states[0].facts
        union |= before
        common &= before
        for state in trajectory.states[1:]:
            if state.facts == before:
                continue
            for atom in sorted((state.facts ^ before) & asked, key=str):
                times.setdefault((atom, atom in state.facts), []).append(state.time)
            union |= state.facts
            common &= state.facts
            before = state.facts
    return PlanFacts(
        changing=tuple(atom for atom in universe if atom in union and atom not in common),
        never=tuple(atom for atom in universe if atom not in union),
        always=tuple(atom for atom in universe if atom in common),
        times={key: tuple(found) for key, found in times.items()},
        horizon=max(trajectory.plan.makespan for trajectory in trajectories),
    )
