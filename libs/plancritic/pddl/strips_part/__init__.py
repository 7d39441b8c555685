"""A domain's STRIPS part, apart from time and numbers, and a refined part put back."""

from plancritic.pddl.strips_part.joining import joined
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
    "numeric_part",
    "problem_part",
    "sequenced",
    "strips_part",
    "timed_conditions",
    "transient_facts",
]
