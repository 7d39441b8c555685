"""What judges found as plain sentences."""

from __future__ import annotations

import re

from plancritic.contracts.validation import Finding
from plancritic.pddl.errors import PddlSyntaxError
from plancritic.pddl.plan import parse_plan
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon


def finding_sentence(finding: Finding, lexicon: Lexicon) -> str:
    """One finding in words: what was judged, how it came out, when, by which step, and why.

    The judge's own explanation is kept where there are no words of ours for what it found.
    """
    when = "" if finding.time is None else f" at {lexicon.duration(round(finding.time, 3))}"
    step = None if finding.step is None else _step_words(finding.step, lexicon)
    if finding.about == "constraint":
        subject = _constraint_words(finding.constraint, lexicon)
        if finding.satisfied is None:
            return f"Not judged: {subject}{_reason(finding)}"
        if finding.satisfied:
            return f"Satisfied{when}: {subject}"
        by = "" if step is None else f' by "{step}"'
        return f"Violated{when}{by}: {subject}"
    if finding.about == "goal":
        return "The goal is met." if finding.satisfied else f"The goal is not met{_needed(finding)}."
    if finding.about == "condition":
        who = "A step" if step is None else f'"{step}"'
        verdict = "can be done" if finding.satisfied else "cannot be done"
        return f"{who}{when} {verdict}{_needed(finding)}."
    what = "The plan" if finding.constraint is None else finding.constraint
    return f"{what} is not well-formed{_reason(finding)}"


def _constraint_words(constraint: str | None, lexicon: Lexicon) -> str:
    return "a constraint." if constraint is None else constraint_in_words(constraint, lexicon)


def _step_words(step: str, lexicon: Lexicon) -> str:
    try:
        parsed = parse_plan(step if step.startswith("(") else f"({step})").steps
    except PddlSyntaxError:
        return step
    return lexicon.sentence_of_action(parsed[0].action, parsed[0].arguments) if len(parsed) == 1 else step


def _needed(finding: Finding) -> str:
    if finding.needed is None:
        return _reason(finding).rstrip(".")
    actual = "" if finding.actual is None else f", but it is {finding.actual}"
    return f": it needs {finding.needed}{actual}"


def _reason(finding: Finding) -> str:
    explanation = re.sub(r"\s+", " ", finding.explanation).strip().rstrip(".")
    return f" ({explanation})." if explanation else "."
