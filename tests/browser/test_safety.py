"""Who may come in, what they may do, and that nothing that anybody says is more than text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.support.browsing import OpenConsole, begin, say, serving, watched
from tests.support.stack import in_its_loop, whole_system

from plancritic.bus import provision
from plancritic.bus.credentials import CredentialFiles, issue, user_settings
from plancritic.console.accounts.users import User, UserFile, new_token, password_hash, token_hash, write_users
from plancritic.console.settings import ConsoleSettings
from plancritic.local import LocalStack

_PASSWORD = "correct horse battery"
_TOKEN = new_token()


@pytest.fixture(scope="module")
def guarded(system: LocalStack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenConsole]:
    file: Path = tmp_path_factory.mktemp("users") / "users.yaml"
    users = (
        User(name="ada", role="operator", password=password_hash(_PASSWORD)),
        User(name="vera", role="viewer", password=password_hash(_PASSWORD)),
        User(name="robot", role="operator", token=token_hash(_TOKEN)),
    )
    write_users(file, UserFile(users=users))
    assert file.stat().st_mode & 0o077 == 0
    assert _PASSWORD not in file.read_text(encoding="utf-8")
    with serving(system.settings, ConsoleSettings(users=file, session_minutes=0.05)) as opened:
        yield opened


@pytest.fixture
def stranger(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield watched(context.new_page(), [])
    context.close()


def _sign_in(page: Page, console: OpenConsole, name: str, password: str) -> None:
    page.goto(console.url)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").first.click()


def test_one_signs_in_by_password_and_out_again(stranger: Page, guarded: OpenConsole) -> None:
    _sign_in(stranger, guarded, "ada", _PASSWORD)
    expect(stranger.get_by_role("heading", name="Which plan do you want to work on?")).to_be_visible()
    # A click before the scripts have run is nobody's.
    stranger.wait_for_load_state()
    stranger.get_by_role("button", name="Sign out").click()
    stranger.wait_for_url("**/sign-in")
    stranger.goto(guarded.url)
    assert stranger.url.endswith("/sign-in")


@pytest.mark.parametrize(("name", "password"), [("ada", "wrong"), ("nobody", _PASSWORD), ("robot", _PASSWORD)])
def test_a_wrong_password_is_refused_without_saying_what_is_wrong(
    stranger: Page, guarded: OpenConsole, name: str, password: str
) -> None:
    _sign_in(stranger, guarded, name, password)
    expect(stranger.get_by_role("alert")).to_have_text("The name and password, or the token, are wrong.")


def test_a_session_lasts_while_it_is_used_and_ends_when_nobody_uses_it(stranger: Page, guarded: OpenConsole) -> None:
    _sign_in(stranger, guarded, "ada", _PASSWORD)
    for _ in range(4):
        stranger.wait_for_timeout(1_200)
        stranger.goto(guarded.url)
        assert not stranger.url.endswith("/sign-in")
    stranger.wait_for_timeout(4_500)
    stranger.goto(guarded.url)
    assert stranger.url.endswith("/sign-in")


def test_a_program_signs_in_by_a_token(stranger: Page, guarded: OpenConsole) -> None:
    request = stranger.context.request
    headers = {"origin": guarded.url}
    refused = request.post(f"{guarded.url}/sign-in", form={"token": "no"}, headers=headers)
    assert refused.status == 401
    assert request.post(f"{guarded.url}/sign-in", form={"token": _TOKEN}, headers=headers).ok
    assert "Which plan do you want to work on?" in request.get(guarded.url).text()


def test_a_link_works_once(stranger: Page, console: OpenConsole) -> None:
    link = console.link()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", name="Which plan do you want to work on?")).to_be_visible()
    stranger.context.clear_cookies()
    stranger.goto(link)
    expect(stranger.get_by_role("alert")).to_contain_text("already used")


def test_a_viewer_may_look_and_change_nothing(stranger: Page, console: OpenConsole) -> None:
    stranger.goto(console.link("viewer"))
    begin(stranger, "waterway")
    expect(stranger.locator("#text")).to_have_count(0)
    token = stranger.locator("body").get_attribute("hx-headers") or ""
    answer = stranger.context.request.post(
        stranger.url.split("?")[0] + "/say?domain=waterway&problem=1",
        form={"text": "No vessel may go through waypoint A."},
        headers={"x-csrf-token": token.split('"')[3], "origin": console.url},
    )
    assert answer.status == 403


def test_requests_without_the_page_s_token_and_from_other_sites_are_refused(
    stranger: Page, console: OpenConsole
) -> None:
    stranger.goto(console.link())
    request = stranger.context.request
    say_url = f"{console.url}/sessions/mine/say?domain=waterway&problem=1"
    assert request.post(say_url, form={"text": "x"}, headers={"origin": console.url}).status == 403
    other = {"origin": "https://evil.example", "x-csrf-token": "anything"}
    assert request.post(say_url, form={"text": "x"}, headers=other).status == 403
    large = request.post(say_url, data="x" * 3_000_000, headers={"origin": console.url})
    assert large.status == 413


def test_every_answer_says_what_a_page_may_load(stranger: Page, console: OpenConsole) -> None:
    for path in ("/sign-in", "/static/console.js", "/nothing"):
        headers = stranger.context.request.get(console.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["../outside", "/tmp/outside", "a/b", "..", "", "Large"])
def test_a_domain_is_made_nowhere_but_under_its_own_name(stranger: Page, console: OpenConsole, name: str) -> None:
    stranger.goto(console.link("operator"))
    token = (stranger.locator("body").get_attribute("hx-headers") or "").split('"')[3]
    answer = stranger.context.request.post(
        f"{console.url}/domains/check",
        form={"name": name, "domain": "(define (domain d) (:predicates (p)))", "problem": "(define (problem q))"},
        headers={"x-csrf-token": token, "origin": console.url},
    )
    assert "This is not a valid name for a domain." in answer.text()


@pytest.mark.parametrize("session", ["*", ">", "%3E", "a.b", "a%20b"])
def test_a_pattern_is_no_session(stranger: Page, console: OpenConsole, session: str) -> None:
    stranger.goto(console.link())
    address = f"{console.url}/sessions/{session}?domain=waterway"
    assert stranger.context.request.get(address).status == 404


def test_a_problem_that_there_is_not_is_said_in_words(stranger: Page, console: OpenConsole) -> None:
    stranger.goto(console.link())
    stranger.goto(f"{console.url}/begin?domain=waterway&problem=99")
    expect(stranger.locator("main")).to_contain_text("99")
    expect(stranger.locator("main")).not_to_contain_text("Internal Server Error")


def test_what_anybody_says_is_shown_as_text(page: Page) -> None:
    begin(page, "waterway")
    evil = "<img src=x onerror=alert(1)> stays away from waypoint A"
    say(page, evil)
    expect(page.locator(".turn .said")).to_contain_text(evil)
    assert page.locator(".turn img").count() == 0


def test_who_signs_in_for_a_tenant_sees_nothing_of_another_one(stranger: Page, domains: Path, tmp_path: Path) -> None:
    folder = tmp_path / "credentials"
    issue(folder, ("default", "other"))
    with (
        whole_system({"dead_letters": 0, "planner": 1}, domains=domains, credentials=folder) as system,
        serving(system.settings, ConsoleSettings(credentials=folder)) as console,
    ):
        stranger.goto(console.link())
        begin(stranger, "waterway")
        say(stranger, "No vessel may go through waypoint A.")
        session = stranger.url.split("/sessions/")[1].split("?")[0]
        stranger.goto(console.url)
        expect(stranger.locator("main")).to_contain_text(session[:12])
        others = system.settings.model_copy(update={"tenant": "other"})
        in_its_loop(system, provision(user_settings(others, CredentialFiles(folder.absolute()), "operator")))
        console.tenant = "other"
        stranger.context.clear_cookies()
        stranger.goto(console.link())
        expect(stranger.locator("main")).not_to_contain_text(session[:12])
        stranger.goto(f"{console.url}/sessions/{session}")
        expect(stranger.get_by_role("alert")).to_contain_text("There is no session")
