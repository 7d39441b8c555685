"""Every page for everyone: no serious finding of axe, light and dark, wide and narrow."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from tests.support.browsing import OpenConsole, begin, say, watched

_SERIOUS = ("serious", "critical")


def _findings(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]}" for each in found if each["impact"] in _SERIOUS]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing_serious_on_any_page(browser: Browser, console: OpenConsole, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 850}, color_scheme=scheme)  # type: ignore[arg-type]
    page = watched(context.new_page(), [])
    found: dict[str, list[str]] = {}
    page.goto(f"{console.url}/sign-in")
    found["sign in"] = _findings(page)
    page.goto(console.link())
    found["home"] = _findings(page)
    begin(page, "waterway")
    found["first"] = _findings(page)
    say(page, "No vessel may go through waypoint A.")
    say(page, "the boats should behave")
    page.locator(".step").first.click()
    page.wait_for_selector("#why .why")
    found["work"] = _findings(page)
    # Nothing but the chart, tables and code may be wider than the page.
    assert page.evaluate("document.documentElement.scrollWidth") <= width + 1
    session = page.url.split("/sessions/")[1].split("?")[0]
    page.goto(page.url.split("?")[0] + "/revisions")
    found["revisions"] = _findings(page)
    page.goto(f"{console.url}/operations")
    found["operations"] = _findings(page)
    for name, path in (
        ("replay", f"/sessions/{session}/replay?event=3"),
        ("domains", "/domains"),
        ("domain", "/domains/haulage"),
        ("new domain", "/domains/new"),
        ("description", "/modelling"),
        ("nothing there", "/domains/nowhere"),
    ):
        page.goto(console.url + path)
        found[name] = _findings(page)
    context.close()
    assert {name: each for name, each in found.items() if each} == {}
