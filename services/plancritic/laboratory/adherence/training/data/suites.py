"""Feedback suites as data: statements written by people, of which training sees nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from plancritic.adherence.dataset import Dataset, Example
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import DomainFolder
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import parse_constraint, parse_plan
from plancritic.wording import Lexicon


def read_suite(path: Path, bundle: DomainFolder, dataset: Dataset, seed: int) -> Dataset:
    """A suite's single statements on those plans of the data set that are not for training, by their problem.

    Each statement is asked of as many plans that adhere as of plans that do not, eight each at most; one that has the
    same answer for every plan is left out. Labels are the executor's. `sort` is the archetype. Rows of another domain
    and rows about numbered steps are passed over. Raises `ContractError` where the file is no suite.
    """
    generator = random.Random(seed)
    plans = sorted({example.plan for example in dataset.examples if example.split != "train"})
    examples: list[Example] = []
    lexicons: dict[str, Lexicon] = {}
    judged: dict[tuple[int, str], bool | None] = {}

    def adheres(plan: int, constraints: Sequence[str], lexicon: Lexicon) -> bool | None:
        answers = []
        for text in constraints:
            if (plan, text) not in judged:
                trajectory = execute(lexicon.problem, parse_plan(dataset.plans[plan].text))
                for each in {text, *constraints}:
                    judged[plan, each] = judge_constraint(trajectory, parse_constraint(each)).satisfied
            answers.append(judged[plan, text])
        return None if None in answers else all(answers)

    for archetype, problem, statement, constraints in _rows(path, bundle.name):
        lexicon = lexicons.setdefault(problem, Lexicon(bundle, problem))
        own = [plan for plan in plans if dataset.plans[plan].problem == problem]
        answers = {plan: adheres(plan, constraints, lexicon) for plan in own}
        sides = {side: [plan for plan, answer in answers.items() if answer is side] for side in (True, False)}
        count = min(len(sides[True]), len(sides[False]), 8)
        for side, found in sides.items():
            examples += [
                Example(plan, statement, side, archetype, tuple(constraints), split="test", archetype=archetype)
                for plan in generator.sample(found, count)
            ]
    return Dataset(dataset.card, dataset.problems, dataset.plans, tuple(examples))


def _rows(path: Path, domain: str) -> list[tuple[str, str, str, list[str]]]:
    rows = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["domain"] == domain and "plan" not in row and "statement" in row:
                rows.append(
                    (row["archetype"], str(row.get("problem", "1")), row["statement"], list(row["ground_truth"]))
                )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"{str(path)!r} is not a feedback suite: {error}",
                remedy="give a file of JSON lines with domain, archetype, statement and ground_truth",
                file=str(path),
            )
        ) from error
    return rows
