"""The file that data making writes and training reads: JSON lines, a card, the plans, then the examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.scorer.card import DataCard


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan as the sentences of its steps, and as PDDL plan text.

    Plans of one `family` are variations of one plan: a split keeps them together.
    """

    problem: str
    steps: tuple[str, ...]
    text: str = ""
    family: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Whether plan number `plan` adheres to `text`. `sort` is the constraint's type, or `conjunction` of several.

    `held_back` marks a wording or question that training must not see: it is for validation only.
    """

    plan: int
    text: str
    adheres: bool
    sort: str
    held_back: bool = False


@dataclass(frozen=True, slots=True)
class Dataset:
    """Examples over plans."""

    card: DataCard
    plans: tuple[ShownPlan, ...]
    examples: tuple[Example, ...]

    def write(self, path: Path) -> None:
        """Write the file; the same data give the same bytes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.part")
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in self._rows())
        beside.replace(path)

    def _rows(self) -> Iterable[Mapping[str, object]]:
        yield {"kind": "card", **self.card.model_dump(mode="json")}
        for plan in self.plans:
            yield {
                "kind": "plan",
                "problem": plan.problem,
                "steps": plan.steps,
                "text": plan.text,
                "family": plan.family,
            }
        for e in self.examples:
            row = {"kind": "example", "plan": e.plan, "text": e.text, "adheres": e.adheres, "sort": e.sort}
            yield {**row, "held_back": e.held_back}


def read_dataset(path: Path) -> Dataset:
    """Read the file. Raises `ContractError` that names the line where it is not such a file."""
    card: DataCard | None = None
    plans: list[ShownPlan] = []
    examples: list[Example] = []
    read = 0
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                read += 1
                row = json.loads(line)
                match row["kind"]:
                    case "card":
                        card = DataCard.model_validate(row)
                    case "plan":
                        plans.append(ShownPlan(row["problem"], tuple(row["steps"]), row["text"], row["family"]))
                    case "example":
                        if not 0 <= row["plan"] < len(plans):
                            raise ValueError(f"there is no plan {row['plan']}")
                        answer, held_back = bool(row["adheres"]), bool(row["held_back"])
                        examples.append(Example(row["plan"], row["text"], answer, row["sort"], held_back))
                    case other:
                        raise ValueError(f"unknown kind {other!r}")
    except FileNotFoundError as error:
        raise _fault(f"there is no data file {str(path)!r}", path, None) from error
    except (OSError, ValueError, KeyError, TypeError, ValidationError) as error:
        raise _fault(f"{path.name} is no scorer data: line {read}: {error}", path, read) from error
    if card is None or not examples:
        raise _fault(f"{path.name} holds no {'card' if card is None else 'examples'}", path, None)
    return Dataset(card, tuple(plans), tuple(examples))


def _fault(message: str, path: Path, line: int | None) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=message,
            remedy="make one with `plancritic data make`",
            file=str(path),
            line=line,
        )
    )
