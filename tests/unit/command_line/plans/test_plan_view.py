"""Where `show` and `why` find a domain."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from plancritic.command_line.exit_codes import CommandFault, ExitCode
from plancritic.command_line.plans import plan_view
from plancritic.command_line.plans.targets import Files
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.domains import DomainBundle, load_domain

CASES = Path(__file__).resolve().parents[3] / "cases"


class _Published:
    async def current(self, name: str) -> DomainBundle:
        assert name == "ferry"
        return load_domain("satellite").model_copy(update={"name": name})


async def test_a_domain_that_is_not_in_the_folder_is_taken_from_the_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def published() -> AsyncIterator[_Published]:
        yield _Published()

    monkeypatch.setattr(plan_view, "published_domains", published)
    view = await plan_view.plan_of_domain("ferry", "1")
    assert (view.domain, view.problem) == ("ferry", "1") and view.steps


async def test_without_a_broker_the_folder_s_domains_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def published() -> AsyncIterator[_Published]:
        raise CommandFault(Fault(code=FaultCode.SERVICE_UNAVAILABLE, message="no broker"), ExitCode.UNAVAILABLE)
        yield _Published()

    monkeypatch.setattr(plan_view, "published_domains", published)
    with pytest.raises(CommandFault, match="unknown domain 'ferry'") as caught:
        await plan_view.plan_of_domain("ferry", "1")
    assert "waterway" in str(caught.value.fault.remedy)


async def test_files_are_planned_or_shown_with_the_plan_that_is_given(tmp_path: Path) -> None:
    courier = CASES / "courier"
    constraints = tmp_path / "constraints.pddl"
    constraints.write_text("(within 4 (at ann market))")
    files = Files(courier / "domain.pddl", courier / "problem.pddl", courier / "letter.plan", constraints)
    view = await plan_view.plan_of_files(files)
    assert view.domain == "courier" and len(view.steps) == 4
    assert [each.constraint for each in view.specification] == ["(within 4 (at ann market))"]
    planned = await plan_view.plan_of_files(Files(courier / "domain.pddl", courier / "problem.pddl"))
    assert planned.steps
    with pytest.raises(CommandFault):
        await plan_view.plan_of_files(Files(courier / "domain.pddl", courier / "domain.pddl"))
