"""Requests in the words of a language model, recorded: `domains/<name>/wordings/texts.jsonl`.

A model was given nothing but the prompt and a sheet of requests in the plain words of `plancritic.wording`; its texts
stand as it wrote them. Data are made of them without asking a model again.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import Field, ValidationError

from plancritic.adherence.dataset import Dataset, Example, Split, check_labels, test_problem
from plancritic.adherence.model_card import DataCard
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains import domains_root
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.training.data.cross_judging import agreed
from plancritic.laboratory.adherence.training.data.plans import MadePlan
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

FOLDER = "wordings"
_FILE = "texts.jsonl"
#: Of the requests about other problems than that for test, one in so many is for validation.
_VALIDATION = 8
#: Plans of each side for a text, of its own problem and of one sampled from it.
_PLANS_A_SIDE, _OF_A_SAMPLE = 3, 1


class Wordings(Contract):
    """The ways in which a model said one request about a problem; `sort` as in `Example`."""

    problem: str
    sort: str
    constraints: tuple[str, ...] = Field(min_length=1)
    archetype: str | None = None
    texts: tuple[str, ...] = Field(min_length=1)


def read_wordings(domain: str) -> list[Wordings]:
    """The wordings of a domain of the folder. Raises `ContractError` where there are none or a line is wrong."""
    path = domains_root() / domain / FOLDER / _FILE
    found: list[Wordings] = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            found.append(Wordings.model_validate_json(line))
    except FileNotFoundError as error:
        raise _fault(f"the domain {domain!r} has no recorded wordings", path, None) from error
    except ValidationError as error:
        line_number = len(found) + 1
        raise _fault(
            f"{path.name} is not a file of wordings: line {line_number}: {error}", path, line_number
        ) from error
    return found


@dataclass(frozen=True, slots=True)
class _Plan:
    """A plan of the data with its number and the split that its family is in."""

    number: int
    split: Split
    made: MadePlan


async def make_worded_data(
    bundle: DomainFolder,
    wordings: Sequence[Wordings],
    dataset: Dataset,
    seed: int,
    command: str,
    progress: Callable[[str], None],
) -> Dataset:
    """Ask the plans of a data set in these words: as many that adhere as not for each text.

    A text is asked of plans of its problem and of those sampled from it; for test those about the test problem, for
    validation a share of the other requests. A text that some split of the data has already is left out. Raises
    `NotEnoughData` where nothing is left.
    """
    generator = random.Random(f"{seed}/{bundle.name}/wordings")
    whole = dataset.bundle(bundle)
    taken = {example.text for example in dataset.examples}
    tested = test_problem(bundle)
    asking = _Asking(taken, tested, {t for each in wordings if each.problem == tested for t in each.texts}, generator)
    examples: list[Example] = []
    disputed = judged = 0
    for problem in sorted({plan.problem for plan in dataset.plans}):
        base = next((sample.base for sample in dataset.problems if sample.id == problem), problem)
        asked = [each for each in wordings if each.problem == base]
        if not asked:
            continue
        lexicon = Lexicon(whole, problem)
        plans = _plans(dataset, problem, lexicon)
        # The second judge counts plans from nought.
        most = _PLANS_A_SIDE if problem == base else _OF_A_SAMPLE
        found = [example for request in asked for example in asking.examples(request, plans, lexicon, most)]
        sure = await agreed(bundle.domain_pddl, lexicon.problem.text, [plan.made for plan in plans], found)
        examples += [replace(example, plan=plans[example.plan].number) for example in sure.examples]
        disputed += sure.disputed
        judged += sure.judged
        progress(f"problem {problem}: {len(sure.examples)} examples in {len({e.text for e in sure.examples})} texts")
    if not examples:
        raise NotEnoughData("no plan of the data adheres to or breaks any of the wordings")
    card = DataCard(
        domain=bundle.name,
        bundle=bundle.folder_sha256,
        seed=seed,
        command=command,
        problems=tuple(sorted({each.problem for each in wordings})),
        instances=0,
        plans=len({example.plan for example in examples}),
        statements=len({example.text for example in examples}),
        examples=dict(sorted(Counter(example.sort for example in examples).items())),
        positives=sum(example.adheres for example in examples),
        disputed=disputed,
        cpu_seconds=0.0,
        by_split=dict(sorted(Counter(example.split for example in examples).items())),
        cross_judged=judged,
    )
    made = Dataset(card, dataset.problems, dataset.plans, tuple(examples)).with_used_plans()
    check_labels(made)
    return made


class _Asking:
    """Asks plans in recorded words; the same generator state, the same examples."""

    def __init__(self, taken: set[str], tested: str | None, kept: set[str], generator: random.Random) -> None:
        """`taken` are texts of other data, `kept` those that only the problem `tested` may ask."""
        self._taken = taken
        self._tested = tested
        self._kept = kept
        self._random = generator
        self._split_of: dict[str, Split] = {}

    def examples(self, request: Wordings, plans: Sequence[_Plan], lexicon: Lexicon, most: int) -> list[Example]:
        """Examples of every text of a request, on `most` plans of each side; `plan` is the place in `plans`."""
        constraints = tuple(parse_constraint(text) for text in request.constraints)
        found: list[Example] = []
        sides: dict[Split, tuple[list[int], list[int]]] = {}
        for place, plan in enumerate(plans):
            answers = [judge_constraint(plan.made.trajectory, each).satisfied for each in constraints]
            if None not in answers:
                adhering, others = sides.setdefault(plan.split, ([], []))
                (adhering if all(answers) else others).append(place)
        split = self._split(request)
        for text in request.texts:
            adhering, others = sides.get(split, ([], []))
            count = min(len(adhering), len(others), most)
            if text in self._taken or (split != "test" and text in self._kept):
                continue
            # Two requests may have been said in the same words.
            if self._split_of.setdefault(text, split) != split:
                continue
            for side, places in ((True, adhering), (False, others)):
                found += [
                    Example(
                        plan=place,
                        text=text,
                        adheres=side,
                        sort=request.sort,
                        constraints=request.constraints,
                        mid_level_goal=constraints_sentence(constraints, lexicon),
                        in_words=" ".join(constraint_sentence(each, lexicon) for each in constraints),
                        split=split,
                        archetype=request.archetype,
                        source="worded",
                    )
                    for place in self._random.sample(places, count)
                ]
        return found

    def _split(self, request: Wordings) -> Split:
        """All ways of saying a request are on one side: one of them tells much of the others."""
        if request.problem == self._tested:
            return "test"
        name = " ".join([request.problem, *request.constraints])
        return "validation" if zlib.crc32(name.encode()) % _VALIDATION == 0 else "train"


def _plans(dataset: Dataset, problem: str, lexicon: Lexicon) -> list[_Plan]:
    """The plans of a problem that the data ask about."""
    splits = {example.plan: example.split for example in dataset.examples}
    found = []
    for number, shown in enumerate(dataset.plans):
        if shown.problem == problem and number in splits:
            trajectory = execute(lexicon.problem, parse_plan(shown.text))
            found.append(_Plan(number, splits[number], MadePlan(shown.text, trajectory, 0, shown.origin)))
    return found


def _fault(message: str, path: Path, line: int | None) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=message,
            remedy="restore the file, or name another domain",
            file=str(path),
            line=line,
        )
    )
