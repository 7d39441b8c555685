"""How many examples a property is tried with: those that it names, or a tenth of them with `--few-examples`."""

from __future__ import annotations

from hypothesis import settings

#: The profile of Hypothesis that `--few-examples` loads.
FEW_EXAMPLES = "few examples"
_LEAST = 5


def fewer(number: int) -> int:
    """Return a tenth of a number of examples, and never so few that nothing is tried."""
    return max(_LEAST, number // 10)


def examples(number: int) -> int:
    """Return the `max_examples` of a property: `number`, or a tenth with `--few-examples`."""
    return fewer(number) if settings.get_current_profile_name() == FEW_EXAMPLES else number
