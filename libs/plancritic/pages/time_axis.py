"""The axis of time that every lane of a chart shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pictures.drawing import Drawing, PlanDrawing, UnitOfTime
from plancritic.wording.times import rounded_time

#: A window that is longer than the plan may lengthen the axis so much, and is cut off there.
_MOST_LONGER = 1.3
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class TimeAxis:
    """Times from 0 to `end`, with the unit that they are in."""

    end: float
    unit: UnitOfTime

    def share(self, time: float) -> float:
        """Return where a time is, from 0 to 1."""
        return min(1.0, max(0.0, time / self.end)) if self.end > 0 else 0.0

    def ticks(self, most: int) -> tuple[float, ...]:
        """Return at most this many round times, at equal distances from 0 on."""
        if self.end <= 0:
            return (0.0,)
        raw = self.end / max(1, most - 1)
        power = 10.0 ** math.floor(math.log10(raw))
        # A bound of rounding: 0.1 * 10 is not quite 1.
        step = next(each * power for each in _STEPS if each * power >= raw * (1 - 1e-9))
        return tuple(round(number * step, 9) for number in range(int(self.end / step + 1e-9) + 1))

    def text(self, time: float) -> str:
        """Return a time without its unit."""
        return rounded_time(time, self.unit)

    def amount(self, time: float) -> str:
        """Return a time with its unit."""
        text = self.text(time)
        return f"{text} {self.unit.singular if text == '1' else self.unit.plural}"


def axis_of(drawing: Drawing) -> TimeAxis:
    """Return the axis for the plan and the one before, so that both are drawn to one scale."""
    plans = [drawing.plan] if drawing.comparison is None else [drawing.plan, drawing.comparison.before]
    return axis_of_plans(plans, drawing.unit)


def axis_of_plans(plans: Sequence[PlanDrawing], unit: UnitOfTime) -> TimeAxis:
    """Return an axis that every plan fits on, and the windows of their constraints as far as they are not too long."""
    end = max(plan.end for plan in plans)
    asked = [span.end for plan in plans for each in plan.constraints for span in each.spans]
    asked += [mark.time for plan in plans for each in plan.constraints for mark in each.marks]
    longest = max(asked, default=0.0)
    return TimeAxis(max(end, min(longest, end * _MOST_LONGER)) if end > 0 else max(longest, 1.0), unit)
