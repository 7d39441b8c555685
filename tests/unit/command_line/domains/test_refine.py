from __future__ import annotations

import json
import os
import shlex
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from plancritic.command_line.domains import make, refine
from plancritic.command_line.root import run_program
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.messages import (
    CombinationCounts,
    DomainDescribed,
    DomainModelled,
    Interpretation,
    LibraryCounts,
    StartSet,
)
from plancritic.contracts.refinement.messages import DomainRefined, RefinedStart, RefinementRequested
from plancritic.contracts.validation import PlanRuling

DESCRIPTION = """domain: bakery
types: {loaf: bread, oven: oven}
predicates:
  (kneaded ?l - loaf): the loaf ?l is kneaded
  (baked ?l - loaf): the loaf ?l is baked
actions:
  knead: {layman: Knead the loaf., parameters: '?l - loaf'}
  insert: {layman: Bake the loaf., parameters: '?l - loaf ?o - oven'}
"""
DOMAIN = """(define (domain bakery) (:requirements :strips :typing) (:types loaf oven)
(:predicates (kneaded ?l - loaf) (baked ?l - loaf))
(:action knead :parameters (?l - loaf) :precondition (and) :effect (kneaded ?l))
(:action insert :parameters (?l - loaf ?o - oven) :precondition (kneaded ?l) :effect (baked ?l)))
"""
PROBLEM = "(define (problem p) (:domain bakery) (:objects l1 - loaf o1 - oven) (:init) (:goal (baked l1)))"
REFINE = ("refine", "description.yaml", "--domain", "start.pddl", "--problem", "p1.pddl", "--plan", "p1.plan")
MAKE = ("make", "description.yaml", "--problem", "p1.pddl", "--plan", "p1.plan")


@asynccontextmanager
async def without_broker() -> AsyncGenerator[None, None]:
    raise ContractError(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="no broker"))
    yield None


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    # What is no bad input gets as far as the broker, and ends with 3.
    for module in (refine, make):
        monkeypatch.setattr(module, "connected", without_broker)
    Path("description.yaml").write_text(DESCRIPTION)
    Path("start.pddl").write_text(DOMAIN)
    Path("broken.pddl").write_text(DOMAIN.replace("(baked ?l - loaf))", "(baked ?l - bread))", 1))
    Path("p1.pddl").write_text(PROBLEM)
    Path("p1.plan").write_text("(knead l1)\n(insert l1 o1)\n")
    Path("swapped.plan").write_text("(knead l1)\n(insert o1 l1)\n")
    Path("there").mkdir()
    return tmp_path


def fault_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run_program(["domain", *arguments, "--json"]) == 2
    fault: dict[str, Any] = json.loads(capsys.readouterr().out)["fault"]
    assert fault["remedy"]
    return fault


def test_what_is_right_gets_as_far_as_the_broker(folder: Path) -> None:
    assert run_program(["domain", *REFINE, "--out", "better.pddl", "--answers", "answers.yaml"]) == 3
    assert run_program(["domain", *MAKE, "--out", "new/bakery", "--answers", "answers.yaml"]) == 3


@pytest.mark.parametrize(
    ("arguments", "file", "part"),
    [
        ((*REFINE, "--out", "nowhere/better.pddl"), "nowhere/better.pddl", "there is no folder 'nowhere'"),
        ((*REFINE, "--out", "p1.pddl/better.pddl"), "p1.pddl/better.pddl", "there is no folder 'p1.pddl'"),
        ((*REFINE, "--out", "there"), "there", "something is already there"),
        ((*REFINE, "--answers", "nowhere/answers.yaml"), "nowhere/answers.yaml", "there is no folder 'nowhere'"),
        ((*REFINE, "--answers", "there"), "there", "it is not a file"),
        ((*MAKE, "--out", "My Bakery"), "My Bakery", "no name for a domain"),
        ((*MAKE, "--out", "p1.pddl/bakery"), "p1.pddl/bakery", "no folder can be made in"),
        ((*MAKE, "--out", "new", "--answers", "nowhere/a.yaml"), "nowhere/a.yaml", "there is no folder 'nowhere'"),
    ],
)
def test_a_place_that_cannot_be_written_is_found_before_any_search(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], file: str, part: str
) -> None:
    fault = fault_of(capsys, *arguments)
    assert part in fault["message"]
    assert fault["file"] == file


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_of_somebody_else_is_found_before_any_search(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "there").chmod(0o500)
    for arguments in ((*REFINE, "--out", "there/better.pddl"), (*REFINE, "--answers", "there/answers.yaml")):
        assert "this user cannot write" in fault_of(capsys, *arguments)["message"]
    assert "no folder can be made" in fault_of(capsys, *MAKE, "--out", "there/bakery")["message"]


def test_what_is_wrong_is_named_with_its_own_file_and_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = fault_of(capsys, "refine", "description.yaml", "--domain", "broken.pddl")
    assert (broken["file"], broken["line"]) == ("broken.pddl", 2)
    (folder / "poor.pddl").write_text(DOMAIN.replace("baked", "toasted"))
    poor = fault_of(capsys, "refine", "description.yaml", "--domain", "poor.pddl", "--problem", "p1.pddl")
    assert poor["file"] == "p1.pddl"
    assert "not the domain that is to be repaired: " in poor["message"]
    for command in (REFINE[:-1], MAKE[:-1]):
        out = ("--out", "bakery") if command[0] == "make" else ()
        swapped = fault_of(capsys, *command, "swapped.plan", *out)
        assert (swapped["file"], swapped["line"]) == ("swapped.plan", 2)
        assert "'o1' of (insert o1 l1) is of the type oven" in swapped["message"]


def test_a_refined_domain_that_was_written_says_what_to_do_next(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    better = DomainRefined(
        envelope=Envelope.start(),
        domain=DOMAIN,
        refined=True,
        reason="the search ended",
        ended="searched",
        pipeline="own",
        proposer="symbolic",
    )

    @asynccontextmanager
    async def connected() -> AsyncGenerator[None, None]:
        yield None

    async def refined(*_of: Any) -> DomainRefined:
        return better

    monkeypatch.setattr(refine, "connected", connected)
    monkeypatch.setattr(refine, "refined", refined)
    assert run_program(["domain", *REFINE, "--out", "better.pddl"]) == 0
    (told,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("To plan with it: ")]
    scaffold, publish, submit = told.removeprefix("To plan with it: ").split(" && ")
    assert scaffold == "plancritic domain scaffold better.pddl p1.pddl --out ./bakery"
    assert publish == "plancritic domain publish ./bakery"
    assert submit.startswith("plancritic submit --domain bakery ")
    # The first of them does what it says; the others need a broker.
    assert run_program(shlex.split(scaffold)[1:]) == 0
    assert (folder / "bakery" / "context.yaml").is_file()
    # Where there is such a folder already, the next one is named another way.
    capsys.readouterr()
    assert run_program(["domain", *REFINE, "--out", "again.pddl"]) == 0
    assert "--out ./bakery-refined" in capsys.readouterr().out


def test_make_ranks_the_interpretations_anew_by_an_answer_and_goes_on_from_the_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[DomainDescribed] = []
    requests: list[RefinementRequested] = []
    other = DOMAIN.replace("(kneaded ?l) :effect (baked ?l)", "(and) :effect (baked ?l)")
    assert other != DOMAIN

    async def modelled(_client: None, wanted: DomainDescribed, _console: Any) -> DomainModelled:
        told.append(wanted)
        # An answer turns the order round.
        domains = (other, DOMAIN) if len(told) == 1 else (DOMAIN, other)
        return DomainModelled(
            envelope=wanted.envelope,
            domain="bakery",
            described_in="layman",
            library="0" * 64,
            counts=LibraryCounts(instances=1, failed=0, actions=2, candidates=3, kept=3, dropped=0),
            combinations=CombinationCounts(
                all=2, kept=2, solvable=2, unsolvable=0, undecided=0, distinct_plans=2, mean_length=1.5, seconds=0.1
            ),
            interpretations=tuple(
                Interpretation(
                    rank=rank,
                    plan="(knead l1)\n(insert l1 o1)" if each == DOMAIN else "(insert l1 o1)",
                    sets=1,
                    near=None,
                    similarity=None,
                    votes=1,
                    domain=each,
                    proof=PlanRuling(ruling="accepted", findings=()),
                )
                for rank, each in enumerate(domains, 1)
            ),
            starts=tuple(StartSet(interpretation=rank, domain=each) for rank, each in enumerate(domains, 1)),
        )

    async def refined(_client: None, make_request: Any, known: Any, *_of: Any) -> DomainRefined:
        requests.append(await make_request(known))
        known = known.with_answer(0, (("insert", "l1", "o1"),), 0)
        requests.append(await make_request(known))
        return DomainRefined(
            envelope=Envelope.start(),
            domain=requests[-1].domain,
            refined=True,
            reason="the search ended",
            ended="searched",
            starts=(RefinedStart(start=0), RefinedStart(start=1, left=1)),
            pipeline="own",
            proposer="symbolic",
        )

    @asynccontextmanager
    async def connected() -> AsyncGenerator[None, None]:
        yield None

    for name, replacement in (("connected", connected), ("modelled", modelled), ("refined", refined)):
        monkeypatch.setattr(make, name, replacement)
    described = Path("description.yaml").read_text()
    Path("description.yaml").write_text(f"{described}problem: {json.dumps(PROBLEM)}\n")
    assert run_program(["domain", *MAKE, "--out", "bakery", "--json"]) == 0
    assert [each.known[0].refused for each in told] == [(), ((("insert", "l1", "o1"),),)]
    assert told[0].most_starts > 2
    assert [(each.domain, each.others) for each in requests] == [(other, (DOMAIN,)), (DOMAIN, (other,))]
    assert requests[0].most_refined == 3
    result = json.loads(capsys.readouterr().out)
    assert result["interpretation"]["plan"] == "(knead l1)\n(insert l1 o1)"
    assert "(kneaded ?l)" in Path("bakery/domain.pddl").read_text().split("(:action insert")[1].split(":effect")[0]
    # One that was chosen is not ranked again.
    told.clear()
    assert run_program(["domain", *MAKE, "--out", "chosen", "--choice", "1", "--json"]) == 0
    assert len(told) == 1
    assert told[0].most_starts == 0
