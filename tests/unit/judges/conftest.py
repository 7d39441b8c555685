"""The courier's letter: a plan to judge."""

from pathlib import Path

import pytest

from plancritic.judges import JudgeRequest

CASES = Path(__file__).parents[2] / "cases" / "courier"


@pytest.fixture
def letter() -> JudgeRequest:
    """A request about a plan that solves its problem."""
    domain, problem, plan = ((CASES / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))
    return JudgeRequest(domain, problem, plan)
