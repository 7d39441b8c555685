"""A conversation of several turns by the official client: over standard input and over HTTP, by both handshakes."""

from __future__ import annotations

import asyncio

import pytest
from mcp import MCPError
from tests.support.mcp_clients import Talk, over_http, over_standard_input

from plancritic.contracts.envelope import new_id
from plancritic.local import LocalStack

WISH = "Never point the satellite at Star0."
ASKED_ABOUT = "Leave Phenomenon4 alone until the star is done."


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_three_turns_over_standard_input(system: LocalStack, mode: str) -> None:
    async with over_standard_input(system.settings, "--write", mode=mode) as talk:
        await _three_turns(talk)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_three_turns_over_http(url: str, mode: str) -> None:
    async with over_http(url, mode=mode) as talk:
        await _three_turns(talk)


async def _three_turns(talk: Talk) -> None:
    first = await talk.call("submit", statements=[WISH], domain="satellite")
    (heard,) = first["statements"]
    assert (first["outcome"], heard["verdict"], first["proof"]) == ("plan_revised", "adhered", "accepted")
    assert heard["said_back"] in first["shown"]
    assert "Proved by VAL" in first["shown"]
    assert "turns from" in first["shown"]
    _progress_came(talk, "understood")

    session = first["session"]
    asked = await talk.call("submit", statements=[ASKED_ABOUT], session=session)
    assert (asked["outcome"], asked["session"]) == ("question", session)
    assert asked["shown"].startswith(asked["text"])
    assert all(each["sentence"] in asked["shown"] for each in asked["choices"])
    assert "The person answers, not you" in asked["shown"]
    explained = await talk.call("explain", session=session)
    assert explained["open_question"]["question"] == asked["question"]
    assert asked["choices"][0]["sentence"] in explained["shown"]

    talk.progress.clear()
    answered = await talk.call("answer", session=session, question=asked["question"], choice=len(asked["choices"]))
    assert [each["verdict"] for each in answered["statements"]] == ["adhered", "adhered"]
    assert answered["statements"][1]["said_back"] == asked["choices"][-1]["sentence"]
    _progress_came(talk, "revision")

    confirmed = await talk.call("confirm", session=session, statement=WISH, revision=answered["revision"])
    assert confirmed["shown"].startswith("Confirmed.")
    assert {each["statement"]["id"]: each["reading"] for each in confirmed["in_force"]}["s2"] == "confirmed"
    compared = await talk.call("compare", session=session, before="1", after="2")
    assert any(compared["changes"][kind] for kind in ("added", "removed", "replaced", "moved"))
    assert "Revision 2 ends at" in compared["shown"]
    last = len(compared["after"]["plan"].splitlines()) - 1
    why = await talk.call("why", session=session, step=last)
    assert why["shown"].startswith(f"Step {last} (") and "is there because" in why["shown"]

    undone = await talk.call("undo", session=session)
    assert "No longer in force: s2" in undone["shown"]
    assert undone["plan"] == first["plan"]
    told = await talk.call("explain", session=session)
    assert [each["statement"]["id"] for each in told["in_force"]] == ["s1"]
    assert told["proof"] == "accepted"
    accepted = await talk.call("accept", session=session)
    assert accepted["accepted"] is True
    await talk.call("undo", session=session)
    emptied = await talk.call("explain", session=session)
    assert emptied["in_force"] == []


def _progress_came(talk: Talk, word: str) -> None:
    numbers = [number for number, _ in talk.progress]
    assert numbers == sorted(set(numbers)) and numbers
    assert any(word in message for _, message in talk.progress), talk.progress


async def test_a_question_may_be_left_open_or_answered_by_another_statement(url: str) -> None:
    async with over_http(url) as talk:
        asked = await talk.call("submit", statements=[ASKED_ABOUT], domain="satellite")
        session = asked["session"]
        refused = await talk.refusal("submit", statements=[WISH], session=session)
        assert asked["question"] in refused["message"]
        wrong = await talk.refusal("answer", session=session, question=asked["question"], choice=9)
        assert (wrong["code"], "1, 2" in wrong["remedy"]) == ("invalid_message", True)
        instead = await talk.call("submit", statements=[WISH], session=session, instead_of_answer=True)
        assert instead["statements"][-1]["verdict"] == "adhered"
        late = await talk.refusal("answer", session=session, question=asked["question"], choice="none")
        assert "answered already" in late["message"]
        again = await talk.call("submit", statements=[ASKED_ABOUT], session=session)
        skipped = await talk.call("answer", session=session, question=again["question"], choice="skip")
        assert skipped["unchanged"] is True


async def test_a_run_goes_on_when_its_caller_gives_up(url: str) -> None:
    session = f"given-up-{new_id()[:8]}"
    async with over_http(url) as talk:
        with pytest.raises(MCPError):
            await talk.client.call_tool(
                "submit", {"statements": [WISH], "domain": "satellite", "session": session}, read_timeout_seconds=0.2
            )
    async with over_http(url) as talk:
        for _ in range(300):
            told = (await talk.client.call_tool("explain", {"session": session})).structured_content or {}
            if told.get("in_force"):
                break
            await asyncio.sleep(0.2)
        assert (told["in_force"][0]["verdict"], told["proof"]) == ("adhered", "accepted")


async def test_a_reading_that_was_not_meant_is_read_anew_or_asked_about(url: str) -> None:
    async with over_http(url) as talk:
        first = await talk.call("submit", statements=[WISH], domain="satellite", strength="should")
        assert first["statements"][0]["strength"] == "should"
        anew = await talk.call("reject", session=first["session"], statement="s1")
        assert anew["outcome"] in ("question", "plan_revised")
        assert first["statements"][0]["said_back"] not in [each["sentence"] for each in anew.get("choices", [])]
        stale = await talk.refusal("confirm", session=first["session"], statement="s9")
        assert stale["code"] == "unknown_name"
