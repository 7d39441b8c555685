"""What came of a planning request as one plain sentence."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import (
    Cancelled,
    Disputed,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    PlanProved,
    Rejected,
    SyntaxFault,
    TimedOut,
    Unsupported,
    Verdict,
)
from plancritic.contracts.validation import Proof
from plancritic.english.lists import enumerated
from plancritic.pddl.language import parse_plan
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon
from plancritic.wording.pddl_in_sentences import condition_clauses, sentence_in_words

#: So many parts of a goal are named; the rest is counted.
_MOST_GOALS = 3


def verdict_sentence(verdict: Verdict, lexicon: Lexicon | None = None) -> str:
    """Return a verdict in words; with a lexicon constraints and times are in the domain's words."""
    match verdict:
        case PlanProved():
            return f"There is a plan of {_size(verdict.plan, lexicon)}, accepted by {_judges(verdict.proof)}."
        case Rejected():
            return f"{verdict.engine} returned a plan that is refused by {_judges(verdict.proof, 'rejected')}."
        case Disputed():
            return (
                f"The judges disagree on the plan that {verdict.engine} returned: accepted by "
                f"{_judges(verdict.proof)}, refused by {_judges(verdict.proof, 'rejected')}."
            )
        case Impossible():
            return _impossible(verdict, lexicon)
        case NoPlanFound():
            return f"No plan was found, and no proof that there is none ({verdict.reason})."
        case TimedOut():
            clock = "computing time" if verdict.clock == "cpu" else "time"
            return f"The search reached its limit of {verdict.limit_seconds:g} seconds of {clock}."
        case Unsupported():
            others = f"; {enumerated(list(verdict.engines_with_it))} can" if verdict.engines_with_it else ""
            return f"{verdict.engine} cannot do {verdict.feature}{others}."
        case SyntaxFault():
            place = f"{verdict.file}:{verdict.line}:{verdict.column}"
            return f"{_TEXT_FAULTS[verdict.kind]} at {place}: {verdict.message}"
        case EngineCrashed():
            how = verdict.signal or (None if verdict.exit_code is None else f"exit code {verdict.exit_code}")
            crashed = f"{verdict.engine} crashed ({how})" if how else f"{verdict.engine} crashed"
            return f"{crashed}: {verdict.message}" if verdict.message else f"{crashed}."
        case OutOfMemory():
            return f"The search reached its limit of {verdict.limit_mb} MB of memory."
        case Cancelled():
            return "The request was withdrawn."


def goal_clash_sentence(goal: Sequence[str], lexicon: Lexicon | None, subject: str = "It clashes") -> str:
    """Return which parts of the problem's goal (PDDL) something clashes with, as a sentence; empty where none does."""
    if not goal:
        return ""
    words = [_condition(each, lexicon) for each in goal[:_MOST_GOALS]]
    more = [f"{len(goal) - len(words)} more"] if len(goal) > len(words) else []
    return f"{subject} with the goal of the problem: {enumerated([*words, *more])}."


def _condition(text: str, lexicon: Lexicon | None) -> str:
    clauses = () if lexicon is None else condition_clauses(text, lexicon)
    return clauses[0] if clauses else text


_TEXT_FAULTS = {
    "syntax_error": "Syntax error",
    "unknown_name": "Unknown name",
    "ill_formed": "Ill-formed PDDL",
    "too_large": "Too large",
}


def _impossible(verdict: Impossible, lexicon: Lexicon | None) -> str:
    if not verdict.clash:
        return f"It is proved that there is no plan ({sentence_in_words(verdict.reason, lexicon)})."
    words = [constraint_in_words(each.constraint, lexicon) for each in verdict.clash]
    if len(words) == 1:
        goal = goal_clash_sentence(verdict.goal, lexicon)
        return f"It is proved that no plan satisfies this: {words[0]}{f' {goal}' if goal else ''}"
    fewer = "" if verdict.clash_minimal else " (perhaps fewer of them clash already)"
    goal = goal_clash_sentence(verdict.goal, lexicon, "Together they clash")
    return f"It is proved that no plan satisfies these together{fewer}: {' '.join((*words, *filter(None, (goal,))))}"


def _size(plan: str, lexicon: Lexicon | None) -> str:
    parsed = parse_plan(plan)
    count = len(parsed.steps)
    steps = f"{count} step" if count == 1 else f"{count} steps"
    if lexicon is None:
        return steps
    return f"{steps} that takes {lexicon.duration(round(parsed.makespan, 3))}"


def _judges(proof: Proof, ruling: str = "accepted") -> str:
    names = [report.judge for report in proof.reports if report.ruling == ruling]
    return enumerated(names) if names else "no judge"
