"""Pictures of every page of the console: light and dark, wide and narrow.

`python -m tests.browser.screenshots FOLDER` writes them all, to be looked at; with `--readme` the two of the README.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.support.browsing import CHECKOUT, CHROMIUM, OpenConsole, begin, modelled, refining, say, serving, watched
from tests.support.stack import whole_system

README_FOLDER = CHECKOUT / "services/plancritic/console/screenshots"
_WIDTHS = {"wide": 1280, "narrow": 390}
_SAID = ("No vessel may go through waypoint A.", "the boats should behave", "Finish with the scout at the ship dock.")


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=CHECKOUT / ".plancritic/screenshots")
    parser.add_argument("--readme", action="store_true", help="write the two of the README")
    chosen = parser.parse_args()
    with (
        whole_system({"planner": 2, "schema_library": 1, "refiner": 1}) as system,
        serving(system.settings) as console,
        _browser() as browser,
    ):
        if chosen.readme:
            for scheme in ("light", "dark"):
                page = _page(browser, console, scheme, 1500, 1000)
                begin(page, "waterway")
                say(page, _SAID[0])
                say(page, _SAID[2])
                page.locator("#time").fill("5")
                page.evaluate(
                    "document.querySelectorAll('body, .column').forEach((each) => each.scrollTo(0, 0)); scrollTo(0, 0);"
                )
                _take(page, README_FOLDER / f"{scheme}.png", whole=False)
            return
        for scheme in ("light", "dark"):
            for name, width in _WIDTHS.items():
                for picture in _every_page(_page(browser, console, scheme, width, 900), console):
                    _take(
                        picture[1], chosen.folder / f"{picture[0]}-{scheme}-{name}.png", not picture[0].endswith("seen")
                    )


def _every_page(page: Page, console: OpenConsole) -> Iterator[tuple[str, Page]]:
    yield "home", page
    begin(page, "waterway")
    yield "first", page
    page.go_back()
    _work(page)
    yield "work", page
    page.locator("#text").focus()
    yield "work-seen", page
    page.goto(page.url.split("?")[0] + "/revisions?one=1&other=2")
    yield "revisions", page
    page.goto(page.url.split("/revisions")[0] + "/replay?event=6")
    yield "replay", page
    page.goto(console.url)
    begin(page, "satellite")
    say(page, "Leave Phenomenon4 alone until the star is done.")
    yield "question", page
    # A run that waits for its answer holds one of the few places of the coordinator.
    page.get_by_role("button", name="Leave it open").click()
    page.locator(".turn .statement").first.wait_for()
    page.goto(f"{console.url}/operations")
    yield "operations", page
    page.goto(f"{console.url}/domains")
    yield "domains", page
    page.goto(f"{console.url}/domains/haulage")
    yield "domain", page
    page.get_by_role("link", name="edit its words").click()
    page.get_by_label("What somebody might say").fill("Parcel 2 should be at the school before parcel 1.")
    page.locator("#preview .said").wait_for()
    yield "words", page
    page.goto(f"{console.url}/domains/new")
    page.get_by_label("Name").fill("broken")
    page.locator("[name=domain]").fill("(define (domain broken)\n  (:predicates (at ?x)\n")
    page.get_by_role("button", name="Check").click()
    page.locator("#draft .fault").wait_for()
    yield "new-domain", page
    page.goto(f"{console.url}/domains/nowhere")
    yield "fault", page
    page.goto(console.url)
    interpretation = modelled(page)
    yield "models", page
    refining(page, interpretation)
    yield "refining", page
    page.locator("#state .cards li").first.get_by_role("button", name="No").click()
    expect(page.locator("main")).to_contain_text("1 answer and")
    page.locator("#state .cards li").first.wait_for()
    page.get_by_text("in words").click()
    yield "answered", page
    page.context.clear_cookies()
    page.goto(f"{console.url}/sign-in")
    yield "sign-in", page


def _work(page: Page) -> None:
    begin(page, "waterway")
    for text in _SAID:
        say(page, text)
    page.locator(".step").nth(2).click()
    page.wait_for_selector("#why .why")


def _page(browser: Browser, console: OpenConsole, scheme: str, width: int, height: int) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = watched(context.new_page(), [])
    page.goto(console.link())
    return page


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


def _take(page: Page, file: Path, whole: bool = True) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    page.wait_for_timeout(300)
    page.screenshot(path=file, full_page=whole)
    print(file)


if __name__ == "__main__":
    main()
