"""What only planning shows; the planner is Kairos itself, the judges are those of this process."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.unit.domains.examination.conftest import Folder

from plancritic.domains import Severity

SECONDS = 3.0


@pytest.fixture
def folder(with_model: Callable[..., Folder]) -> Folder:
    return with_model()


def archetype(name: str, constraint: str) -> str:
    return f'- {{name: {name}, meaning: m, ground_truth: {{"1": ["{constraint}"]}}}}\n'


def test_a_folder_whose_problems_and_archetypes_can_be_planned_has_no_complaint(folder: Folder) -> None:
    assert folder.complaints(SECONDS) == ()


def test_a_problem_that_has_no_plan_is_an_error(folder: Folder) -> None:
    for road in ("(road hospital school)", "(road market school)"):
        folder.edit("problems/1.pddl", f"{road} ", "")

    complaint = next(each for each in folder.complaints(SECONDS) if each.kind == "unsolvable")

    assert complaint.severity is Severity.ERROR
    assert complaint.file == "problems/1.pddl"


def test_a_problem_that_takes_too_long_is_a_warning(folder: Folder) -> None:
    complaint = next(each for each in folder.complaints(0.0001) if each.kind == "no_plan")

    assert complaint.severity is Severity.WARNING
    assert "timed out" in complaint.message


def test_an_archetype_that_no_plan_can_follow_is_an_error_in_its_line(folder: Folder) -> None:
    folder.write("archetypes.yaml", archetype("never_at_school", "(always (not (at van1 school)))"))

    complaint = next(each for each in folder.complaints(SECONDS) if each.kind == "impossible_archetype")

    assert complaint.severity is Severity.ERROR
    assert (complaint.file, complaint.line) == ("archetypes.yaml", 1)


def test_an_archetype_that_every_plan_follows_is_a_warning(folder: Folder) -> None:
    wishes = [
        archetype("van_home", "(at end (at van1 depot))"),
        archetype("driver_out", "(at end (vacant van1))"),
        archetype("other_driver", "(sometime (drives driver2 van1))"),
        # Its parcel has to get there: there is no plan without it.
        archetype("at_school", "(sometime (at van1 school))"),
    ]
    folder.write("archetypes.yaml", "".join(wishes))

    found = [each for each in folder.complaints(SECONDS) if each.kind == "empty_archetype"]

    assert [each.severity for each in found] == [Severity.WARNING]
    assert "'at_school'" in found[0].message
    assert found[0].line == 4


def test_an_archetype_that_the_plans_at_hand_follow_by_chance_is_no_complaint(folder: Folder) -> None:
    wishes = [
        archetype("van_home", "(at end (at van1 depot))"),
        archetype("driver_out", "(at end (vacant van1))"),
        archetype("by_the_market", "(sometime-before (at van1 school) (at van1 market))"),
        # Every plan made for the others starts with driver 1, though none has to.
        archetype("driver_one", "(sometime (drives driver1 van1))"),
    ]
    folder.write("archetypes.yaml", "".join(wishes))

    assert {each.kind for each in folder.complaints(SECONDS)} == {"other_bundle"}
