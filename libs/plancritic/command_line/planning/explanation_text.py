"""An explanation for people, on standard output."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from plancritic.command_line.counting import give_up
from plancritic.command_line.terminal import Console
from plancritic.pddl.language import number_text

_STYLES = {True: "green", False: "bold red", None: "yellow"}


def show_explanation(explanation: Mapping[str, Any]) -> None:
    """Print the verdict, steps, goal and constraints, what clashes and what would help, how close plans come."""
    console = Console(soft_wrap=True)
    if "sentence" in explanation:
        console.print(Text(explanation["sentence"], style="bold"))
    if "judges" in explanation:
        rulings = ", ".join(f"{judge}: {ruling}" for judge, ruling in explanation["judges"].items())
        console.print(Text(f"The judges: {rulings}."))
    for line in _plan_lines(explanation):
        console.print(line)
    for reason in _reason_lines(explanation):
        console.print(Text(reason))


def _plan_lines(explanation: Mapping[str, Any]) -> Iterator[Text]:
    for step in explanation.get("steps", ()):
        start = number_text(round(step["start"], 3))
        yield Text(f"{step['number']:>3}. at {start}: {step['sentence']}")
        yield from (Text(f"       - {change}") for change in step["changes"])
    fault, constraints = explanation.get("fault"), explanation.get("constraints", ())
    for finding in (fault, explanation.get("goal"), *constraints):
        if finding is None:
            continue
        strength = finding.get("strength", "must")
        wish = "" if strength == "must" else f" ({strength})"
        yield Text(f"{finding['sentence']}{wish}", style=_STYLES[finding["satisfied"]])
        if finding["satisfied"] is False and finding.get("gap"):
            yield Text(f"    {finding['gap']['words']}.")
        if finding is fault and constraints:
            yield Text("If all its steps could be done:")


def _reason_lines(explanation: Mapping[str, Any]) -> Iterator[str]:
    if explanation.get("clash"):
        yield f"Why: {explanation['why']}"
    if explanation.get("clashing_goal_sentence"):
        yield explanation["clashing_goal_sentence"]
    if explanation.get("further_clashes"):
        yield f"There are further clashes: {give_up(len(explanation['clash']))} is not enough."
    if explanation.get("relaxations"):
        yield "What would help, the smallest change first:"
        yield from (f"  - {each['sentence']}" for each in explanation["relaxations"])
    if explanation.get("quality"):
        yield explanation["quality"]
    yield from (each["sentence"] for each in explanation.get("preferences", ()))
    if explanation.get("near_misses"):
        yield "How close known plans come:"
        yield from (f"  - {each['sentence']}" for each in explanation["near_misses"])
