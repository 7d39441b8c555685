"""Every page for everyone: no serious finding of axe, light and dark, wide and narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.support.browsing import OpenConsole, begin, modelled, refining, say, watched

_SERIOUS = ("serious", "critical")


def _findings(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in _SERIOUS]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious_on_any_page(browser: Browser, console: OpenConsole, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 850}, color_scheme=scheme)  # type: ignore[arg-type]
    page = watched(context.new_page(), [])
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        found[name] = _findings(page)
        # Nothing but the chart, tables and code may be wider than the page.
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width + 1:
            found[name].append(f"the page is {wide} wide")

    page.goto(f"{console.url}/sign-in")
    look("sign in")
    page.goto(console.link())
    look("home")
    begin(page, "waterway")
    look("first")
    say(page, "No vessel may go through waypoint A.")
    say(page, "the boats should behave")
    page.locator(".step").first.click()
    page.wait_for_selector("#why .why")
    look("work")
    session = page.url.split("/sessions/")[1].split("?")[0]
    page.goto(page.url.split("?")[0] + "/revisions")
    look("revisions")
    page.goto(f"{console.url}/operations")
    look("operations")
    for name, path in (
        ("replay", f"/sessions/{session}/replay?event=3"),
        ("domains", "/domains"),
        ("domain", "/domains/haulage"),
        ("words", "/domains/haulage/words"),
        ("new domain", "/domains/new"),
        ("description", "/modelling"),
        ("nothing there", "/domains/nowhere"),
    ):
        page.goto(console.url + path)
        look(name)
    page.goto(console.url)
    interpretation = modelled(page)
    look("models")
    refining(page, interpretation)
    look("refining")
    context.close()
    assert {name: each for name, each in found.items() if each} == {}
