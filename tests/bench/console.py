"""How quick the console's page is: first paint, dragging the time bar over a long plan, many browsers on one copy.

.venv/bin/python -m tests.bench.console --browsers 20 --minutes 10
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Browser, Page, sync_playwright
from tests.support.browsing import CHROMIUM, OpenConsole, begin, serving, watched
from tests.support.stack import whole_system

from plancritic.domains import load_domain
from plancritic.pages.page import make_page
from plancritic.pictures.drawings import draw_plan_alone
from plancritic.wording import Lexicon

_STEPS = 200
_MIB = 1024 * 1024
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
        with whole_system({"planner": 1}) as system, serving(system.settings) as console:
            found["first_paint_ms"] = _first_paint(browser, console)
            found["many"] = _many(browser, console, chosen.browsers, chosen.minutes)
        browser.close()
    print(json.dumps(found, indent=2))


def _dragging(browser: Browser) -> dict[str, float]:
    """Frames a second while the time bar is dragged over a plan of many steps."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "plan.html"
        lexicon = Lexicon(load_domain("haulage"), "1")
        file.write_text(make_page(draw_plan_alone(_long_plan(), lexicon, "1")), encoding="utf-8")
        page = browser.new_page(viewport={"width": 1280, "height": 900})
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


def _first_paint(browser: Browser, console: OpenConsole) -> dict[str, float]:
    page = _signed_in(browser, console)
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


def _many(browser: Browser, console: OpenConsole, browsers: int, minutes: float) -> dict[str, Any]:
    """Browsers that look at sessions of their own and ask why a step is there, one after another."""
    pages = [_signed_in(browser, console) for _ in range(browsers)]
    for page in pages:
        begin(page, "waterway")
    process, memory, taken = psutil.Process(os.getpid()), [], []
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until:
        for page in pages:
            began = time.monotonic()
            with page.expect_response("**/why/*"):
                page.locator(".step").first.click()
            taken.append(1000 * (time.monotonic() - began))
        memory.append(process.memory_info().rss / _MIB)
        time.sleep(1.0)
    for page in pages:
        page.context.close()
    ordered = sorted(taken)
    return {
        "browsers": browsers,
        "actions": len(taken),
        "p50_ms": statistics.median(taken),
        "p95_ms": ordered[int(0.95 * (len(ordered) - 1))],
        # Ten looks, evenly apart.
        "memory_mib": [round(memory[round(place * (len(memory) - 1) / 9)]) for place in range(10)],
    }


def _signed_in(browser: Browser, console: OpenConsole) -> Page:
    page = watched(browser.new_context(viewport={"width": 1280, "height": 900}).new_page(), [])
    page.goto(console.link())
    return page


if __name__ == "__main__":
    main()
