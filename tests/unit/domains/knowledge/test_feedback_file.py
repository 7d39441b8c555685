from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.domains.knowledge import declared_steps, read_feedback, read_problem
from plancritic.pddl.language import parse_domain

DECLARED = declared_steps(
    DomainDescription(
        domain="d",
        types={"thing": "", "ball - thing": "", "box": ""},
        predicates={"(held ?b - ball)": "held"},
        actions={
            "Pick": ActionDescription(layman="Pick a ball.", parameters="?b - ball"),
            "store": ActionDescription(layman="Put a thing into a box.", parameters="(?t - thing ?x - box)"),
            "drop": ActionDescription(layman="Drop it."),
        },
    )
)
PROBLEM = "(define (problem p) (:domain d) (:objects red blue - ball crate - box) (:init) (:goal (held red)))"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "one.pddl").write_text(PROBLEM)
    (tmp_path / "one.plan").write_text("; found by hand\n(PICK red)\n")
    (tmp_path / "one.2.plan").write_text("1.000: (pick red) [1]\n0.000: (pick blue) [1]\n")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    file = folder / "feedback.yaml"
    file.write_text(text)
    return file


def fault_of(place: Path) -> Fault:
    with pytest.raises(ContractError) as refused:
        read_feedback(place, DECLARED)
    return refused.value.fault


def test_a_file_names_plans_and_has_landmarks_and_answers(folder: Path) -> None:
    file = written(
        folder,
        "problems:\n- problem: one.pddl\n  plans: [one.plan, (pick blue) (pick red)]\n"
        "  landmarks: [(pick red), (pick blue) (pick red)]\n  allowed: [(Pick  blue)]\n  refused: [(drop red)]\n",
    )
    (known,) = read_feedback(file, DECLARED)
    assert known.text == PROBLEM
    assert known.plans == ((("pick", "red"),), (("pick", "blue"), ("pick", "red")))
    assert known.landmarks == ((("pick", "red"),), (("pick", "blue"), ("pick", "red")))
    assert (known.allowed, known.refused) == (((("pick", "blue"),),), ((("drop", "red"),),))


def test_a_folder_without_the_file_pairs_problems_and_plans_by_their_names(folder: Path) -> None:
    (known,) = read_feedback(folder, DECLARED)
    assert known.plans == ((("pick", "red"),), (("pick", "blue"), ("pick", "red"))), "in the order of their times"


def test_the_file_of_a_folder_counts(folder: Path) -> None:
    written(folder, "problems: [{problem: one.pddl}]")
    (known,) = read_feedback(folder, DECLARED)
    assert known.plans == ()


@pytest.mark.parametrize(
    ("text", "part", "line"),
    [
        ("problem: one.pddl\n", "a list `problems`", 1),
        ("problems:\n- plans: [one.plan]\n", "problem 1: `problem` is missing", 2),
        ("problems:\n- problem: one.pddl\n  plan: one.plan\n", "unknown key 'plan'", 3),
        ("problems:\n- problem: one.pddl\n  plans: one.plan\n", "plans: a list of texts", 3),
        ("problems:\n- problem: one.pddl\n  refused:\n  - (pick red)\n  - pick red\n", "steps such as", 5),
        (
            "problems:\n- problem: one.pddl\n  refused:\n  - (pick green)\n",
            "'green' of (pick green) is not an object",
            4,
        ),
        ("problems:\n- problem: one.pddl\n  refused: [[]]\n", "refused: a list of texts", 3),
        ("problems:\n- problem: one.pddl\n  allowed:\n  - (pick red)\n  - ''\n", "allowed: no step", 5),
        ("problems:\n- problem: one.pddl\n  allowed:\n  - (fly red)\n", "the description has no action 'fly'", 4),
        ("problems:\n- problem: one.pddl\n  plans:\n  - (pick red)\n  - (pick crate)\n", "of the type box", 5),
        ("problems:\n- problem: one.pddl\n  landmarks:\n  - (store red)\n", "(store red) has 1 object,", 4),
        ("problems: [", "not YAML", None),
    ],
)
def test_what_is_wrong_in_the_file_is_named_with_its_line(folder: Path, text: str, part: str, line: int | None) -> None:
    file = written(folder, text)
    fault = fault_of(file)
    assert part in fault.message
    assert fault.file == str(file)
    assert line is None or fault.line == line
    assert fault.remedy


@pytest.mark.parametrize(
    ("name", "content", "part", "line"),
    [
        ("one.pddl", PROBLEM.replace("(held red)", "\n(holds red)"), "holds", 2),
        ("one.plan", "(pick red)\npick blue\n", "expected a step", 2),
        (
            "one.plan",
            "(pick red)\n(store crate red)\n",
            "'crate' of (store crate red) is of the type box, and the description has (store ?t - thing ?x - box)",
            2,
        ),
        ("one.plan", "(picks red)\n", "the description has no action 'picks' as in (picks red)", 1),
        ("one.plan", "; a comment\n\n(pick red)\n(pick green)\n", "'green' of (pick green) is not an object", 4),
        ("one.plan", "; nothing yet\n", "the plan has no steps", None),
    ],
)
def test_what_is_wrong_in_another_file_is_named_there(
    folder: Path, name: str, content: str, part: str, line: int | None
) -> None:
    (folder / name).write_text(content)
    fault = fault_of(folder)
    assert part in fault.message
    assert (fault.file, fault.line) == (str(folder / name), line)


def test_what_is_missing_is_named_with_a_remedy(tmp_path: Path) -> None:
    assert "neither" in fault_of(tmp_path).message
    assert fault_of(tmp_path / "nowhere.yaml").file == str(tmp_path / "nowhere.yaml")
    with pytest.raises(ContractError) as refused:
        read_problem(tmp_path / "nowhere.pddl", [], DECLARED)
    assert refused.value.fault.remedy == "name a problem's PDDL file"


def test_a_step_may_have_objects_below_the_prescribed_type_and_any_where_none_is_prescribed(folder: Path) -> None:
    (folder / "one.plan").write_text("(store red crate)\n(drop)\n(drop crate red)\n")
    (known,) = read_feedback(folder, DECLARED)
    assert known.plans[0] == (("store", "red", "crate"), ("drop",), ("drop", "crate", "red"))


def test_a_plan_without_its_problem_is_named(folder: Path) -> None:
    (folder / "p9.plan").write_text("(pick red)\n")
    fault = fault_of(folder)
    assert "the problem of this plan is not in the folder" in fault.message
    assert fault.file == str(folder / "p9.plan")
    assert fault.remedy is not None
    assert "p9.pddl" in fault.remedy


def test_a_plan_counts_for_one_problem_alone(folder: Path) -> None:
    (folder / "one.2.pddl").write_text(PROBLEM)
    second, first = read_feedback(folder, DECLARED)
    assert (len(first.plans), len(second.plans)) == (1, 1)


def test_plans_with_durations_keep_their_times_where_actions_take_time(folder: Path) -> None:
    taking_time = DomainDescription(
        domain="d",
        types={"thing": "", "ball - thing": "", "box": ""},
        predicates={"(held ?b - ball)": "held"},
        functions={"(weight ?b - ball)": "its weight in kilograms"},
        actions={"pick": ActionDescription(layman="Pick a ball.", parameters="?b - ball", duration="one minute")},
    )
    (folder / "one.pddl").write_text(PROBLEM.replace("(:init)", "(:init (= (weight red) 2))"))
    read = read_problem(folder / "one.pddl", [folder / "one.plan", folder / "one.2.plan"], declared_steps(taking_time))
    assert read.plans == ((("pick", "red"),),)
    assert read.timed_plans == ("0.000: (pick blue) [1.000]\n1.000: (pick red) [1.000]\n",)


def test_numbers_that_only_the_domain_to_be_repaired_has_are_known(folder: Path) -> None:
    start = parse_domain(
        "(define (domain d) (:requirements :typing :durative-actions :numeric-fluents) (:types ball - thing thing box)"
        "(:predicates (held ?b - ball)) (:functions (weight ?b - ball)) (:durative-action pick :parameters (?b - ball)"
        " :duration (= ?duration (weight ?b)) :condition (and) :effect (at end (held ?b))))"
    )
    description = DomainDescription(
        domain="d",
        types={"thing": "", "ball - thing": "", "box": ""},
        predicates={"(held ?b - ball)": "held"},
        actions={"pick": ActionDescription(layman="Pick a ball.", parameters="?b - ball")},
    )
    (folder / "one.pddl").write_text(PROBLEM.replace("(:init)", "(:init (= (weight red) 2))"))
    read = read_problem(folder / "one.pddl", [folder / "one.2.plan"], declared_steps(description, start))
    assert len(read.timed_plans) == 1
    without = description.model_copy(update={"types": {"thing": "", "box": ""}, "predicates": {"(held ?b - box)": ""}})
    unknown = without.model_copy(update={"actions": {"pick": ActionDescription(layman="Pick.")}})
    with pytest.raises(ContractError) as refused:
        declared_steps(unknown, start)
    assert "declare its types" in (refused.value.fault.remedy or "")
