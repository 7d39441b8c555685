"""A verdict for people, on standard error: the word, the judges, the reason, what clashes, and what would help."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from plancritic.command_line.counting import give_up
from plancritic.command_line.terminal import Console
from plancritic.contracts.planning import (
    Disputed,
    Impossible,
    PlanProved,
    Rejected,
    SyntaxFault,
    Unsupported,
    Verdict,
)
from plancritic.contracts.validation import Proof
from plancritic.wording import (
    Lexicon,
    constraint_in_words,
    goal_clash_sentence,
    has_further_clashes,
    preference_sentence,
    quality_sentence,
    relaxation_sentence,
    sentence_in_words,
    verdict_sentence,
)

#: Where the heading is not the verdict's own word.
_HEADINGS = {
    "plan": "proved plan",
    "unknown_name": "unknown name",
    "ill_formed": "ill-formed",
    "too_large": "too large",
}


def show_verdict(verdict: Verdict, lexicon: Lexicon | None) -> None:
    """Print a verdict with its reasons; constraints are in the lexicon's words beside their PDDL."""
    console = Console(stderr=True, soft_wrap=True)
    word = _HEADINGS.get(verdict.kind if isinstance(verdict, SyntaxFault) else verdict.verdict, "")
    word = word or verdict.verdict.replace("_", " ")
    style = "bold green" if isinstance(verdict, PlanProved) else "bold yellow"
    road = f" ({verdict.road})" if verdict.road not in (None, "native", verdict.engine) else ""
    # A text that cannot be read reaches no engine.
    by = "" if isinstance(verdict, SyntaxFault) else f" by {verdict.engine}{road} in {verdict.seconds:.2f} s"
    console.print(Text.assemble((word, style), by))
    for line in _lines(verdict, lexicon):
        console.print(Text(f"  {line}"))


def _lines(verdict: Verdict, lexicon: Lexicon | None) -> Iterator[str]:
    match verdict:
        case PlanProved():
            yield from proof_lines(verdict.proof)
            if verdict.quality is not None:
                yield quality_sentence(verdict.quality, lexicon)
            yield from (preference_sentence(outcome, lexicon) for outcome in verdict.preferences)
        case Rejected() | Disputed():
            yield from proof_lines(verdict.proof)
        case Impossible():
            yield from impossible_lines(verdict, lexicon)
        case SyntaxFault():
            yield f"{verdict.file}:{verdict.line}:{verdict.column}: {verdict.message}"
            if verdict.remedy:
                yield f"remedy: {verdict.remedy}"
        case Unsupported():
            yield f"{verdict.feature} is not supported; engines that have it: {_engines(verdict.engines_with_it)}"
        case _:
            yield verdict_sentence(verdict, lexicon)


def _engines(names: tuple[str, ...]) -> str:
    # Imported here: most verdicts name no others.
    from plancritic.engines.registry import available_engines

    here = available_engines()
    return ", ".join(f"{name} ({'installed' if name in here else 'not installed'})" for name in names) or "none"


def proof_lines(proof: Proof) -> Iterator[str]:
    """Yield the ruling of each judge, and what it has against the plan."""
    for report in proof.reports:
        yield f"{report.judge}: {report.ruling}"
        for finding in report.findings:
            if finding.satisfied is not True and finding.explanation:
                about = f"{finding.constraint}: " if finding.constraint else ""
                yield f"  {about}{finding.explanation}"


def impossible_lines(verdict: Impossible, lexicon: Lexicon | None) -> Iterator[str]:
    """Yield why there is no plan, what clashes, and what would help."""
    yield sentence_in_words(verdict.reason, lexicon)
    if verdict.clash:
        alone = len(verdict.clash) == 1
        yield f"{'this cannot hold' if alone else 'these cannot hold together'}{_minimal(verdict)}:"
        for member in verdict.clash:
            yield f"  {member.constraint}"
            if lexicon is not None:
                yield f"    {constraint_in_words(member.constraint, lexicon)}"
    if verdict.goal:
        yield goal_clash_sentence(verdict.goal, lexicon, "this clashes" if len(verdict.clash) == 1 else "they clash")
    if has_further_clashes(verdict):
        yield f"there are further clashes: {give_up(len(verdict.clash))} is not enough"
    if verdict.relaxations:
        yield "what would help, the smallest change first:"
        for number, relaxation in enumerate(verdict.relaxations, 1):
            yield f"  {number}. {relaxation_sentence(relaxation, lexicon)}"


def _minimal(verdict: Impossible) -> str:
    if not verdict.clash_minimal:
        return " (perhaps fewer of them clash already)"
    return "" if len(verdict.clash) == 1 else ", and each is needed for the clash"
