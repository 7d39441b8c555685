"""A console that serves in a thread, and what a person does on its page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from playwright.sync_api import ConsoleMessage, Locator, Page
from tests.support.served_in_thread import served_in_thread

from plancritic.bus import BusSettings
from plancritic.console.accounts.users import User
from plancritic.console.app import ConsoleApp
from plancritic.console.settings import ConsoleSettings

CHECKOUT = Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
#: A plan of a search, at most; pages answer in a moment.
PATIENCE_MS = 60_000


@dataclass
class OpenConsole:
    """A console that serves: where, and links that sign in once."""

    url: str
    app: ConsoleApp
    tenant: str = "default"
    made: int = field(default=0)

    def link(self, role: str = "administrator") -> str:
        self.made += 1
        user = User.model_validate({"name": f"guest{self.made}", "role": role, "tenant": self.tenant})
        return self.url + self.app.sign_in.one_time_link(user)


@contextmanager
def serving(bus: BusSettings, settings: ConsoleSettings | None = None) -> Iterator[OpenConsole]:
    """A console in a thread with a loop of its own."""
    app = ConsoleApp(settings or ConsoleSettings(), bus)

    def server() -> uvicorn.Server:
        return uvicorn.Server(uvicorn.Config(app.application, log_config=None, timeout_graceful_shutdown=1))

    with served_in_thread(server, "console") as url:
        yield OpenConsole(url, app)


def modelled(page: Page) -> Locator:
    """Hand in a description with recorded answers, and return the first interpretation."""
    case = CHECKOUT / "tests/cases/schema_library/wrong-sentence"
    page.get_by_role("link", name="Domains").click()
    page.get_by_role("link", name="A new domain from a description").click()
    page.get_by_label("Description file").set_input_files(case / "description.yaml")
    page.get_by_label("Problem file (PDDL)").set_input_files(case / "problem.pddl")
    page.get_by_label("Recorded answers").set_input_files(sorted((case / "recordings/detailed").glob("*.md")))
    page.get_by_role("button", name="Make models of it").click()
    first = page.locator(".interpretation").first
    first.wait_for()
    return first


def refining(page: Page, interpretation: Locator) -> None:
    """Hand in an interpretation to be refined, its own plan as one that works, and wait for the first question.

    It is measured by itself: a reference as good as any.
    """
    plan = interpretation.locator("details", has_text="Its plan").locator("pre").text_content() or ""
    interpretation.get_by_text("Make it better with what you know").click()
    interpretation.get_by_label("A plan that works").fill(plan)
    domain = interpretation.locator("details", has_text="The domain as PDDL").locator("pre").text_content() or ""
    interpretation.get_by_label("The true domain, if you have it").fill(domain)
    interpretation.get_by_role("button", name="Refine it").click()
    page.wait_for_url("**/refining/**")
    page.locator("#state .cards li").first.wait_for()


def watched(page: Page, troubles: list[str]) -> Page:
    """Note every error of a page."""

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            troubles.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    return page


def begin(page: Page, domain: str, problem: str = "1") -> None:
    """Begin a session about a problem, by clicking."""
    page.get_by_role("link", name=f"Start with problem {problem} of {domain}", exact=True).click()
    page.wait_for_selector("#plan .chart")


def say(page: Page, text: str) -> str:
    """Say something, and return what the page shows of the turn once it is over or asks."""
    turns = page.locator(".turn")
    before = turns.count()
    page.fill("#text", text)
    page.keyboard.press("Enter")
    turns.nth(before).locator(".statement, .answer, .question, .fault").first.wait_for()
    return turns.nth(before).inner_text()


def say_until_heard(page: Page, text: str, attempts: int = 20) -> str:
    """Say something to a console whose broker may be away: again, as long as it answers that it could not be sent."""
    turns = page.locator(".turn")
    before = turns.count()
    for _ in range(attempts):
        page.fill("#text", text)
        with page.expect_response(lambda response: "/say?" in response.url) as answered:
            page.keyboard.press("Enter")
        if answered.value.headers.get("x-done") == "yes":
            break
        page.wait_for_timeout(500)
    turns.nth(before).locator(".statement, .answer, .question, .fault").first.wait_for()
    return turns.nth(before).inner_text()
