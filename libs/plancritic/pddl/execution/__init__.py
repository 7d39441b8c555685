"""Plans executed: states at happenings, what constraints and goals come to along them, and why each step is there."""

from plancritic.pddl.execution.assessment import Assessment
from plancritic.pddl.execution.causal_links import (
    CausalLink,
    ConstraintNeed,
    Consumer,
    GoalNeed,
    StepNeed,
    causal_links,
    chain_of,
    is_restored,
)
from plancritic.pddl.execution.conveyed import Conveyed, conveyed_against
from plancritic.pddl.execution.happenings import Outcome, Run, Snap, apply
from plancritic.pddl.execution.history import EPSILON, History, Observed, left_of, rest_of
from plancritic.pddl.execution.plan_bounds import keeps, measured
from plancritic.pddl.execution.progression import Progressed, progress
from plancritic.pddl.execution.satisfaction import MOST_LOOKED_AT, NEVER_HOLDS, judge_constraint, judge_goal
from plancritic.pddl.execution.states import TIME_TOLERANCE, Event, State, Trajectory
from plancritic.pddl.execution.step_orders import StepOrders
from plancritic.pddl.execution.trajectory import execute
from plancritic.pddl.execution.witnesses import Witness, never_begun, witnesses

__all__ = [
    "EPSILON",
    "MOST_LOOKED_AT",
    "NEVER_HOLDS",
    "TIME_TOLERANCE",
    "Assessment",
    "CausalLink",
    "ConstraintNeed",
    "Consumer",
    "Conveyed",
    "Event",
    "GoalNeed",
    "History",
    "Observed",
    "Outcome",
    "Progressed",
    "Run",
    "Snap",
    "State",
    "StepNeed",
    "StepOrders",
    "Trajectory",
    "Witness",
    "apply",
    "causal_links",
    "chain_of",
    "conveyed_against",
    "execute",
    "is_restored",
    "judge_constraint",
    "judge_goal",
    "keeps",
    "left_of",
    "measured",
    "never_begun",
    "progress",
    "rest_of",
    "witnesses",
]
