"""A library as a person reads it."""

from __future__ import annotations

from plancritic.command_line.counting import counted
from plancritic.command_line.domains.modelled import filter_line
from plancritic.command_line.terminal import Console
from plancritic.contracts.modelling.messages import SchemaLibrary


def show_library(console: Console, library: SchemaLibrary) -> None:
    """Print the candidates of each action with votes, similarity and corrections, and what was dropped."""
    console.print(
        f"{library.domain}, {library.described_in} descriptions, {counted(len(library.instances), 'instance')}"
    )
    if library.filter is not None:
        console.print(filter_line(library.filter, sum(each.kept for each in library.candidates)))
    if library.unscored:
        console.print(f"The candidates have no scores: {library.unscored}")
    for action in dict.fromkeys(each.action for each in library.candidates):
        console.print(f"\n{action}", style="bold")
        for each in library.candidates:
            if each.action != action:
                continue
            similar = "" if each.similarity is None else f", similarity {each.similarity:.3f}"
            if each.behind:
                similar += f", {counted(each.behind, 'writer')} behind"
            if each.gap:
                similar += f", gap {each.gap:.2f}"
            kept = "" if each.kept else ", dropped by the filter"
            console.print(f"{counted(len(each.instances), 'vote')}{similar}{kept}: {', '.join(each.instances)}")
            console.print(each.text)
            for correction in each.corrections:
                console.print(f"  corrected: {correction}")
    for instance, reason in library.failures.items():
        console.print(f"\nfailed: {instance}: {reason}")
    for dropped in library.dropped:
        console.print(f"\nleft out: {dropped.action or 'a block'} of {dropped.instance}: {dropped.reason}")
