"""The end of a modelling run as a person reads it."""

from __future__ import annotations

from plancritic.command_line.counting import counted
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.messages import (
    CombinationCounts,
    DomainModelled,
    FilterOutcome,
    Interpretation,
    KnownFit,
)


def show_modelled(console: Console, ended: DomainModelled) -> None:
    """Print what was counted, and the interpretations."""
    counts = ended.counts
    failed = f", {counted(counts.failed, 'instance')} failed" if counts.failed else ""
    console.print(
        f"{ended.domain}, {ended.described_in} descriptions: {counted(counts.candidates, 'candidate')} for "
        f"{counted(counts.actions, 'action')} by {counted(counts.instances, 'instance')}{failed}, "
        f"{counted(counts.dropped, 'block')} left out"
    )
    if ended.filter is not None:
        console.print(filter_line(ended.filter, counts.kept))
    if ended.combinations is not None:
        _show_counts(console, ended.combinations)
    if ended.known is not None:
        console.print(known_in_words(ended.known))
    for each in ended.interpretations:
        _show_interpretation(console, each)
    for each in ended.disputed:
        console.print(f"\nLeft out: the judges do not accept this plan ({each.proof.ruling}): {each.plan}")
    if ended.text:
        console.print(ended.text)
    run = ended.envelope.correlation_id
    console.print(f"\nSee all candidates with their scores: plancritic schema show {run[:12]}")
    if ended.interpretations:
        console.print(f"Make a domain of one: plancritic schema choose {run[:12]} 1 --out FOLDER")


def filter_line(found: FilterOutcome, kept: int) -> str:
    """Return what the filter went by and what it kept, in one line."""
    return f"Filter by {found.score}: {kept} kept, {_threshold(found)}; {found.text}"


def known_in_words(known: KnownFit) -> str:
    """Return how many interpretations agree with what is known, and how many sets of schemas."""
    unchecked = f"; {known.unchecked:,} could not be checked against all of it" if known.unchecked else ""
    return (
        f"{known.contradicting:,} of {counted(known.interpretations, 'interpretation')} and "
        f"{known.contradicting_sets:,} of {counted(known.sets, 'set')} of schemas contradict what is known "
        f"({counted(known.known, 'fact')}){unchecked}"
    )


def _threshold(found: FilterOutcome) -> str:
    if found.threshold is None:
        return "threshold none"
    if found.score == "agreement":
        return f"threshold {counted(int(found.threshold), 'writer')} behind"
    if found.score == "combined":
        return f"threshold a gap of {found.threshold:.2f}"
    return f"threshold {found.threshold:.3f}"


def _show_counts(console: Console, counts: CombinationCounts) -> None:
    length = "" if counts.mean_length is None else f", {counts.mean_length:.1f} steps on average"
    console.print(
        f"Combinations: {counts.kept:,} of {counts.all:,} kept; {counts.solvable:,} solvable, "
        f"{counts.unsolvable:,} proved unsolvable, {counts.undecided:,} undecided; "
        f"{counted(counts.distinct_plans, 'distinct plan')}{length} ({counts.seconds:.1f} s)"
    )


def _show_interpretation(console: Console, each: Interpretation) -> None:
    score = "" if each.similarity is None else f", similarity {each.similarity:.3f}"
    near = f" ({each.near} nearly as similar as the best)" if each.near is not None and each.near > 1 else ""
    console.print(
        f"\n{each.rank}. {counted(each.sets, 'set')} of schemas{near}{score}, {counted(each.votes, 'vote')}; "
        f"plan of {counted(len(each.plan.splitlines()), 'step')}, {each.proof.ruling} by the judges",
        style="bold",
    )
    for step in each.plan.splitlines():
        console.print(f"   {step}")
    if each.agreeing is not None and each.agreeing < each.sets:
        agree = "agrees" if each.agreeing == 1 else "agree"
        console.print(f"   {each.agreeing:,} of these sets {agree} best with what is known")
    if each.against:
        console.print("   Known facts against it:")
        for contradiction in each.against:
            console.print(f"   - {contradiction}")
    if each.differences:
        console.print("   Differs from 1:")
        for difference in each.differences:
            console.print(f"   - {difference}")
