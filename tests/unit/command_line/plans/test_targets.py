from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.plans.targets import Files, Named, ProblemOfDomain, read_target


def test_runs_sessions_problems_and_files_are_told_apart() -> None:
    assert read_target(["3f9a12cd"], None, "1") == Named("3f9a12cd")
    assert read_target(["waterway/2"], None, "1") == ProblemOfDomain("waterway", "2")
    assert read_target([], "waterway", "3") == ProblemOfDomain("waterway", "3")
    assert read_target(["d.pddl", "p.pddl"], None, "1") == Files(Path("d.pddl"), Path("p.pddl"))
    assert read_target(["d", "p", "x.plan"], None, "1", Path("c")) == Files(
        Path("d"), Path("p"), Path("x.plan"), Path("c")
    )


@pytest.mark.parametrize(
    ("words", "domain", "constraints"),
    [
        ([], None, None),
        (["run"], "waterway", None),
        (["a", "b", "c", "d"], None, None),
        (["domain.pddl"], None, None),
        (["waterway/1"], None, Path("c")),
    ],
)
def test_anything_else_is_refused_with_what_can_be_named(
    words: list[str], domain: str | None, constraints: Path | None
) -> None:
    with pytest.raises(CommandFault) as caught:
        read_target(words, domain, "1", constraints)
    assert caught.value.fault.remedy
