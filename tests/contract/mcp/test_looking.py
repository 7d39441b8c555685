"""What a server answers that may change nothing: plans, proofs, domains, resources, typed faults."""

from __future__ import annotations

import json

import pytest
from mcp import MCPError
from tests.support.mcp_clients import over_http, over_standard_input

from plancritic.local import LocalStack

CHANGING = {"submit", "answer", "reject", "confirm", "accept", "undo"}
READING = {"explain", "why", "compare", "plan", "validate", "domains"}


async def test_a_server_without_write_neither_lists_nor_does_what_changes_something(system: LocalStack) -> None:
    async with over_standard_input(system.settings) as talk:
        assert await talk.tools() == READING
        for tool in sorted(CHANGING):
            refused = await talk.refusal(tool, session="s", statements=["Never point the satellite at Star0."])
            assert "read-only" in refused["message"]
            assert "--write" in refused["remedy"]
        before = json.loads(await talk.read("plancritic://runs"))
        assert [each["session"] for each in before if each["session"] == "s"] == []


async def test_a_plan_without_feedback_is_proved_and_validates(url: str) -> None:
    async with over_http(url) as talk:
        assert await talk.tools() == READING | CHANGING
        plan = await talk.call("plan", domain="satellite", problem="2")
        assert plan["verdict"] == "plan"
        accepted = await talk.call("validate", plan=plan["plan"], domain="satellite", problem="2")
        assert (accepted["verdict"], set(accepted["proof"])) == ("accepted", {"val", "kairos", "executor"})
        rejected = await talk.call(
            "validate",
            plan=plan["plan"],
            domain_pddl=await talk.read("plancritic://domains/satellite/domain.pddl"),
            problem_pddl=await talk.read("plancritic://domains/satellite/problems/1"),
        )
        assert rejected["verdict"] == "rejected"
        assert "rejected" in rejected["shown"]
        why = await talk.call("why", domain="satellite", step=1)
        assert why["shown"].startswith("Step 1 ")


async def test_domains_are_listed_and_shown_in_words(url: str) -> None:
    async with over_http(url) as talk:
        assert [each["name"] for each in (await talk.call("domains"))["domains"]] == ["satellite"]
        one = await talk.call("domains", name="satellite", problem="1")
        assert "a satellite points at a direction" in one["facts"]
        assert one["examples"] and one["examples"][0] in one["shown"]


async def test_faults_are_typed_and_have_a_remedy(url: str) -> None:
    async with over_http(url) as talk:
        for code, tool, arguments in (
            ("unknown_domain", "plan", {"domain": "nowhere"}),
            ("unknown_problem", "plan", {"domain": "satellite", "problem": "99"}),
            ("unknown_problem", "validate", {"domain": "satellite", "problem": "99", "plan": ""}),
            ("unknown_domain", "submit", {"domain": "nowhere", "statements": ["Go."]}),
            ("empty_feedback", "submit", {"domain": "satellite", "statements": []}),
            ("invalid_message", "submit", {"statements": ["Go."]}),
            ("invalid_message", "submit", {"domain": "satellite"}),
            ("invalid_message", "validate", {"plan": ""}),
            ("syntax_error", "validate", {"domain": "satellite", "plan": "nonsense"}),
            ("unknown_name", "explain", {"session": "nobody"}),
            ("invalid_message", "explain", {"session": "no session > can be so"}),
            ("unknown_name", "why", {"domain": "satellite", "step": 99}),
            ("unknown_name", "nothing", {}),
        ):
            fault = await talk.refusal(tool, **arguments)
            assert (fault["code"], bool(fault["remedy"])) == (code, True), (tool, arguments, fault)
            assert fault["shown"].startswith(f"error ({code}): ")
            assert "Traceback" not in fault["shown"]


async def test_plans_runs_and_domains_are_resources(url: str) -> None:
    async with over_http(url) as talk:
        said = await talk.call("submit", statements=["Never point the satellite at Star0."], domain="satellite")
        listed = {each["session"] for each in json.loads(await talk.read("plancritic://plans"))}
        assert said["session"] in listed
        assert await talk.read(f"plancritic://plans/{said['session']}") == said["plan"]
        assert await talk.read(f"plancritic://plans/{said['session']}/1") == said["plan"]
        run = json.loads(await talk.read(f"plancritic://runs/{said['run']}"))
        assert (run["plan"], run["proof"]["ruling"]) == (said["plan"], "accepted")
        assert json.loads(await talk.read("plancritic://domains"))[0]["name"] == "satellite"
        assert json.loads(await talk.read("plancritic://domains/satellite"))["problems"] == ["1", "2", "3", "4"]
        for address, code in (
            ("plancritic://domains/nowhere", "unknown_domain"),
            ("plancritic://runs/nobody", "unknown_name"),
            (f"plancritic://plans/{said['session']}/9", "unknown_name"),
        ):
            with pytest.raises(MCPError) as raised:
                await talk.read(address)
            assert raised.value.data["fault"]["code"] == code
