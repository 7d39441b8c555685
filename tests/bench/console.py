"""How quick the console's page is: first paint, dragging the time bar over a long plan, many browsers on one copy.

The console is a process of its own (`python -m plancritic.console`), so that its memory is its own; broker, services
and browsers are others.

.venv/bin/python -m tests.bench.console --browsers 20 --minutes 10
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, Page, StorageState, sync_playwright
from tests.support.browsing import CHROMIUM, begin, watched
from tests.support.stack import whole_system

from plancritic.bus import BusSettings
from plancritic.domains import load_domain
from plancritic.pages.page import make_page
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.wording import Lexicon

_STEPS = 200
_MIB = 1024 * 1024
#: A console that has not told its link after so long does not start.
_START_SECONDS = 30.0
_SIZE = {"width": 1280, "height": 900}
#: Sets the time bar anew in each frame, and tells how long the frames took, in milliseconds.
_DRAG = """async (frames) => {
  const bar = document.getElementById('time'), taken = [];
  let last = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    bar.value = bar.max * frame / frames;
    bar.dispatchEvent(new Event('input'));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    taken.push(now - last);
    last = now;
  }
  return taken;
}"""
_PAINTED = "() => performance.getEntriesByName('first-contentful-paint').length"
_PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0].startTime"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.console", description=__doc__)
    parser.add_argument("--browsers", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=10.0)
    chosen = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        found: dict[str, Any] = {"dragging": _dragging(browser)}
        with whole_system({"planner": 1}) as system, _console(browser, system.settings) as console:
            found["first_paint_ms"] = _first_paint(browser, console)
            found["many"] = _many(browser, console, chosen.browsers, chosen.minutes)
        browser.close()
    print(json.dumps(found, indent=2))


@dataclass(frozen=True)
class _Console:
    """A console in a process of its own; whoever has `signed_in` is signed in."""

    process: psutil.Process
    url: str
    signed_in: StorageState

    def page(self, browser: Browser) -> Page:
        context = browser.new_context(viewport=_SIZE, storage_state=self.signed_in)  # type: ignore[arg-type]
        page = watched(context.new_page(), [])
        page.goto(self.url)
        return page


@contextmanager
def _console(browser: Browser, bus: BusSettings) -> Iterator[_Console]:
    environment = os.environ | {
        "PLANCRITIC_NATS_URL": bus.nats_url,
        "PLANCRITIC_CONSOLE_PORT": "0",
        "PLANCRITIC_CONSOLE_ONE_TIME_LINK": "true",
    }
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "console.log").open("wb") as log:
        command = [sys.executable, "-m", "plancritic.console"]
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)
        try:
            link = _link(Path(log.name), process)
            context = browser.new_context(viewport=_SIZE)
            context.new_page().goto(link)
            signed_in = context.storage_state()
            context.close()
            yield _Console(psutil.Process(process.pid), link.split("/sign-in")[0], signed_in)
        finally:
            process.terminate()
            process.wait(timeout=20)


def _link(log: Path, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        text = log.read_text(encoding="utf-8")
        found = next((line for line in text.splitlines() if line.startswith("http") and "/sign-in/" in line), None)
        if found is not None:
            return found
        time.sleep(0.1)
    raise SystemExit(f"the console does not start:\n{log.read_text(encoding='utf-8')}")


def _dragging(browser: Browser) -> dict[str, float]:
    """Frames a second while the time bar is dragged over a plan of many steps."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan.html"
        lexicon = Lexicon(load_domain("haulage"), "1")
        file.write_text(make_page(draw_plan_alone(_long_plan(), lexicon, "1")), encoding="utf-8")
        page = browser.new_page(viewport=_SIZE)
        page.goto(file.as_uri())
        taken: list[float] = page.evaluate(_DRAG, 120)
        page.close()
    return {"steps": _STEPS, "frames_per_second": 1000 * len(taken) / sum(taken), "slowest_frame_ms": max(taken)}


def _long_plan() -> str:
    lines, places = ["0.000: (board driver1 van1 depot) [1.000]"], ("depot", "market")
    for number in range(_STEPS - 1):
        start, end = places[number % 2], places[(number + 1) % 2]
        lines.append(f"{1.001 + 10.001 * number:.3f}: (drive driver1 van1 {start} {end}) [10.000]")
    return "\n".join(lines) + "\n"


def _first_paint(browser: Browser, console: _Console) -> dict[str, float]:
    page = console.page(browser)
    begin(page, "waterway")
    taken = []
    for _ in range(5):
        page.reload()
        page.wait_for_selector("#plan .chart")
        taken.append(float(_paint(page)))
    page.context.close()
    return {"median": statistics.median(taken), "worst": max(taken)}


def _paint(page: Page) -> float:
    # The entry comes with the next frame.
    page.wait_for_function(_PAINTED)
    found: float = page.evaluate(_PAINT)
    return found


def _many(browser: Browser, console: _Console, browsers: int, minutes: float) -> dict[str, Any]:
    """Browsers that look at sessions of their own and ask why a step is there, one after another."""
    pages = [console.page(browser) for _ in range(browsers)]
    for page in pages:
        begin(page, "waterway")
    memory, taken = [], []
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        for page in pages:
            began = time.monotonic()
            with page.expect_response("**/why/*"):
                page.locator(".step").first.click()
            taken.append(1000 * (time.monotonic() - began))
        memory.append(console.process.memory_info().rss / _MIB)
        time.sleep(1.0)
    for page in pages:
        page.context.close()
    ordered = sorted(taken)
    return {
        "browsers": browsers,
        "actions": len(taken),
        "p50_ms": statistics.median(taken),
        "p95_ms": ordered[int(0.95 * (len(ordered) - 1))],
        "worst_ms": ordered[-1],
        # Of the console's process: ten looks, evenly apart.
        "memory_mib": [round(memory[round(place * (len(memory) - 1) / 9)]) for place in range(10)],
    }


if __name__ == "__main__":
    main()
