"""The work of reading one statement is counted and bounded."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any, Literal

import pytest

from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import load_domain
from plancritic.mentions import effort
from plancritic.translator.translation import Translator

FEEDBACK = Path(__file__).parents[3] / "cases" / "feedback"
WORDS = (
    "the scout boat must not go to waypoint A before after until debris asset B and or if never visit tow ship "
    "salvage at end start while first then , without clear open"
)
WATERWAY = load_domain("waterway")


def salad(seed: int) -> str:
    """Words of the domain in no order: 350 characters."""
    chosen = random.Random(seed)
    return " ".join(chosen.choice(WORDS.split(" ")) for _ in range(80))[:350]


#: One that names the end in nearly every part, so that every way to cut it is read.
TANGLED = (
    "end while boat or open clear start visit without salvage asset open A never A to or before the debris boat and "
)
TANGLED = (TANGLED * 4)[:350]


def read(*texts: str, translator: Translator | None = None) -> tuple[StatementReadings, ...]:
    statements = [Statement(id=f"s{number}", text=text) for number, text in enumerate(texts)]
    _, found = asyncio.run((translator or Translator()).translate(WATERWAY, "1", statements))
    return found


def test_steps_are_counted_only_where_they_are_bounded() -> None:
    effort.step(10**9)
    with effort.bounded(most=10) as counted:
        effort.step(4)
        effort.step(6)
        assert counted.steps == 10
        with pytest.raises(effort.TooMuchToReadError):
            effort.step()
    effort.step(10**9)


def test_work_that_nobody_counts_well_ends_by_the_processor_s_time() -> None:
    with pytest.raises(effort.TooMuchToReadError), effort.bounded(most=10**12, cpu_seconds=0.05):
        while True:
            effort.step()


def test_a_tangled_statement_is_refused_with_what_to_do_and_others_beside_it_are_read() -> None:
    started = time.process_time()
    first, refused, last = read("No vessel may go through waypoint A.", TANGLED, "Finish with the scout at waypoint B.")
    assert time.process_time() - started < 15, "some seconds are the preparation of the problem"
    assert refused.readings == refused.guesses == ()
    assert refused.reason is not None
    assert "split it into shorter statements" in refused.reason
    assert refused.closest
    assert first.readings and last.readings


@pytest.mark.parametrize(
    "text", ["a/b/" * 500, "not " * 500, "a " * 1000, "waypoint A and " * 133, "(" * 2000, ". " * 1000]
)
def test_long_statements_are_answered_with_a_reason_within_the_bound(text: str) -> None:
    translator = Translator()
    read("Go.", translator=translator)
    started = time.process_time()
    (answer,) = read(text[:2000], translator=translator)
    assert time.process_time() - started < 5
    assert answer.readings == ()
    assert answer.reason


def test_the_same_statement_takes_the_same_steps_whatever_was_read_before_or_is_read_beside_it() -> None:
    def steps(translator: Translator, text: str) -> int:
        prepared = translator._prepare(WATERWAY, "1")
        with effort.bounded(most=10**9) as counted:
            translator._read(prepared, Statement(id="s", text=text), None, 5)
        return counted.steps

    fresh, used = Translator(), Translator()
    text = (
        "The scout must be at waypoint B before the debris boat leaves the start, and nobody goes through waypoint A."
    )
    alone = steps(fresh, text)
    assert alone > 100
    read(salad(1), "No vessel may go through waypoint A.", translator=used)
    assert steps(used, text) == alone == steps(used, text)


async def test_statements_of_two_jobs_take_turns() -> None:
    translator = Translator()
    order: list[str] = []
    plain = translator._read_bounded

    def noted(prepared: Any, statement: Statement, *rest: Any) -> StatementReadings:
        order.append(statement.id)
        return plain(prepared, statement, *rest)

    class Turn(asyncio.Lock):
        """Tells when the test and both jobs have asked for it."""

        asked = 0
        all_asked = asyncio.Event()

        async def acquire(self) -> Literal[True]:
            self.asked += 1
            if self.asked == 3:
                self.all_asked.set()
            return await super().acquire()

    translator._read_bounded = noted  # type: ignore[method-assign]
    translator._turn = turn = Turn()
    many = [Statement(id=f"many{n}", text="No vessel may go through waypoint A.") for n in range(6)]
    few = [Statement(id="few", text="Finish with the scout at waypoint B.")]
    async with turn:
        jobs = asyncio.gather(translator.translate(WATERWAY, "1", many), translator.translate(WATERWAY, "1", few))
        await turn.all_asked.wait()
    await jobs
    assert order.index("few") <= 1, order


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_statement_of_the_suites_comes_near_the_bound() -> None:
    translator = Translator()
    for path in sorted(FEEDBACK.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            prepared = translator._prepare(load_domain(row["domain"]), str(row.get("problem", "1")))
            for text in row.get("statements") or ([row["statement"]] if "statement" in row else []):
                # Shorter ones take a tenth of the bound at most, and there are many.
                if len(text) < 105:
                    continue
                with effort.bounded(most=int(0.75 * effort.MOST_STEPS)):
                    translator._read(prepared, Statement(id="s", text=text), None, 5)
