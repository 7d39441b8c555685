"""Who is let in over HTTP."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from plancritic.mcp.guard import BearerGuard

TOKEN = "the-right-token-of-this-server"


async def _in(_request: Request) -> Response:
    return PlainTextResponse("in")


def _client(token: str | None) -> TestClient:
    return TestClient(BearerGuard(Starlette(routes=[Route("/", _in)]), token))


def test_without_a_token_everybody_is_let_in() -> None:
    assert _client(None).get("/").text == "in"


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_token_lets_in(scheme: str) -> None:
    assert _client(TOKEN).get("/", headers={"Authorization": f"{scheme} {TOKEN}"}).text == "in"


@pytest.mark.parametrize("given", ["", TOKEN, f"Basic {TOKEN}", "Bearer", f"Bearer {TOKEN}.", f"Bearer {TOKEN[:-1]}"])
def test_nothing_else_does(given: str) -> None:
    answer = _client(TOKEN).get("/", headers={"Authorization": given})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert TOKEN not in answer.text


def test_neither_does_no_token_nor_two() -> None:
    client = _client(TOKEN)
    assert client.get("/").status_code == 401
    twice = [("Authorization", f"Bearer {TOKEN}"), ("Authorization", "Bearer other")]
    assert client.get("/", headers=twice).status_code == 401
