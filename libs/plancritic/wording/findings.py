"""What judges found as plain sentences."""

from __future__ import annotations

import re

from plancritic.contracts.validation import Finding
from plancritic.pddl.execution import NEVER_HOLDS
from plancritic.pddl.language import ConstraintType, PddlSyntaxError, parse_plan
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon
from plancritic.wording.pddl_in_sentences import condition_clauses


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
        if finding.explanation.startswith(NEVER_HOLDS):
            return f"Violated, never true: {subject}"
        by = "" if step is None else f' by "{step}"'
        return f"Violated{_late(finding)}{when}{by}: {subject}"
    if finding.about == "goal":
        return "The goal is met." if finding.satisfied else f"The goal is not met{_needed(finding, lexicon)}."
    if finding.about == "condition":
        who = "A step" if step is None else f'"{step}"'
        verdict = "can be done" if finding.satisfied else "cannot be done"
        return f"{who}{when} {verdict}{_needed(finding, lexicon)}."
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


def _late(finding: Finding) -> str:
    """What is said of a `within` that comes true after its bound: the time of the finding is when it does."""
    is_within = (finding.constraint or "").startswith(f"({ConstraintType.WITHIN} ")
    return ", true only" if is_within and finding.time is not None else ""


def _needed(finding: Finding, lexicon: Lexicon) -> str:
    if finding.needed is None:
        return _reason(finding).rstrip(".")
    needed = condition_clauses(finding.needed, lexicon)
    actual = condition_clauses(finding.actual or "", lexicon)
    if needed and (actual or finding.actual is None):
        return f": it needs that {' and '.join(needed)}{', but ' if actual else ''}{' and '.join(actual)}"
    return f": it needs {finding.needed}" + ("" if finding.actual is None else f", but it is {finding.actual}")


def _reason(finding: Finding) -> str:
    explanation = re.sub(r"\s+", " ", finding.explanation).strip().rstrip(".")
    return f" ({explanation})." if explanation else "."
