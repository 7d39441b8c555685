"""Plans executed: states at happenings, and what constraints and goals come to along them."""

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.execution.happenings import Outcome, Run, Snap, apply
from plancritic.pddl.execution.plan_bounds import keeps, measured
from plancritic.pddl.execution.satisfaction import MOST_LOOKED_AT, NEVER_HOLDS, judge_constraint, judge_goal
from plancritic.pddl.execution.states import TIME_TOLERANCE, Event, State, Trajectory
from plancritic.pddl.execution.trajectory import execute

__all__ = [
    "MOST_LOOKED_AT",
    "NEVER_HOLDS",
    "TIME_TOLERANCE",
    "Assessment",
    "Event",
    "Outcome",
    "Run",
    "Snap",
    "State",
    "Trajectory",
    "apply",
    "execute",
    "judge_constraint",
    "judge_goal",
    "keeps",
    "measured",
]
