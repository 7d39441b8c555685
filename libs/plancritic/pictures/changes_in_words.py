"""The difference between two plans in a sentence or two, and times with the words of the domain's unit."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.pictures.plan_changes import PlanChanges


@dataclass(frozen=True)
class TimeWords:
    """What one unit of the domain's time is called."""

    singular: str = "time unit"
    plural: str = "time units"

    def amount(self, number: float) -> str:
        """Return an amount of time: "1 hour", "2.5 hours"."""
        return f"{time_text(number)} {self.singular if number == 1 else self.plural}"


def time_text(number: float) -> str:
    """Return a time with three decimals at most."""
    return f"{round(number, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


def end_sentence(changes: PlanChanges, unit: TimeWords, before: str, now: str = "The plan") -> str:
    """Return when the new plan ends, compared with the old one, which is called `before`."""
    later = round(changes.new_end - changes.old_end, 3)
    if abs(later) < 0.001:
        return f"{now} ends at {unit.amount(changes.new_end)}, as {before} does."
    word = "later" if later > 0 else "earlier"
    return (
        f"{now} ends at {unit.amount(changes.new_end)}: {time_text(abs(later))} {word} than {before} "
        f"({time_text(changes.old_end)})."
    )


def counts_sentence(changes: PlanChanges) -> str:
    """Return how many steps were added, removed and so on; kinds without steps are left out."""
    kinds = {
        "added": changes.added,
        "removed": changes.removed,
        "replaced": changes.replaced,
        "moved": changes.moved,
        "unchanged": changes.kept,
    }
    found = [f"{len(steps)} {kind}" for kind, steps in kinds.items() if steps]
    return f"Steps: {', '.join(found)}." if found else "It has no steps."
