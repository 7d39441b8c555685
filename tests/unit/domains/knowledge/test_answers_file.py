from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.contracts.refinement.knowledge import KnownProblem
from plancritic.domains.knowledge import KeptAnswer, read_answers, with_answers, write_answers

PICK_RED, PICK_BLUE = ("pick", "red"), ("pick", "blue")
PROBLEMS = (KnownProblem(text="(one)"), KnownProblem(text="(two)", refused=((PICK_BLUE,),)))
ANSWERS = (KeptAnswer(1, (PICK_RED, PICK_BLUE), 1), KeptAnswer(0, (PICK_RED,), 1), KeptAnswer(1, (PICK_BLUE,), 0))


def test_answers_are_the_same_after_they_were_kept(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    write_answers(file, ANSWERS[:1], PROBLEMS)
    write_answers(file, ANSWERS, PROBLEMS)
    assert read_answers(file, PROBLEMS) == ANSWERS
    assert [each.name for each in tmp_path.iterdir()] == ["answers.yaml"]


def test_an_answer_allows_the_steps_that_can_be_taken_and_refuses_the_next_one() -> None:
    one, two = with_answers(PROBLEMS, ANSWERS)
    assert (one.allowed, one.refused) == (((PICK_RED,),), ())
    assert two.allowed == ((PICK_RED,),)
    assert two.refused == ((PICK_BLUE,), (PICK_RED, PICK_BLUE)), "what is known twice stands once"


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (("problem: 2", "problem: 3"), "one of 1 to 2 expected, found 3"),
        (("taken: 1", "taken: 7"), "a number from 0 to 2 expected, found 7"),
        (("(pick red) (pick blue)", "pick red"), "steps such as"),
        (("(pick red) (pick blue)", "''"), "no step"),
        (("taken: 1", "sure: 1"), "taken"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, change: tuple[str, str], part: str) -> None:
    file = tmp_path / "answers.yaml"
    write_answers(file, ANSWERS[:1], PROBLEMS)
    file.write_text(file.read_text().replace(*change))
    with pytest.raises(ContractError) as refused:
        read_answers(file, PROBLEMS)
    assert part in refused.value.fault.message
    assert (refused.value.fault.file, refused.value.fault.line) == (str(file), 3)


def test_an_answer_about_a_problem_that_has_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    write_answers(file, ANSWERS[:1], PROBLEMS)
    with pytest.raises(ContractError, match="about another problem"):
        read_answers(file, (PROBLEMS[0], KnownProblem(text="(three)")))
