"""Files for labellers, and the labels that come back.

The utterances of one card never meet in one file: clear ones would explain the vague ones to the labeller.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plancritic.laboratory.reading.corpus.faults import file_fault, read_lines
from plancritic.laboratory.reading.corpus.sheet_files import ProblemSheet
from plancritic.laboratory.reading.corpus.utterances import Kind
from plancritic.laboratory.reading.corpus.writing import Said
from plancritic.pddl.language import PddlError, Problem, parse_constraints, parse_plan
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon, plan_steps

_LINE = re.compile(r"\s*(\d+)[\s.:]+(\S.*)")
_UNCLEAR = re.compile(r"UNCLEAR\b[:\s]*")
#: What stands between the two readings of an unclear utterance.
_OR = "~"
_LABEL_AGAIN = "have this utterance labelled again"


@dataclass(frozen=True, slots=True)
class Label:
    """What a labeller took an utterance for; `readings` are PDDL constraints, two sets of them where it is unclear."""

    kind: Kind
    readings: tuple[tuple[str, ...], ...] = ()


def distribute(said: Sequence[Said], meanings: Mapping[str, object], name: str) -> list[dict[int, Said]]:
    """Return the files of a problem, each with its utterances by number, in mixed order.

    A file has at most one utterance of each card of `meanings`. What asks for nothing or cannot be expressed has no
    meaning in common and is spread evenly. There are as few files as this allows, of nearly one size. Numbers count
    from 0 through all files of the problem. The same utterances and `name` give the same files.
    """
    generator = random.Random(f"labelling/{name}")
    by_card: dict[str, list[Said]] = {}
    for each in said:
        by_card.setdefault(each.card, []).append(each)
    wishes = Counter(each.card for each in said if each.card in meanings)
    files: list[list[Said]] = [[] for _ in range(max(wishes.values(), default=1))]
    # The largest cards first, and what may go anywhere last: this evens out the sizes.
    for card in sorted(by_card, key=lambda card: (card not in meanings, -len(by_card[card]), card)):
        waiting = generator.sample(by_card[card], len(by_card[card]))
        while waiting:
            emptiest = sorted(files, key=lambda file: (len(file), generator.random()))
            for file, each in zip(emptiest, waiting[: len(files)], strict=False):
                file.append(each)
            waiting = waiting[len(files) :]
    numbered: list[dict[int, Said]] = []
    for file in files:
        generator.shuffle(file)
        first = sum(map(len, numbered))
        numbered.append(dict(enumerate(file, start=first)))
    return numbered


def file_name(problem: str, place: int) -> str:
    """Return the name of a problem's file for labellers and of its labels; `place` counts from 0."""
    return f"{problem}-{place + 1}.md"


def labelling_page(sheet: ProblemSheet, utterances: Mapping[int, Said]) -> str:
    """Return what a labeller sees: the world with its PDDL names, the plan, and numbered utterances; no cards."""
    return world_page(sheet) + "\n".join(
        ["", "Utterances:", *(f"{number} {each.text}" for number, each in utterances.items()), ""]
    )


def world_page(sheet: ProblemSheet) -> str:
    """Return the world with its PDDL names and the plan: what a writer of wishes of his own sees."""
    lines = [*_world(sheet.lexicon), "", "Plan on the table:"]
    lines += [
        f"{step.number:3d}. {step.start:.2f}  {step.sentence}"
        for step in plan_steps(parse_plan(sheet.plans[0]), sheet.lexicon)
    ]
    return "\n".join(lines) + "\n"


def _world(lexicon: Lexicon) -> list[str]:
    problem, context = lexicon.problem, lexicon.context
    lines = [f"# {context.title}", "", context.description.strip(), "", f"Time unit: {context.time.singular}", ""]
    lines.append("Objects (PDDL name = what it is called):")
    for type_name in sorted(set(problem.objects.values())):
        members = [each for each, its_type in problem.objects.items() if its_type == type_name]
        lines.append(f"- type {type_name}: {', '.join(f'{each} = {lexicon.name(each)}' for each in members)}")
    lines += ["", "Facts that change:"]
    for name, entry in sorted(context.predicates.items()):
        if entry.changes:
            parameters = [f"?{'/'.join(each.types)}" for each in problem.domain.predicates[name]]
            lines.append(f"- ({' '.join([name, *parameters])}): {entry.holds}")
    return [*lines, "", f"Goal: {problem.goal}"]


def read_labels(path: Path, expected: Sequence[int], problem: Problem) -> dict[int, Label]:
    """Return the labels of a file by number.

    Raises:
        ContractError: a line is no label, a constraint does not fit the problem, or the numbers are not those expected.
    """
    found: dict[int, Label] = {}
    for line_number, line in enumerate(read_lines(path, "have the file of this name labelled"), start=1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line.rstrip())
        if match is None:
            remedy = "write the number of the utterance and its label on one line"
            raise file_fault(f"{path.name} has a line that is not a label: {line!r}", path, line_number, remedy)
        number = int(match[1])
        if number in found or number not in expected:
            why = "is labelled twice" if number in found else "is not in the file for labellers"
            remedy = "remove one of the labels" if number in found else "label the files that were made of these texts"
            raise file_fault(f"{path.name}: utterance {number} {why}", path, line_number, remedy)
        try:
            found[number] = parse_label(match[2], problem)
        except ValueError as error:
            message = f"{path.name}: the label of utterance {number} cannot be used: {error}"
            raise file_fault(message, path, line_number, _LABEL_AGAIN) from None
    missing = [number for number in expected if number not in found]
    if missing:
        message = f"{path.name} has no label for utterance {missing[0]} ({len(missing)} missing)"
        raise file_fault(message, path, None, "label the missing ones")
    return found


def parse_label(text: str, problem: Problem) -> Label:
    """Return a label: NOTHING, UNSAYABLE, constraints, or UNCLEAR with two readings separated by "~".

    Raises:
        ValueError: it is none of these, or a constraint does not fit the problem.
    """
    word = text.strip().upper()
    if word == "NOTHING":
        return Label("nothing")
    if word == "UNSAYABLE":
        return Label("unsayable")
    unclear = _UNCLEAR.match(text)
    parts = text[unclear.end() if unclear else 0 :].split(_OR)
    if (len(parts) == 2) is not bool(unclear) or len(parts) > 2:
        raise ValueError(f'UNCLEAR needs two readings with " {_OR} " between them, other labels have one reading')
    return Label("wish", tuple(parse_reading(part, problem) for part in parts))


def parse_reading(text: str, problem: Problem) -> tuple[str, ...]:
    """Return constraints of one reading, as they are written out.

    Raises:
        ValueError: there is none, or one does not fit the problem.
    """
    try:
        constraints = parse_constraints(text, "label")
    except PddlError as error:
        raise ValueError(str(error)) from error
    if not constraints:
        raise ValueError("a reading has no constraint")
    for constraint in constraints:
        for complaint in check_constraint(constraint, problem):
            raise ValueError(f"{complaint} in {constraint}")
    return tuple(map(str, constraints))
