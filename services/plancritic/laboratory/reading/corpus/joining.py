"""Joins what writers said, what they were to bring about and what labellers read in it, to utterances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from plancritic.contracts.envelope import Contract
from plancritic.laboratory.reading.corpus.agreement import mean_the_same
from plancritic.laboratory.reading.corpus.faults import file_fault
from plancritic.laboratory.reading.corpus.labelling import Label, distribute, file_name, read_labels
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.utterances import Kind, Utterance
from plancritic.laboratory.reading.corpus.writing import Said
from plancritic.pddl.language import parse_constraint

_KINDS: dict[str, Kind] = {"nothing": "nothing", "unsayable": "unsayable"}


class Agreement(Contract):
    """How many of a writer's utterances about a domain there are of each kind, and how many labels agree."""

    domain: str
    writer: str
    wishes: int = 0
    wishes_agreed: int = 0
    others: int = 0
    others_agreed: int = 0


def join(said: Said, label: Label, sheet: ProblemSheet) -> Utterance:
    """Return an utterance with its meaning and its label; a wish that the labeller found unclear is not agreed."""
    kind = _KINDS.get(said.card, "wish")
    meaning = sheet.meanings[said.card] if kind == "wish" else ()
    agreed = label.kind == kind
    if kind == "wish":
        readings = [[parse_constraint(each) for each in reading] for reading in label.readings]
        agreed = len(readings) == 1 and mean_the_same(meaning, readings[0], sheet.trajectories)
    return Utterance(
        card=said.card if kind == "wish" else f"{sheet.name}-{kind}",
        domain=sheet.domain,
        problem=sheet.problem,
        writer=said.writer,
        text=said.text,
        kind=kind,
        meaning=tuple(map(str, meaning)),
        label_kind=label.kind,
        labels=label.readings,
        agreed=agreed,
    )


def join_all(
    sheets: Mapping[str, ProblemSheet], texts: Mapping[str, Sequence[Said]], labels: Path
) -> dict[str, list[Utterance]]:
    """Return the utterances by domain; `labels` has a file for each that `plancritic data labelling` makes of `texts`.

    Raises:
        ContractError: a file of labels is missing, wrong, or was made of other texts; it names file and line.
    """
    found: dict[str, list[Utterance]] = {}
    expected: set[str] = set()
    for name, said in texts.items():
        sheet = sheets[name]
        for place, utterances in enumerate(distribute(said, sheet.meanings, name)):
            path = labels / file_name(name, place)
            expected.add(path.name)
            read = read_labels(path, [*utterances], sheet.lexicon.problem)
            found.setdefault(sheet.domain, []).extend(
                join(each, read[number], sheet) for number, each in utterances.items()
            )
    for path in sorted(labels.glob("*.md")):
        if path.name not in expected:
            remedy = "join with the texts that the files for labellers were made of, or remove the file"
            raise file_fault(f"{path.name} has labels for utterances that do not exist", path, None, remedy)
    return found


def agreements(utterances: Iterable[Utterance]) -> list[Agreement]:
    """Return the agreement by domain and writer, in the order of their names."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for each in utterances:
        row = counts.setdefault((each.domain, each.writer), {})
        column = "wishes" if each.kind == "wish" else "others"
        row[column] = row.get(column, 0) + 1
        row[f"{column}_agreed"] = row.get(f"{column}_agreed", 0) + each.agreed
    return [Agreement(domain=domain, writer=writer, **row) for (domain, writer), row in sorted(counts.items())]
