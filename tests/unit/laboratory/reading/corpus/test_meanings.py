"""Meanings for writers: possible, not idle, told as a table."""

from __future__ import annotations

import re

from plancritic.domains.folder import load_folder
from plancritic.laboratory.reading.corpus.meanings import draw_meanings, plan_pool
from plancritic.laboratory.reading.corpus.sheets import sheet, table
from plancritic.pddl.execution import execute, judge_constraint
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon, constraints_sentence


async def test_meanings_are_met_by_some_plans_and_missed_by_others_and_told_without_sentences() -> None:
    folder = load_folder("haulage")
    lexicon = Lexicon(folder, "1")
    pool = await plan_pool(folder, "1", seed=1)
    trajectories = [execute(lexicon.problem, parse_plan(plan.text)) for plan in pool.plans]
    meanings = draw_meanings(folder, "1", trajectories, 12, seed=1)
    assert len({frozenset(each.constraints) for each in meanings}) == len(meanings) == 12
    assert meanings == draw_meanings(folder, "1", trajectories, 12, seed=1)
    for meaning in meanings:
        answers = {
            all(judge_constraint(trajectory, each).satisfied for each in meaning.constraints)
            for trajectory in trajectories
        }
        assert answers == {True, False}
        rows = table(meaning, lexicon, {})
        assert all(re.fullmatch(r"\| [^|]+ \| [^|]+ \|", row) for row in rows.splitlines())
        assert constraints_sentence(meaning.constraints, lexicon) not in rows
    page = sheet(lexicon, trajectories[0].plan, [("card-1", table(meanings[0], lexicon, {}))], {})
    assert "### card-1" in page
    assert lexicon.name("van1") in page
