"""A real browser on the real page over real services."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.support.browsing import CHROMIUM, PATIENCE_MS, OpenConsole, serving, watched
from tests.support.stack import whole_system

from plancritic.local import LocalStack

CHECKOUT = Path(__file__).resolve().parents[2]

# No test asserts on speed: what is expected of a page may take as long as its actions.
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.timeout(300))


@pytest.fixture(scope="session")
def domains(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of domains, with one more that was made for these tests."""
    folder = tmp_path_factory.mktemp("browser") / "domains"
    folder.mkdir()
    for name in ("waterway", "satellite", "haulage", "shared"):
        (folder / name).symlink_to(CHECKOUT / "domains" / name)
    shutil.copytree(CHECKOUT / "tests/cases/corpus/domains/farm", folder / "farmyard")
    return folder


@pytest.fixture(scope="session")
def system(domains: Path) -> Iterator[LocalStack]:
    with whole_system({"planner": 2, "schema_library": 1, "refiner": 1}, domains=domains) as stack:
        yield stack


@pytest.fixture(scope="session")
def console(system: LocalStack) -> Iterator[OpenConsole]:
    with serving(system.settings) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("there is no Chromium: apt-get install chromium (`make test-browser` does it)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def troubles() -> list[str]:
    """What a browser complains of in its log: nothing, at the end of a test."""
    return []


@pytest.fixture
def page(browser: Browser, console: OpenConsole, troubles: list[str]) -> Iterator[Page]:
    """A page that is signed in as administrator."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = watched(context.new_page(), troubles)
    opened.goto(console.link())
    yield opened
    context.close()
    assert troubles == []
