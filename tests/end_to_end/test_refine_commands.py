"""`plancritic domain refine` and `domain make`: from a wrong sentence, or a wrong domain, to one to plan with."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.descriptions import CASES
from tests.support.program import PROGRAM, program_environment
from tests.support.refining import NARROW, PROBLEM, tower
from tests.support.stack import whole_system

from plancritic.laboratory.refinement.benchmark import benchmark_domains

CASE = CASES / "wrong-sentence"
RECORDED = ("--recorded", str(CASE / "recordings" / "detailed"))
#: The pile is undone before what it stood on is taken: the domain made of the wrong sentence knows a shorter way.
RIGHT = """(remove-from-shelf book3 book1)
(place-on-table book3)
(take-from-table book2)
(place-on-shelf book2 book3 fiction)
(take-from-table book1)
(place-on-shelf book1 book2 fiction)
(take-from-table book4)
(check-out book4)
"""

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def environment() -> Iterator[dict[str, str]]:
    with whole_system({"schema_library": 1, "refiner": 2}) as stack:
        yield {
            **program_environment(),
            "PLANCRITIC_NATS_URL": stack.url,
            "PLANCRITIC_NAMESPACE": stack.settings.namespace,
        }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "problem.pddl").write_text((CASE / "problem.pddl").read_text(encoding="utf-8"))
    (tmp_path / "right.plan").write_text(RIGHT)
    (tmp_path / "feedback.yaml").write_text(
        "problems:\n- problem: problem.pddl\n  plans: [right.plan]\n  landmarks: [(remove-from-shelf book3 book1)]\n"
    )
    blocks = tmp_path / "blocks"
    blocks.mkdir()
    # As the benchmark has it.
    description = Path(
        CASES.parents[2], "services/plancritic/laboratory/refinement/benchmark/domains/blocks/description.yaml"
    )
    (blocks / "description.yaml").write_text(description.read_text(encoding="utf-8"))
    (blocks / "start.pddl").write_text(NARROW)
    (blocks / "two.pddl").write_text(PROBLEM)
    (blocks / "two.plan").write_text("(pick-up a)\n(stack a b)\n")
    return tmp_path


def plancritic(folder: Path, environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: TID251 - a program that ends by itself, under a limit
        [PROGRAM, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_a_wrong_sentence_is_repaired_by_a_landmark_and_planned_with_in_one_command(
    folder: Path, environment: dict[str, str]
) -> None:
    described = ("domain", "make", str(CASE / "description.yaml"), *RECORDED)
    made = plancritic(
        # Left to choose, it would take the other interpretation, which the landmark does not speak against.
        *(folder, environment, *described, "--feedback", "feedback.yaml", "--choice", "2", "--out", "mended"),
        *("--submit", "Book 4 must be checked out.", "--json"),
    )
    assert made.stdout, made.stderr
    told = json.loads(made.stdout)
    assert len(told["interpretation"]["plan"].splitlines()) == 6
    assert told["refinement"]["left"] == []
    assert any("take-from-table" in each and "(accessible ?book)" in each for each in told["refinement"]["changes"])
    assert "(remove-from-shelf book3 book1)" in told["result"]["plan"], "what was repaired is planned with"
    assert (folder / "mended" / "context.yaml").is_file()

    again = plancritic(folder, environment, *described, "--feedback", "feedback.yaml", "--out", "mended")
    assert again.returncode == 2
    assert "something is already there" in again.stderr


def test_what_is_known_decides_between_interpretations_and_it_is_said_which_was_taken_and_why(
    folder: Path, environment: dict[str, str]
) -> None:
    case = CASES / "narrow-sentence"
    recorded = ("--recorded", str(case / "recordings" / "detailed"))
    known = ("--feedback", str(case / "known"))
    made = plancritic(
        *(folder, environment, "domain", "make", str(case / "description.yaml"), *recorded, *known, "--out", "made")
    )
    assert made.returncode == 0, made.stderr
    assert "1 of 2 interpretations and 3 of 4 sets of schemas contradict what is known (2 facts)" in made.stdout
    assert "Interpretation 1 is the best of 2 that were refined: plan of 4 steps" in made.stdout
    assert "  - interpretation 2: 0 complaints left, 1 change" in made.stdout
    assert "  - The action place-on-shelf is possible only if book 2 lies on the table." in made.stdout
    domain = (folder / "made" / "domain.pddl").read_text()
    assert "(hands-free)" in domain.split("(:action return-book")[1].split(":effect")[0], "the hidden set was taken"

    built = plancritic(
        folder, environment, "schema", "build", "--description", str(case / "description.yaml"), *recorded, *known
    )
    assert built.returncode == 0, built.stderr
    assert "1 of these sets agrees best with what is known" in built.stdout
    assert "Known facts against it:" in built.stdout
    assert "(on-table book2) does not hold" in built.stdout

    # Of the sets that one plan hides the refused step is not told: the first question asks for it.
    plan = ("--problem", str(case / "known" / "tower.pddl"), "--plan", str(case / "known" / "tower.plan"))
    made = plancritic(
        folder,
        environment,
        *(
            "domain",
            "make",
            str(case / "description.yaml"),
            *recorded,
            *plan,
            "--no-filter",
            "--out",
            "unsure",
            "--json",
        ),
    )
    told = json.loads(made.stdout)
    assert [each["interpretation"] for each in told["starts"]] == [1, 1, 2, 2]
    assert told["known"]["contradicting"] == 1
    assert len(told["refinement"]["starts"]) == 3
    assert told["refinement"]["start"] == 0
    assert told["refinement"]["questions"][0]["steps"] == [["take-from-table", "book2"], ["return-book", "book4"]]
    problems = [(folder / "unsure" / "problems" / f"{number}.pddl").read_text() for number in (1, 2)]
    assert problems == [(case / name).read_text() for name in ("problem.pddl", "known/tower.pddl")]

    # Without a problem of its own the description has the first one that is given.
    (folder / "words").mkdir()
    (folder / "words" / "alone.yaml").write_text((case / "description.yaml").read_text())
    made = plancritic(folder, environment, "domain", "make", "words/alone.yaml", *recorded, *plan, "--out", "alone")
    assert made.returncode == 0, made.stderr
    assert [path.name for path in (folder / "alone" / "problems").iterdir()] == ["1.pddl"]
    assert (folder / "alone" / "problems" / "1.pddl").read_text() == (case / "known" / "tower.pddl").read_text()


def test_without_feedback_the_domain_is_made_and_it_says_not_refined_and_why(
    folder: Path, environment: dict[str, str]
) -> None:
    made = plancritic(
        folder, environment, "domain", "make", str(CASE / "description.yaml"), *RECORDED, "--out", "as-described"
    )
    assert made.returncode == 0, made.stderr
    assert "Not refined: no feedback plans were given" in made.stdout
    assert (folder / "as-described" / "domain.pddl").is_file()


def test_a_made_domain_takes_no_name_from_a_shipped_one_unless_that_is_said(
    folder: Path, environment: dict[str, str]
) -> None:
    described = ("domain", "make", str(CASE / "description.yaml"), *RECORDED)
    made = plancritic(
        *(folder, environment, *described, "--out", "haulage"),
        *("--submit", "Book 4 must be checked out.", "--json"),
    )
    assert made.returncode == 2, made.stderr
    fault = json.loads(made.stdout)["fault"]
    assert (fault["code"], "'haulage'" in fault["message"]) == ("name_in_use", True)
    assert (folder / "haulage" / "domain.pddl").is_file(), "what was made is kept"

    again = plancritic(folder, environment, "domain", "publish", "./haulage")
    assert again.returncode == 2
    assert "plancritic domain publish --replace" in again.stderr
    # Said explicitly, it is done; then the shipped one comes back by its name.
    for arguments in (("--replace", "./haulage"), ("haulage",)):
        assert plancritic(folder, environment, "domain", "publish", *arguments).returncode == 0


def test_feedback_in_other_names_than_the_library_chose_is_refused(folder: Path, environment: dict[str, str]) -> None:
    (folder / "right.plan").write_text(RIGHT.replace("(check-out book4)", "(check-out book4 fiction)"))
    made = plancritic(
        *(folder, environment, "domain", "make", str(CASE / "description.yaml"), *RECORDED),
        *("--problem", "problem.pddl", "--plan", "right.plan", "--out", "other", "--json"),
    )
    assert made.returncode == 2, made.stderr
    fault = json.loads(made.stdout)["fault"]
    assert fault["code"] == "unknown_name"
    assert "(check-out book4 fiction) has 2 objects" in fault["message"]
    assert not (folder / "other").exists()


def test_a_domain_is_repaired_and_says_what_changed(folder: Path, environment: dict[str, str]) -> None:
    refined = plancritic(
        *(folder / "blocks", environment, "domain", "refine", "description.yaml", "--domain", "start.pddl"),
        *("--problem", "two.pddl", "--plan", "two.plan", "--out", "better.pddl"),
    )
    assert refined.returncode == 0, refined.stderr + refined.stdout
    assert "Changed:" in refined.stdout
    assert "candidate 1" in refined.stderr, "progress is told beside the result"
    better = (folder / "blocks" / "better.pddl").read_text()
    assert better != NARROW
    assert "(:action stack" in better


def test_a_refinement_and_a_modelling_run_are_known_to_status_show_and_cancel(
    folder: Path, environment: dict[str, str]
) -> None:
    refined = plancritic(
        *(folder / "blocks", environment, "domain", "refine", "description.yaml", "--domain", "start.pddl"),
        *("--problem", "two.pddl", "--plan", "two.plan"),
    )
    refinement = refined.stderr.split("refinement ", 1)[1].split()[0]
    described = ("--description", str(CASE / "description.yaml"), *RECORDED)
    modelled = plancritic(folder, environment, "schema", "build", *described)
    assert modelled.returncode == 0, modelled.stderr

    found = json.loads(plancritic(folder, environment, "status", "--json").stdout)["runs"]
    known = {each["kind"]: each for each in reversed(found)}
    assert known["refinement"]["run"] == refinement
    assert {kind: (each["state"], each["domain"]) for kind, each in known.items() if kind != "feedback"} == {
        "refinement": ("ended", "blocks"),
        "modelling": ("ended", "libraryworld"),
    }
    listed = plancritic(folder, environment, "status").stdout
    assert "(repair of a" in listed
    assert "(models of a" in listed

    shown = plancritic(folder, environment, "show", refinement[:10], "-v")
    assert shown.returncode == 0, shown.stderr
    assert "Changed:" in shown.stdout
    assert "(:action stack" in shown.stdout
    shown = plancritic(folder, environment, "show", known["modelling"]["run"][:10])
    assert shown.stdout == modelled.stdout
    ended = json.loads(plancritic(folder, environment, "show", refinement, "--json").stdout)
    assert (ended["kind"], ended["envelope"]["correlation_id"]) == ("domain_refined", refinement)

    cancelled = plancritic(folder, environment, "cancel", refinement[:10])
    assert (cancelled.returncode, "nothing was cancelled" in cancelled.stdout) == (1, True), cancelled.stderr
    no_plan = plancritic(folder, environment, "status", "--plan", refinement[:10])
    assert (no_plan.returncode, "it has no revised plan" in no_plan.stderr) == (2, True)


def test_a_refinement_is_cancelled_from_another_terminal(folder: Path, environment: dict[str, str]) -> None:
    # K* spends its whole limit on each tower, for every candidate.
    towers: list[str] = []
    for height in range(55, 61):
        text, plan = tower(height)
        (folder / "blocks" / f"{height}.pddl").write_text(text)
        (folder / "blocks" / f"{height}.plan").write_text("\n".join(f"({' '.join(step)})" for step in plan))
        towers += ["--problem", f"{height}.pddl", "--plan", f"{height}.plan"]
    command = (PROGRAM, "domain", "refine", "description.yaml", "--domain", "start.pddl", "--json", *towers)
    with subprocess.Popen(
        command, cwd=folder / "blocks", env=environment, stdout=subprocess.PIPE, text=True
    ) as refining:
        try:
            run = under_way(folder, environment)
            shown = plancritic(folder, environment, "show", run[:12])
            assert (shown.returncode, "has not ended" in shown.stderr) == (1, True)
            cancelled = plancritic(folder, environment, "cancel", run[:12])
            assert (cancelled.returncode, cancelled.stdout) == (0, f"run {run} is cancelled\n"), cancelled.stderr
            told, _ = refining.communicate(timeout=30)
        finally:
            refining.kill()
    assert (refining.returncode, json.loads(told)["fault"]["code"]) == (1, "cancelled")
    shown = plancritic(folder, environment, "show", run[:12])
    assert (shown.returncode, f"run {run} was cancelled" in shown.stderr) == (2, True)


def under_way(folder: Path, environment: dict[str, str]) -> str:
    """Return the refinement that waits or is under way, once there is one."""
    over = time.monotonic() + 30
    while time.monotonic() < over:
        found = json.loads(plancritic(folder, environment, "status", "--json").stdout)["runs"]
        for each in found:
            if each["kind"] == "refinement" and each["state"] in ("waiting", "running"):
                return str(each["run"])
    raise AssertionError("no refinement is under way")


def test_kept_answers_are_knowledge_of_the_next_refinement(folder: Path, environment: dict[str, str]) -> None:
    blocks = folder / "blocks"
    wide = benchmark_domains()["blocks"].text.replace(
        "(clear ?x) (on-table ?x) (hand-empty)", "(clear ?x) (on-table ?x)"
    )
    (blocks / "wide.pddl").write_text(wide)
    (blocks / "feedback.yaml").write_text(
        "problems:\n- problem: two.pddl\n  plans: [two.plan]\n  refused: [(pick-up a) (pick-up b)]\n"
    )
    common = ("domain", "refine", "description.yaml", "--domain", "wide.pddl", "--json")
    unaware = plancritic(blocks, environment, *common, "--problem", "two.pddl", "--plan", "two.plan")
    aware = plancritic(blocks, environment, *common, "--feedback", "feedback.yaml")
    assert unaware.returncode == aware.returncode == 0, aware.stderr
    before, after = json.loads(unaware.stdout), json.loads(aware.stdout)
    assert any("pick-up" in each for each in after["changes"])
    assert before["domain"] != after["domain"]


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (("refine", "missing.yaml", "--domain", "start.pddl"), 2, "missing.yaml"),
        (("refine", "description.yaml", "--domain", "missing.pddl"), 2, "there is no domain file"),
        (("refine", "description.yaml", "--domain", "two.pddl"), 2, "two.pddl:1:"),
        (("refine", "description.yaml", "--domain", "start.pddl", "--plan", "two.plan"), 2, "1 plans for 0 problems"),
        (("refine", "description.yaml", "--domain", "start.pddl", "--feedback", "no.yaml"), 2, "no.yaml"),
        (
            ("refine", "description.yaml", "--domain", "start.pddl", "--problem", "two.pddl", "--out", "start.pddl"),
            2,
            "is already there",
        ),
        (("make", "description.yaml", "--recorded", "nowhere", "--out", "x"), 2, "cannot be read"),
    ],
)
def test_bad_input_is_one_message_with_a_remedy(
    folder: Path, environment: dict[str, str], arguments: tuple[str, ...], code: int, part: str
) -> None:
    ended = plancritic(folder / "blocks", environment, "domain", *arguments)
    assert ended.returncode == code, ended.stderr
    assert part in ended.stderr
    assert "remedy:" in ended.stderr
    assert "Traceback" not in ended.stderr
