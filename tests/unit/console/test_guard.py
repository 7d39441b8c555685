"""What stands before every page."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from plancritic.console.accounts.guard import POLICY, Guard, SafeHeaders, reserved, user_of
from plancritic.console.accounts.users import Role, User, UserFile, Users, write_users

_HERE = {"origin": "http://testserver"}


async def _who(request: Request) -> Response:
    return PlainTextResponse(user_of(request).name)


async def _body(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _broken(request: Request) -> Response:
    raise RuntimeError("nobody expected this")


async def _enter(request: Request) -> Response:
    request.session.update({"user": request.path_params["name"], "kind": "file", "csrf": "the-token"})
    return PlainTextResponse("in")


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    file = tmp_path / "users" / "users.yaml"
    names = {"vera": "viewer", "ada": "operator", "root": "administrator"}
    write_users(file, UserFile(users=tuple(User.model_validate({"name": n, "role": r}) for n, r in names.items())))
    app = Starlette(
        routes=[
            Route("/", _who),
            Route("/body", _body, methods=["POST"]),
            Route("/broken", _broken),
            Route("/reserved", reserved(Role.ADMINISTRATOR, _who)),
            Route("/sign-in/{name}", _enter),
        ],
        middleware=[
            Middleware(SessionMiddleware, secret_key="s" * 32),
            Middleware(Guard, users=Users(file), origins=("https://proxy.example",), largest=1000, guests={}),
        ],
    )
    return TestClient(SafeHeaders(app), raise_server_exceptions=False)


def _in(client: TestClient, name: str) -> TestClient:
    assert client.get(f"/sign-in/{name}").text == "in"
    return client


def test_a_stranger_is_sent_to_sign_in(client: TestClient) -> None:
    assert client.get("/").status_code == 401
    sent = client.get("/", headers={"accept": "text/html"}, follow_redirects=False)
    assert (sent.status_code, sent.headers["location"]) == (303, "/sign-in")
    assert client.get("/", headers={"hx-request": "true"}).headers["hx-redirect"] == "/sign-in"


def test_whoever_is_no_user_any_more_is_a_stranger(client: TestClient) -> None:
    assert _in(client, "eve").get("/").status_code == 401


@pytest.mark.parametrize("path", ["/", "/broken", "/none", "/sign-in/ada"])
def test_every_answer_has_the_headers_of_safety(client: TestClient, path: str) -> None:
    answer = _in(client, "ada").get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_an_error_that_nobody_expected_says_nothing_of_the_program(client: TestClient) -> None:
    answer = _in(client, "ada").get("/broken")
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        (_HERE, 403),
        ({"x-csrf-token": "the-token"}, 200),
        (_HERE | {"x-csrf-token": "the-token"}, 200),
        ({"origin": "https://proxy.example", "x-csrf-token": "the-token"}, 200),
        ({"origin": "https://evil.example", "x-csrf-token": "the-token"}, 403),
        ({"sec-fetch-site": "cross-site", "x-csrf-token": "the-token"}, 403),
        (_HERE | {"x-csrf-token": "the-tokën".encode()}, 403),
    ],
)
def test_what_changes_something_comes_from_the_page(
    client: TestClient, headers: dict[str, str | bytes], status: int
) -> None:
    assert _in(client, "ada").post("/body", content=b"x", headers=headers).status_code == status


def test_a_viewer_changes_nothing(client: TestClient) -> None:
    headers = _HERE | {"x-csrf-token": "the-token"}
    assert _in(client, "vera").post("/body", content=b"x", headers=headers).status_code == 403


@pytest.mark.parametrize(("name", "status"), [("vera", 403), ("ada", 403), ("root", 200)])
def test_a_reserved_page_is_for_a_role(client: TestClient, name: str, status: int) -> None:
    assert _in(client, name).get("/reserved").status_code == status


def test_a_body_is_bounded_whether_it_says_its_length_or_not(client: TestClient) -> None:
    headers = _HERE | {"x-csrf-token": "the-token"}
    assert _in(client, "ada").post("/body", content=b"x" * 1000, headers=headers).text == "1000"
    assert client.post("/body", content=b"x" * 1001, headers=headers).status_code == 413
    assert client.post("/body", content=iter([b"x" * 600] * 2), headers=headers).status_code == 413
    assert client.post("/body", content=b"x", headers=headers | {"content-length": "-1"}).status_code == 413
