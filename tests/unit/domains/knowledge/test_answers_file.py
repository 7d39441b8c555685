from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.domains.knowledge import (
    KeptAnswer,
    conflict_of,
    declared_steps,
    read_answers,
    with_answers,
    write_answers,
)

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


def test_what_nobody_knows_and_what_was_taken_back_is_kept_and_tells_nothing_more(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    answers = (KeptAnswer(0, (PICK_RED,), None), KeptAnswer(0, (PICK_BLUE,), 0, is_withdrawn=True))
    write_answers(file, answers, PROBLEMS)
    assert read_answers(file, PROBLEMS) == answers
    one, two = with_answers(PROBLEMS, answers)
    assert one == KnownProblem(text="(one)", unknown=((PICK_RED,),))
    assert two == PROBLEMS[1]
    file.write_text(file.read_text().replace("withdrawn: true", "withdrawn: perhaps"))
    with pytest.raises(ContractError, match="answer 2: withdrawn: true or false expected, found 'perhaps'"):
        read_answers(file, PROBLEMS)


def test_answers_that_may_be_wrong_may_contradict_each_other_but_no_plan(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    answers = (KeptAnswer(0, (PICK_RED,), 1), KeptAnswer(0, (PICK_RED,), 0))
    write_answers(file, answers, PROBLEMS)
    assert read_answers(file, PROBLEMS, may_be_wrong=True) == answers
    planned = (KnownProblem(text="(one)", plans=((PICK_RED,),)), PROBLEMS[1])
    with pytest.raises(ContractError, match="answer 2 contradicts what is known of problem 1: a plan that works"):
        read_answers(file, planned, may_be_wrong=True)


def test_an_answer_about_a_problem_that_has_changed_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    write_answers(file, ANSWERS[:1], PROBLEMS)
    with pytest.raises(ContractError, match="about another problem"):
        read_answers(file, (PROBLEMS[0], KnownProblem(text="(three)")))


@pytest.mark.parametrize(
    ("known", "answer", "part"),
    [
        (KnownProblem(text="(p)", plans=((PICK_RED, PICK_BLUE),)), KeptAnswer(0, (PICK_RED,), 0), "a plan that works"),
        (KnownProblem(text="(p)", allowed=((PICK_RED, PICK_BLUE),)), KeptAnswer(0, (PICK_RED,), 0), "can be taken"),
        (KnownProblem(text="(p)", refused=((PICK_RED, PICK_BLUE),)), KeptAnswer(0, (PICK_RED,), 0), "an answer"),
        (KnownProblem(text="(p)", refused=((PICK_RED,),)), KeptAnswer(0, (PICK_RED, PICK_BLUE), 1), "refused already"),
        (KnownProblem(text="(p)", refused=((PICK_RED,),)), KeptAnswer(0, (PICK_RED, PICK_BLUE), 2), "refused already"),
        (KnownProblem(text="(p)", refused=((PICK_RED,),)), KeptAnswer(0, (PICK_RED,), 0), None),
        (KnownProblem(text="(p)", plans=((PICK_RED,),)), KeptAnswer(0, (PICK_RED, PICK_BLUE), 1), None),
        (KnownProblem(text="(p)", refused=((PICK_RED, PICK_BLUE),)), KeptAnswer(0, (PICK_RED,), 1), None),
    ],
)
def test_what_an_answer_contradicts_is_said(known: KnownProblem, answer: KeptAnswer, part: str | None) -> None:
    told = conflict_of(known, answer)
    assert told is None if part is None else told is not None and part in told


def test_a_contradiction_names_the_answers_file_and_the_line(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    write_answers(file, (KeptAnswer(0, (PICK_RED,), 1), KeptAnswer(0, (PICK_RED,), 0)), PROBLEMS)
    with pytest.raises(ContractError) as refused:
        read_answers(file, PROBLEMS)
    assert "answer 2 contradicts what is known of problem 1" in refused.value.fault.message
    assert (refused.value.fault.file, refused.value.fault.line) == (str(file), 7)


def test_an_answer_about_steps_that_there_are_not_is_named(tmp_path: Path) -> None:
    description = DomainDescription(
        domain="d",
        types={"ball": "", "box": ""},
        predicates={"(held ?b - ball)": "held"},
        actions={"pick": ActionDescription(layman="Pick.", parameters="?b - ball")},
    )
    text = "(define (problem p) (:domain d) (:objects red - ball blue - box) (:init) (:goal (held red)))"
    file = tmp_path / "answers.yaml"
    problems = (KnownProblem(text=text),)
    write_answers(file, (KeptAnswer(0, (PICK_RED, PICK_BLUE), 1),), problems)
    with pytest.raises(ContractError, match=r"'blue' of .pick blue. is of the type box") as refused:
        read_answers(file, problems, declared_steps(description))
    assert (refused.value.fault.file, refused.value.fault.line) == (str(file), 3)
