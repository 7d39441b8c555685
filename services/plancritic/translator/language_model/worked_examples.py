"""The worked examples of a domain's context that a prompt for one problem may show."""

from __future__ import annotations

from plancritic.domains.context import Example
from plancritic.pddl.language import Problem, parse_constraint
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon

#: What stands in a prompt in the place of examples where none fits.
NO_EXAMPLES = "(none)"


def fitting_examples(lexicon: Lexicon) -> tuple[Example, ...]:
    """Return the examples whose constraints fit the lexicon's problem: they name only objects that it has."""
    return tuple(each for each in lexicon.context.examples if _fits(each, lexicon.problem))


def _fits(example: Example, problem: Problem) -> bool:
    return not any(check_constraint(parse_constraint(text), problem) for text in example.constraints)
