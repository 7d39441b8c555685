"""The three files of each problem that writers get cards for: the sheet, its meanings and its plans."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from plancritic.contracts.envelope import Contract
from plancritic.domains.files import validated
from plancritic.domains.folder import DomainFolder, load_folder_from
from plancritic.laboratory.reading.corpus.faults import file_fault, read_lines
from plancritic.laboratory.reading.corpus.meanings import draw_meanings, plan_pool
from plancritic.laboratory.reading.corpus.sheets import sheet, table
from plancritic.pddl.execution import Trajectory, execute
from plancritic.pddl.language import Constraint, PddlError, parse_constraint, parse_plan
from plancritic.wording import Lexicon

_SHEET, _MEANINGS, _PLANS = ".sheet.md", ".meanings.jsonl", ".plans.json"
#: Names that predicates have on the cards, by domain: a file of the corpus' folder.
_PREDICATE_NAMES = "predicate_names.yaml"
_NAMES: TypeAdapter[dict[str, dict[str, str]]] = TypeAdapter(dict[str, dict[str, str]])
_TEXTS: TypeAdapter[list[str]] = TypeAdapter(list[str])
_MAKE_AGAIN = "make it again with `plancritic data sheets`"
_PLAN_AGAIN = "delete it, then make plans and meanings again with `plancritic data sheets`"


class CardMeaning(Contract):
    """A line of a file of meanings: what a card stands for."""

    id: str
    domain: str
    problem: str
    constraints: tuple[str, ...]


@dataclass(frozen=True)
class ProblemSheet:
    """What the files of a problem hold: meanings by card, and the plans, of which writers saw the first."""

    name: str
    lexicon: Lexicon
    meanings: Mapping[str, tuple[Constraint, ...]]
    plans: tuple[str, ...]
    trajectories: tuple[Trajectory, ...]

    @property
    def domain(self) -> str:
        """The domain's name."""
        return self.lexicon.bundle.name

    @property
    def problem(self) -> str:
        """The problem's id."""
        return self.lexicon.problem_id

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The headings that a file of texts may have."""
        return frozenset({*self.meanings, "nothing", "unsayable"})


def read_predicate_names(corpus: Path, domain: str) -> dict[str, str]:
    """Return the names that a domain's predicates have on cards where the PDDL name misleads; none without a file.

    Raises:
        DomainError: the file is wrong; it names file and line.
    """
    path = corpus / _PREDICATE_NAMES
    if not path.exists():
        return {}
    names: dict[str, dict[str, str]] = validated(path, _NAMES)
    return names.get(domain, {})


async def write_sheet(
    folder: DomainFolder, problem: str, out: Path, count: int, seed: int, names: Mapping[str, str]
) -> ProblemSheet:
    """Draw up to `count` meanings of a problem and write its three files. Plans that are in `out` are used again.

    Raises:
        NotEnoughData: no engine finds a plan.
        ContractError: the file of plans is there and wrong.
    """
    name = f"{folder.name}-{problem}"
    lexicon = Lexicon(folder, problem)
    path = out / f"{name}{_PLANS}"
    if not path.exists():
        pool = await plan_pool(folder, problem, seed)
        path.write_text(json.dumps([plan.text for plan in pool.plans]), encoding="utf-8")
    plans, trajectories = _read_plans(path, lexicon)
    drawn = draw_meanings(folder, problem, trajectories, count, seed)
    meanings = {f"{name}-{number:03d}": each for number, each in enumerate(drawn)}
    lines = [
        CardMeaning(
            id=card, domain=folder.name, problem=problem, constraints=tuple(map(str, each.constraints))
        ).model_dump_json()
        for card, each in meanings.items()
    ]
    (out / f"{name}{_MEANINGS}").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    cards = [(card, table(each, lexicon, names)) for card, each in meanings.items()]
    (out / f"{name}{_SHEET}").write_text(sheet(lexicon, trajectories[0].plan, cards, names), encoding="utf-8")
    return ProblemSheet(name, lexicon, {card: each.constraints for card, each in meanings.items()}, plans, trajectories)


def read_sheets(folder: Path, roots: Sequence[Path]) -> dict[str, ProblemSheet]:
    """Return the problems of a folder of sheets by their names; domains come from the first root that has them.

    Raises:
        ContractError: there is none, or a file is missing or wrong; it names file and line.
        DomainError: a domain or problem is unknown.
    """
    found: dict[str, ProblemSheet] = {}
    folders: dict[str, DomainFolder] = {}
    for path in sorted(folder.glob(f"*{_MEANINGS}")):
        rows = _read_meanings(path)
        domain, problem = rows[0].domain, rows[0].problem
        if domain not in folders:
            folders[domain] = load_folder_from(domain, roots)
        name = path.name.removesuffix(_MEANINGS)
        lexicon = Lexicon(folders[domain], problem)
        plans, trajectories = _read_plans(folder / f"{name}{_PLANS}", lexicon)
        meanings = {row.id: tuple(map(parse_constraint, row.constraints)) for row in rows}
        found[name] = ProblemSheet(name, lexicon, meanings, plans, trajectories)
    if not found:
        message = f"{str(folder)!r} holds no meanings (*{_MEANINGS})"
        raise file_fault(message, folder, None, "name the folder that `plancritic data sheets` wrote")
    return found


def _read_meanings(path: Path) -> list[CardMeaning]:
    rows: list[CardMeaning] = []
    for number, line in enumerate(read_lines(path, _MAKE_AGAIN), start=1):
        try:
            row = CardMeaning.model_validate_json(line)
            for each in row.constraints:
                parse_constraint(each)
        except (ValidationError, PddlError) as error:
            raise file_fault(f"{path.name} is not a file of meanings: {error}", path, number, _MAKE_AGAIN) from None
        if rows and (row.domain, row.problem) != (rows[0].domain, rows[0].problem):
            raise file_fault(f"{path.name} is about two problems", path, number, _MAKE_AGAIN)
        rows.append(row)
    if not rows:
        raise file_fault(f"{path.name} has no meaning", path, None, _MAKE_AGAIN)
    return rows


def _read_plans(path: Path, lexicon: Lexicon) -> tuple[tuple[str, ...], tuple[Trajectory, ...]]:
    try:
        plans = tuple(_TEXTS.validate_json("\n".join(read_lines(path, _PLAN_AGAIN))))
        trajectories = tuple(execute(lexicon.problem, parse_plan(text)) for text in plans)
    except (ValidationError, PddlError) as error:
        raise file_fault(f"{path.name} is not a list of plans: {error}", path, None, _PLAN_AGAIN) from None
    if not plans:
        raise file_fault(f"{path.name} has no plan", path, None, _PLAN_AGAIN)
    return plans, trajectories
