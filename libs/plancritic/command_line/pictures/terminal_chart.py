"""A drawing as lanes in a terminal: plain characters, so that it reads in a pipe and without colours too."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from plancritic.command_line.terminal import Console
from plancritic.pages.time_axis import TimeAxis, axis_of_plans
from plancritic.pictures.drawing import Drawing, DrawnConstraint, Lane

_LANE_STYLES = ("blue", "red", "green", "magenta", "yellow", "cyan", "bright_blue", "bright_black")
_LONGEST_NAME = 18
#: Lanes narrower than this show nothing; the lines are then longer than the terminal is wide.
_LEAST_WIDTH = 20
_MARKS = {"meets": "+", "breaks": "x", "calls": "?", "deadline": "|"}
_MARK_STYLES = {"meets": "bold green", "breaks": "bold red", "calls": "bold yellow", "deadline": "bold"}


def show_chart(console: Console, drawing: Drawing) -> None:
    """Print the lanes of a plan, and below them its wishes on the same scale."""
    plan = drawing.plan
    axis = axis_of_plans([plan], drawing.unit)
    names = [lane.name.removeprefix("the ") for lane in plan.lanes]
    label = min(_LONGEST_NAME, max(map(len, [*names, axis.unit.plural])))
    width = max(_LEAST_WIDTH, console.width - label - 2)

    def line(name: str, cells: Text) -> None:
        # Nothing is wrapped: a lane is one line, whatever the width.
        shown = Text(f"{_cut(name, label):<{label}} ", "dim" if not name else "")
        console.print(shown + cells, soft_wrap=True)

    line(axis.unit.plural, Text(_ruler(axis, width), "dim"))
    for place, (name, lane) in enumerate(zip(names, plan.lanes, strict=True)):
        for number, cells in enumerate(_lane_lines(drawing, lane, place, axis, width)):
            line(name if number == 0 else "", cells)
    for step in plan.steps:
        if step.late_by is not None:
            times = f"{axis.text(step.start)} to {axis.amount(step.end)}"
            console.print(Text(f"! {times}, late by {axis.amount(step.late_by)}: {step.sentence}", "yellow"))
    if not plan.constraints:
        return
    console.print()
    for each in plan.constraints:
        sign = {True: "+", False: "x", None: "?"}[each.satisfied]
        style = {True: "green", False: "red", None: "yellow"}[each.satisfied]
        console.print(Text.assemble((f"{sign} ", f"bold {style}"), each.sentence))
        line("", _wish_line(each, axis, width))
    legend = "[=] step, [-] takes part; . window, = holds, | limit, + meets it, x breaks it, ? triggers it"
    console.print(Text(legend, "dim"))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}."


def _ruler(axis: TimeAxis, width: int) -> str:
    cells = [" "] * width
    for tick in axis.ticks(max(2, width // 8)):
        text = axis.text(tick)
        at = min(round(axis.share(tick) * (width - 1)), width - len(text))
        if all(cell == " " for cell in cells[max(0, at - 1) : at + len(text)]):
            cells[at : at + len(text)] = text
    return "".join(cells)


def _lane_lines(drawing: Drawing, lane: Lane, place: int, axis: TimeAxis, width: int) -> Iterator[Text]:
    for row in range(lane.rows):
        cells = Text(" " * width)
        for bar in lane.bars:
            if bar.row != row:
                continue
            step = drawing.plan.steps[bar.step]
            start, end = _cells(step.start, step.end, axis, width)
            drawn = _bar(step.label, end - start, "!" if step.late_by is not None else "=" if bar.own else "-")
            style = _LANE_STYLES[place % len(_LANE_STYLES)]
            cells = Text.assemble(cells[:start], (drawn, f"bold {style}" if bar.own else style), cells[end:])
        yield cells


def _cells(start: float, end: float, axis: TimeAxis, width: int) -> tuple[int, int]:
    """The first cell of a stretch of time, and the one after its last: at least one."""
    first = min(int(axis.share(start) * width + 1e-6), width - 1)
    return first, max(first + 1, min(width, int(axis.share(end) * width + 1e-6)))


def _bar(number: str, length: int, fill: str) -> str:
    if length >= len(number) + 2:
        return f"[{number:{fill}<{length - 2}}]"
    return f"{number:{fill}<{length}}" if length >= len(number) else fill * length


def _wish_line(each: DrawnConstraint, axis: TimeAxis, width: int) -> Text:
    cells = [(" ", "")] * width
    for kind, sign in (("window", "."), ("holds", "=")):
        for span in each.spans:
            if span.kind == kind:
                start, end = _cells(span.start, span.end, axis, width)
                cells[start:end] = [(sign, "blue")] * (end - start)
    for mark in sorted(each.marks, key=lambda mark: mark.kind != "deadline"):
        at = min(int(axis.share(mark.time) * width + 1e-6), width - 1)
        cells[at] = _MARKS[mark.kind], _MARK_STYLES[mark.kind]
    return Text.assemble(*cells)
