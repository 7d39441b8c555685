"""OPTIC's recorded output (tests/cases/optic), replayed by a stand-in executable."""

import asyncio
import stat
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from tests.support.polling import until

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.planning import Cancelled, EngineCrashed, NoPlanFound, SyntaxFault, TimedOut, Unsupported
from plancritic.engines import (
    EngineSettings,
    PlanFound,
    PlanningRequest,
    available_engines,
    create_engine,
    engines_with,
)
from plancritic.engines.planners.optic import OpticEngine

RECORDINGS = Path(__file__).parents[3] / "cases" / "optic"
Courier = Callable[..., PlanningRequest]


@pytest.fixture
def replaying(tmp_path: Path) -> Callable[[str, str], Path]:
    """Makes a stand-in executable that prints a recording of OPTIC and then exits or hangs as it did."""

    def stand_in(recording: str, after: str) -> Path:
        executable = tmp_path / "optic-clp-replaying-a-recording"
        executable.write_text(
            f"#!/bin/sh\ncat '{RECORDINGS / recording}.stdout'\ncat '{RECORDINGS / recording}.stderr' >&2\n{after}\n"
        )
        executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
        return executable

    return stand_in


@pytest.mark.parametrize(
    ("recording", "steps", "first"),
    [
        ("base-first", 15, "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]"),
        ("within", 15, "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]"),
        ("negated-first-argument-ignored", 15, "0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]"),
    ],
)
async def test_the_plan_is_read(
    recording: str, steps: int, first: str, replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    found = await OpticEngine(replaying(recording, "exit 0")).solve(courier())
    assert isinstance(found, PlanFound)
    assert found.plan.count("\n") == steps
    assert found.plan.splitlines()[0] == first


@pytest.mark.parametrize("recording", ["scout-first", "underwater-removed", "satellite-base"])
async def test_every_recorded_plan_is_read(
    recording: str, replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    assert isinstance(await OpticEngine(replaying(recording, "exit 0")).solve(courier()), PlanFound)


async def test_a_plan_printed_before_the_limit_counts_and_the_last_one_is_taken(
    replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    engine = OpticEngine(
        replaying("base-anytime", "echo '; Plan found with metric 1'\necho '0.5: (a b)  [1.0]'\nsleep 60")
    )
    found = await engine.solve(courier(seconds=1.0))
    assert isinstance(found, PlanFound)
    assert found.plan == "0.5: (a b) [1.0]\n"


async def test_a_plan_that_was_being_printed_when_the_limit_came_does_not_count(
    replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    engine = OpticEngine(replaying("base-first", "echo\necho '0.5: (a b)  [1.0]'\nprintf '0.7: (c'\nsleep 60"))
    found = await engine.solve(courier(seconds=1.0, anytime=True))
    assert isinstance(found, PlanFound)
    assert (found.plan.count("\n"), found.complete) == (15, False)


@pytest.mark.parametrize(
    ("anytime", "words"), [(False, "-N domain.pddl problem.pddl"), (True, "domain.pddl problem.pddl")]
)
async def test_only_anytime_search_goes_on_after_the_first_plan(
    anytime: bool, words: str, tmp_path: Path, courier: Courier
) -> None:
    executable = tmp_path / "optic"
    executable.write_text(f'#!/bin/sh\ntest "$*" = "{words}" && echo "0: (a)  [1]"\n')
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    assert isinstance(await OpticEngine(executable).solve(courier(anytime=anytime)), PlanFound)


def _sleeps(seconds: int) -> bool:
    """Whether a stand-in of ours has printed all, and sleeps so long."""
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if child.cmdline() == ["sleep", str(seconds)]:
                return True
    return False


async def test_a_stop_from_outside_keeps_the_last_plan(replaying: Callable[[str, str], Path], courier: Courier) -> None:
    stop = asyncio.Event()
    engine = OpticEngine(replaying("base-anytime", "sleep 613"))
    task = asyncio.create_task(engine.solve(replace(courier(seconds=60.0, anytime=True), stop=stop)))
    await until(lambda: _sleeps(613))
    stop.set()
    found = await asyncio.wait_for(task, 5)
    assert isinstance(found, PlanFound)
    assert not found.complete
    assert isinstance(await engine.solve(replace(courier(), stop=stop)), Cancelled)


@pytest.mark.parametrize("recording", ["impossible-always", "impossible-at-end"])
async def test_a_run_into_the_limit_proves_nothing(
    recording: str, replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    outcome = await OpticEngine(replaying(recording, "sleep 60")).solve(courier(seconds=0.5))
    assert isinstance(outcome, TimedOut)
    assert outcome.clock == "wall"


async def test_an_end_without_plan_proves_nothing(replaying: Callable[[str, str], Path], courier: Courier) -> None:
    outcome = await OpticEngine(replaying("impossible-always", "exit 0")).solve(courier())
    assert isinstance(outcome, NoPlanFound)


async def test_the_claim_that_a_constraint_is_contradictory_is_no_crash_and_no_proof(
    replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    outcome = await OpticEngine(replaying("contradiction", "exit 1")).solve(courier())
    assert isinstance(outcome, NoPlanFound)
    assert "constraint that cannot be satisfied, i.e. it is contradictory" in outcome.reason


async def test_the_claim_counts_on_standard_error_as_well(tmp_path: Path, courier: Courier) -> None:
    executable = tmp_path / "optic"
    executable.write_text(f"#!/bin/sh\ncat '{RECORDINGS / 'contradiction.stdout'}' >&2\nexit 1\n")
    executable.chmod(executable.stat().st_mode | stat.S_IXUSR)
    assert isinstance(await OpticEngine(executable).solve(courier()), NoPlanFound)


async def test_the_banner_on_the_language_is_a_warning(
    replaying: Callable[[str, str], Path], tmp_path: Path, courier: Courier
) -> None:
    banner = (RECORDINGS / "contradiction.stdout").read_text().partition("A problem has been")[0]
    (tmp_path / "banner").write_text(banner)
    found = await OpticEngine(replaying("base-first", f"cat '{tmp_path / 'banner'}'; exit 0")).solve(courier())
    assert isinstance(found, PlanFound)
    outcome = await OpticEngine(replaying("impossible-always", f"cat '{tmp_path / 'banner'}'; exit 0")).solve(courier())
    assert isinstance(outcome, NoPlanFound)


@pytest.mark.parametrize(
    ("recording", "line", "words"), [("unbalanced", 153, "constraints"), ("unknown-object", 151, "sct_ast_9")]
)
async def test_a_refused_file_is_a_syntax_error_at_its_line(
    recording: str, line: int, words: str, replaying: Callable[[str, str], Path], courier: Courier
) -> None:
    fault = await OpticEngine(replaying(recording, "exit 1")).solve(courier())
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == ("problem.pddl", line)
    assert words in fault.message


async def test_the_users_own_files_are_neither_written_nor_read(tmp_path: Path, courier: Courier) -> None:
    mine = tmp_path / "folder" / "mine.pddl"
    mine.parent.mkdir()
    mine.write_text("; mine")
    stand_in = tmp_path / "optic"
    stand_in.write_text('#!/bin/sh\ncat "$2" "$3"\necho "$3: line: 3: Error: odd"\n')
    stand_in.chmod(stand_in.stat().st_mode | stat.S_IXUSR)
    request = replace(courier(), domain_file=str(mine), problem_file="folder/problem.pddl")
    fault = await OpticEngine(stand_in).solve(request)
    assert mine.read_text() == "; mine"
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == ("folder/problem.pddl", 3)
    stand_in.write_text('#!/bin/sh\necho "$2: line: 2: Error: odd"\n')
    fault = await OpticEngine(stand_in).solve(request)
    assert isinstance(fault, SyntaxFault)
    assert (fault.file, fault.line) == (str(mine), 2)


async def test_a_relative_setting_names_an_executable_in_the_working_folder(
    replaying: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch, courier: Courier
) -> None:
    executable = replaying("base-first", "exit 0")
    monkeypatch.chdir(executable.parent)
    engine = create_engine("optic", EngineSettings(optic=Path(f"./{executable.name}")))
    assert isinstance(await engine.solve(courier()), PlanFound)


async def test_a_crash_names_its_signal(replaying: Callable[[str, str], Path], courier: Courier) -> None:
    outcome = await OpticEngine(replaying("impossible-always", "kill -SEGV $$")).solve(courier())
    assert isinstance(outcome, EngineCrashed)
    assert outcome.signal == "SIGSEGV"


async def test_what_optic_lacks_is_refused_before_it_is_started(tmp_path: Path) -> None:
    domain = "(define (domain d) (:predicates (p) (q)) (:derived (q) (p)) (:action a :parameters () :effect (p)))"
    problem = "(define (problem x) (:domain d) (:init) (:goal (q)))"
    refusal = await OpticEngine(tmp_path / "never-started").solve(PlanningRequest(domain, problem))
    assert isinstance(refusal, Unsupported)
    assert refusal.feature == "derived-predicates"
    assert "kairos" in engines_with(refusal.feature)
    assert "optic" not in engines_with(refusal.feature)


def test_without_an_executable_optic_is_not_here_and_the_remedy_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("PLANCRITIC_OPTIC", raising=False)
    with pytest.raises(ContractError) as refusal:
        create_engine("optic")
    assert refusal.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
    assert "PLANCRITIC_OPTIC" in str(refusal.value.fault.remedy)
    assert "optic" not in available_engines()


def test_an_executable_on_path_or_in_the_setting_is_found(
    replaying: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    executable = replaying("base-first", "exit 0")
    assert "optic" in available_engines(EngineSettings(optic=executable))
    executable.rename(executable.with_name("optic-cplex"))
    monkeypatch.setenv("PATH", str(executable.parent))
    assert "optic" in available_engines(EngineSettings())
    assert "optic" not in available_engines(EngineSettings(optic=executable)), (
        "a setting that names nothing is no OPTIC"
    )


def test_an_unknown_engine_is_refused_with_those_known() -> None:
    with pytest.raises(ContractError) as refusal:
        create_engine("oracle")
    assert refusal.value.fault.code is FaultCode.UNKNOWN_NAME
    assert "kairos" in str(refusal.value.fault.remedy)
