"""What `why` prints."""

from __future__ import annotations

import io

from plancritic.command_line.plans.step_reasons import show_reasons
from plancritic.command_line.terminal import Console
from plancritic.wording import StepReasons


def shown(*sentences: str) -> list[str]:
    written = io.StringIO()
    found = [StepReasons(place, 9, (), (), (sentence,)) for place, sentence in enumerate(sentences)]
    show_reasons(Console(file=written, width=100), found)
    return [line.rstrip() for line in written.getvalue().splitlines()]


def test_of_steps_that_begin_together_each_is_explained_and_it_is_said_that_they_share_a_number() -> None:
    one, other = "Step 9 (the scout waits) is there.", "Step 9 (the boat moves) is there."
    assert shown(one, other) == ["2 steps begin at the same time and share the number 9:", one, "", other]
    assert shown(one) == [one]
