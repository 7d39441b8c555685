"""Utterances asked of plans, and how well a scorer judges them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from plancritic.adherence.dataset import Example
from plancritic.adherence.executed_plans import executed
from plancritic.domains import domains_root
from plancritic.domains.folder import load_folder
from plancritic.laboratory.reading.corpus.texts import TextAsked
from plancritic.laboratory.reading.evaluation.adherence import (
    AskedPlans,
    adherence_rows,
    ask_plans,
    fitted_band,
    judged,
)
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon

MEANINGS = {
    "Van 1 has to end up at the market.": ("(at end (at van1 market))",),
    "Keep van 1 away from the mill.": ("(always (not (at van1 mill)))",),
    "Thanks.": (),
}


class Exact:
    """A scorer who knows what was meant."""

    def score(self, lexicon: Lexicon, plans: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
        runs = executed(lexicon.problem, plans)
        rows = [
            [all(judge_constraint(run, parse_constraint(each)).satisfied for each in MEANINGS[text]) for text in texts]
            for run in runs
        ]
        return np.array(rows, dtype=np.float32)


async def test_each_text_is_asked_of_as_many_plans_that_adhere_as_of_others() -> None:
    texts = [TextAsked("haulage", "1", text, tuple(map(parse_constraint, its))) for text, its in MEANINGS.items()]
    told: list[str] = []
    (asked,) = await ask_plans(texts, (domains_root(),), 1, told.append)
    assert len(told) == 1
    for text in MEANINGS:
        sides = [each.adheres for each in asked.examples if each.text == text]
        assert sides.count(True) == sides.count(False) == (3 if MEANINGS[text] else 0)
    found = judged(Exact(), asked)
    assert found.tolist() == [float(each.adheres) for each in asked.examples]
    (row,) = adherence_rows([asked], [found], (0.3, 0.7))
    assert (row.domain, row.texts, row.examples) == ("haulage", 2, 12)
    assert (row.accuracy, row.calibration_error, row.outside, row.right_outside) == (1.0, 0.0, 1.0, 1.0)


def labelled(domain: str, sides: Sequence[bool]) -> AskedPlans:
    examples = tuple(Example(0, f"text {number}", side, "always") for number, side in enumerate(sides))
    return AskedPlans(load_folder(domain), "1", ("",), examples)


def test_the_band_keeps_its_promise_in_the_worst_domain() -> None:
    right = labelled("haulage", [True, False] * 50)
    # Of these every tenth is wrong at 0.8 and 0.2, all others are right at 0.95 and 0.05.
    worse = labelled("waterway", [True, False] * 50)
    sure = np.array([0.95, 0.05] * 50, dtype=np.float32)
    doubtful = sure.copy()
    doubtful[::10], doubtful[1::10] = 0.2, 0.8
    assert fitted_band([right], [sure]) == (0.5, 0.5)
    low, high = fitted_band([right, worse], [sure, doubtful])
    assert 0.05 < low <= 0.2
    assert 0.8 <= high < 0.95
    rows = adherence_rows([right, worse], [sure, doubtful], (low, high))
    assert [row.domain for row in rows] == ["haulage", "waterway", "all"]
    assert [row.right_outside for row in rows] == [1.0, 1.0, 1.0]
    assert rows[1].outside == 0.8
