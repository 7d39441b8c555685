"""ARCHITECTURE.md draws what the table of subjects says, and names folders that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plancritic.contracts.subjects import NEWEST, SUBJECTS

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = (CHECKOUT / "ARCHITECTURE.md").read_text(encoding="utf-8")
ROWS = {row.name: row for row in NEWEST}
ARROW = re.compile(r"^\s*(\w+)->>(\w+): (\S+)$", re.MULTILINE)
ARROWS = ARROW.findall(PAGE)


def wrong_arrows(page: str) -> list[tuple[str, str, str]]:
    """Return the arrows of a page's diagrams whose subject no row has, or has from or to somebody else."""
    return [
        (sender, receiver, name)
        for sender, receiver, name in ARROW.findall(page)
        if name not in ROWS or sender not in ROWS[name].publishers or receiver not in ROWS[name].consumers
    ]


def test_every_arrow_is_a_row_of_the_table_of_subjects() -> None:
    assert len(ARROWS) > 20
    assert wrong_arrows(PAGE) == []


@pytest.mark.parametrize(
    "arrow",
    ["client->>planner: event.feedback.submitted", "planner->>coordinator: event.plan.revised", "a->>b: event.no.such"],
)
def test_an_arrow_that_the_table_does_not_have_is_found(arrow: str) -> None:
    assert wrong_arrows(arrow) == [ARROW.findall(arrow)[0]]


def test_every_job_of_the_diagram_is_answered_by_its_result() -> None:
    """A job's arrow is followed by the arrow of its result, the other way round."""
    for (sender, receiver, name), following in zip(ARROWS, [*ARROWS[1:], None], strict=True):
        result = ROWS[name].result
        if result is not None:
            assert following == (receiver, sender, result.name)


def test_every_subject_that_the_prose_names_is_in_the_table() -> None:
    named = re.findall(r"`((?:event|job|result|ask)\.[\w.]+)`", PAGE)
    assert named
    assert set(named) <= {row.name for row in SUBJECTS}


def test_every_service_is_in_the_picture_of_the_parts() -> None:
    picture = re.search(r"flowchart LR\n(.*?)```", PAGE, re.DOTALL)
    assert picture is not None
    services = {name for row in SUBJECTS for name in (*row.publishers, *row.consumers)} - {"client"}
    assert {name for name in services if re.search(rf"\b{name}\b", picture[1]) is None} == set()


def test_every_folder_of_the_table_of_phases_exists() -> None:
    roots = (CHECKOUT / "libs/plancritic", CHECKOUT / "services/plancritic")
    table = re.search(r"^\| phase .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    assert table is not None
    named = set(re.findall(r"`([\w/]+)`", table[0]))
    assert {name for name in named if not any((root / name).is_dir() for root in roots)} == set()


def test_the_map_has_every_room_once_and_no_other() -> None:
    tables = re.findall(r"^\| room .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    firsts = [cell for table in tables for cell in re.findall(r"^\|([^|]*)\|", table, re.MULTILINE)]
    named = [name for cell in firsts for name in re.findall(r"`(\w+)`", cell)]
    folders = [each for root in ("libs", "services") for each in (CHECKOUT / root / "plancritic").iterdir()]
    assert sorted(named) == sorted(each.name for each in folders if (each / "__init__.py").is_file())
