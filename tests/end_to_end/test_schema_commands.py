"""`plancritic schema`: from a description with one wrong sentence to a domain that the main job plans with."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.descriptions import CASES
from tests.support.program import PROGRAM, program_environment
from tests.support.stack import whole_system

DESCRIPTION = CASES / "wrong-sentence" / "description.yaml"
ANSWERS = CASES / "wrong-sentence" / "recordings" / "detailed"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with whole_system({"schema_library": 1}) as stack:
        yield {
            **program_environment(),
            "PLANCRITIC_NATS_URL": stack.url,
            "PLANCRITIC_NAMESPACE": stack.settings.namespace,
        }


def plancritic(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
        [PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_operators_choice_becomes_a_domain_that_the_main_job_plans_with(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    described = ("--description", str(DESCRIPTION), "--recorded", str(ANSWERS))
    shown = plancritic(tmp_path, environment, "schema", "build", *described)
    assert shown.returncode == 0, shown.stderr
    assert "Differs from 1:" in shown.stdout
    assert "The action take-from-table is possible only if nothing lies on the book" in shown.stdout
    assert "combinations" in shown.stderr, "progress is told beside the result"

    built = plancritic(tmp_path, environment, "schema", "build", *described, "--json")
    ended = json.loads(built.stdout)
    lengths = {each["rank"]: len(each["plan"].splitlines()) for each in ended["interpretations"]}
    assert lengths == {1: 6, 2: 8}
    run = ended["envelope"]["correlation_id"]
    seen = plancritic(tmp_path, environment, "schema", "show", run[:10])
    assert "Filter by" in seen.stdout
    assert "similarity" in seen.stdout
    folder = tmp_path / "library"
    chosen = plancritic(tmp_path, environment, "schema", "choose", run[:10], "2", "--out", str(folder))
    assert chosen.returncode == 0, chosen.stderr
    assert "is not accessible" in (folder / "context.yaml").read_text(encoding="utf-8")
    assert "a reader has asked for {0}" in (folder / "context.yaml").read_text(encoding="utf-8")
    published = plancritic(tmp_path, environment, "domain", "publish", str(folder))
    assert published.returncode == 0, published.stderr
    submitted = plancritic(
        tmp_path, environment, "submit", "--domain", "library", "--seed", "1", "--json", "Book 4 must be checked out."
    )
    result = json.loads(submitted.stdout)
    assert "(remove-from-shelf book3 book1)" in result["plan"], "the chosen interpretation is what is planned with"


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("build", "--description", "missing.yaml"), 2, "missing.yaml"),
        (("build", "--description", str(DESCRIPTION), "--recorded", "."), 2, "no answer in this folder"),
        (("build", "--description", str(DESCRIPTION)), 3, "no language model is configured"),
        (("choose", "no-such-run", "1", "--out", "x"), 2, "no-such-run"),
        (("show", "no-such-library"), 2, "no library begins with"),
    ],
)
def test_bad_input_is_one_message_with_a_remedy(
    tmp_path: Path, environment: dict[str, str], arguments: tuple[str, ...], code: int, part: str
) -> None:
    ended = plancritic(tmp_path, environment, "schema", *arguments)
    assert ended.returncode == code, ended.stderr
    assert part in ended.stderr
    assert "remedy:" in ended.stderr
    assert "Traceback" not in ended.stderr
