"""A domain's STRIPS part, apart from time and numbers, and a refined part put back."""

from plancritic.pddl.strips_part.joining import Joined, NewLiteral, joined, joined_at
from plancritic.pddl.strips_part.literals import NotSeparableError, check_separable, is_literal, timed_conditions
from plancritic.pddl.strips_part.numbers import NumberBroken, NumbersOf, numeric_part
from plancritic.pddl.strips_part.separation import (
    TimedFactsError,
    action_part,
    is_strips,
    problem_part,
    strips_part,
    transient_facts,
)
from plancritic.pddl.strips_part.sequences import Sequenced, sequenced

__all__ = [
    "Joined",
    "NewLiteral",
    "NotSeparableError",
    "NumberBroken",
    "NumbersOf",
    "Sequenced",
    "TimedFactsError",
    "action_part",
    "check_separable",
    "is_literal",
    "is_strips",
    "joined",
    "joined_at",
    "numeric_part",
    "problem_part",
    "sequenced",
    "strips_part",
    "timed_conditions",
    "transient_facts",
]
