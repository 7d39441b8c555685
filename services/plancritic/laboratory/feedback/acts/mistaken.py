"""How often a wish is taken for something else, beside statements that somebody else said before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from plancritic.contracts.errors import ContractError
from plancritic.coordinator.commands.session_commands import Spoken
from plancritic.laboratory.feedback.acts.rows import Row

Reads = Callable[[Row], Spoken]


def mistaken(rows: Sequence[Row], reads: Reads) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Return what wishes are taken for, and the texts of those that are taken for no wish with what they became."""
    counts: Counter[str] = Counter()
    examples: list[tuple[str, str]] = []
    for row in rows:
        try:
            found = reads(row)
        except ContractError as error:
            taken = f"refused ({error.fault.code})"
        else:
            taken = _taken(found)
        counts[taken] += 1
        if taken != "wish":
            examples.append((row.text, taken))
    return counts, examples


def _taken(found: Spoken) -> str:
    if found.asked:
        return found.asked[0].act
    if found.undo or found.accept:
        return "undo" if found.undo else "accept"
    if found.changed:
        return "change"
    return ("restated" if found.statements else "cancel") if found.drop else "wish"
