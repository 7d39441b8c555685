"""The file that data making writes and training reads: JSON lines, a card, problems, plans, then the examples.

A name that ends in `.gz` is compressed. Every example carries the constraints behind its text, so that training can
learn which facts a text is about and not only whether the plan adheres.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal, TextIO, cast, get_args

from pydantic import ValidationError

from plancritic.adherence.model_card import DataCard
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import DomainFolder

#: `test`: test problems and test wordings; `validation`: other problems, plan families and wordings held back;
#: `train`: the rest. No text and no family of plans is in two of them.
Split = Literal["train", "validation", "test"]
#: Made here by rules, or recorded by the authors of [EA].
Source = Literal["generated", "recorded", "worded"]


@dataclass(frozen=True, slots=True)
class SampledProblem:
    """A problem that the domain's folder lacks: a variant of problem `base`, as PDDL text."""

    id: str
    base: str
    pddl: str


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan of a problem, as PDDL plan text.

    Plans of one `family` are variations of one plan: a split keeps them together. `origin` is an engine with its
    configuration, `variation`, or `recorded`.
    """

    problem: str
    text: str
    family: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Whether plan number `plan` adheres to `text`.

    Attributes:
        sort: The type of the constraints behind the text, or `conjunction` of several.
        constraints: What the text asks for, as PDDL3; all of them must be met.
        mid_level_goal: The constraints as `plancritic.wording` says them together.
        in_words: Each constraint as `plancritic.wording` says it alone.
        near_miss: The answer is the other one for a question one edit away (one argument, type, negation, order or
            bound), or the plan meets only a part of a conjunction.
        archetype: The archetype whose ground truth the constraints are.
    """

    plan: int
    text: str
    adheres: bool
    sort: str
    constraints: tuple[str, ...] = ()
    mid_level_goal: str = ""
    in_words: str = ""
    split: Split = "train"
    near_miss: bool = False
    archetype: str | None = None
    source: Source = "generated"


@dataclass(frozen=True, slots=True)
class Dataset:
    """Examples over plans of problems; `problems` are those that the domain's folder lacks."""

    card: DataCard
    problems: tuple[SampledProblem, ...]
    plans: tuple[ShownPlan, ...]
    examples: tuple[Example, ...]

    def bundle(self, bundle: DomainFolder) -> DomainFolder:
        """Return the domain's bundle with the problems of the data among its own."""
        return with_problems(bundle, self.problems)

    def of_split(self, split: Split) -> Dataset:
        """The examples of a split with the plans and problems that they need; the card stays that of the whole."""
        return replace(self, examples=tuple(each for each in self.examples if each.split == split)).with_used_plans()

    def with_used_plans(self) -> Dataset:
        """Return the same examples with the plans and problems that they need and no others."""
        kept = sorted({example.plan for example in self.examples})
        place = {plan: index for index, plan in enumerate(kept)}
        plans = tuple(self.plans[plan] for plan in kept)
        used = {plan.problem for plan in plans}
        return Dataset(
            self.card,
            tuple(problem for problem in self.problems if problem.id in used),
            plans,
            tuple(replace(example, plan=place[example.plan]) for example in self.examples),
        )

    def write(self, path: Path) -> None:
        """Write the file in one piece; the same data give the same bytes."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.part")
        content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in self._rows()).encode()
        try:
            # No time goes into the file, so that the same data give the same bytes.
            beside.write_bytes(gzip.compress(content, 6, mtime=0) if path.suffix == ".gz" else content)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)

    def _rows(self) -> Iterable[Mapping[str, object]]:
        # How long it took is another each time.
        yield {"kind": "card", **self.card.model_dump(mode="json", exclude={"cpu_seconds"})}
        yield from ({"kind": "problem", **asdict(problem)} for problem in self.problems)
        yield from ({"kind": "plan", **asdict(plan)} for plan in self.plans)
        yield from ({"kind": "example", **asdict(example)} for example in self.examples)


def with_problems(bundle: DomainFolder, problems: Sequence[SampledProblem]) -> DomainFolder:
    """Return the bundle with further problems."""
    if not problems:
        return bundle
    return DomainFolder(
        name=bundle.name,
        domain_pddl=bundle.domain_pddl,
        problems={**bundle.problems, **{problem.id: problem.pddl for problem in problems}},
        context=bundle.context,
        archetypes=bundle.archetypes,
    )


def test_problem(bundle: DomainFolder) -> str | None:
    """The problem that is for testing, with all that is sampled from it: the last one; None where there is but one."""
    last = max(bundle.problems, key=lambda each: (len(each), each))
    return last if len(bundle.problems) > 1 else None


def check_labels(dataset: Dataset) -> None:
    """Raise `ValueError` where one pair of plan and text has two labels, or a text or a family of plans two splits."""
    labels: dict[tuple[str, str, str], bool] = {}
    splits: dict[tuple[str, str], Split] = {}
    for example in dataset.examples:
        plan = dataset.plans[example.plan]
        if labels.setdefault((plan.problem, plan.text, example.text), example.adheres) != example.adheres:
            raise ValueError(f"problem {plan.problem}: a plan adheres and does not adhere to {example.text!r}")
        for kind, name in (("text", example.text), ("family of plans", plan.family)):
            if splits.setdefault((kind, name), example.split) != example.split:
                raise ValueError(f"the {kind} {name!r} is in two splits")


def read_dataset(path: Path) -> Dataset:
    """Read the file. Raises `ContractError` that names the line where it is not such a file."""
    card: DataCard | None = None
    problems: list[SampledProblem] = []
    plans: list[ShownPlan] = []
    examples: list[Example] = []
    read = 0
    try:
        with _opened_to_read(path) as file:
            for line in file:
                read += 1
                row = json.loads(line)
                match row.pop("kind"):
                    case "card":
                        card = DataCard.model_validate(row)
                    case "problem":
                        problems.append(SampledProblem(**row))
                    case "plan":
                        plans.append(ShownPlan(**row))
                    case "example":
                        examples.append(_example(row, len(plans)))
                    case other:
                        raise ValueError(f"unknown kind {other!r}")
    except FileNotFoundError as error:
        raise _fault(f"there is no data file {str(path)!r}", path, None) from error
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError, ValidationError) as error:
        raise _fault(f"{path.name} is not scorer data: line {max(read, 1)}: {error}", path, max(read, 1)) from error
    if card is None or not examples:
        raise _fault(f"{path.name} holds no {'card' if card is None else 'examples'}", path, None)
    return Dataset(card, tuple(problems), tuple(plans), tuple(examples))


def _example(row: dict[str, Any], plans: int) -> Example:
    example = Example(**{**row, "constraints": tuple(row["constraints"])})
    if not 0 <= example.plan < plans:
        raise ValueError(f"there is no plan {example.plan}")
    if not isinstance(example.adheres, bool) or not isinstance(example.text, str):
        raise ValueError("an example needs a text and whether the plan adheres")
    if example.split not in get_args(Split):
        raise ValueError(f"unknown split {example.split!r}")
    return example


def _opened_to_read(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return cast(TextIO, gzip.open(path, "rt", encoding="utf-8"))
    return path.open(encoding="utf-8")


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
