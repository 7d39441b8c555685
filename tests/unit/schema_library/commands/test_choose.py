"""`plancritic schema choose` writes the words of the description that was modelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.modelling.messages import DomainModelled, Interpretation, LibraryCounts
from plancritic.contracts.validation import PlanRuling
from plancritic.domains.descriptions import read_description
from plancritic.schema_library.commands import choose as choosing

FARM = Path(__file__).parents[3] / "cases" / "printer_farm"


def ended(described: bool) -> DomainModelled:
    text, problem = ((FARM / name).read_text(encoding="utf-8") for name in ("domain.pddl", "problem.pddl"))
    description = read_description(FARM / "description.yaml").model_copy(update={"problem": None})
    return DomainModelled(
        envelope=Envelope.start(),
        domain="printer-farm",
        described_in="detailed",
        library="5" * 64,
        counts=LibraryCounts(instances=1, failed=0, actions=7, candidates=7, kept=7, dropped=0),
        interpretations=(
            Interpretation(
                rank=1,
                plan="",
                sets=1,
                near=None,
                similarity=None,
                votes=1,
                domain=text,
                proof=PlanRuling(ruling="accepted"),
            ),
        ),
        problem=problem,
        description=description if described else None,
    )


@pytest.mark.parametrize(
    ("described", "sentence", "told"),
    [
        (True, "holds: nothing lies on the bed of {0}", "The words are taken from the description"),
        # A run that was recorded before descriptions were kept.
        (False, "holds: '{0} is bed clear'", "All words are guesses"),
    ],
)
def test_the_words_of_the_description_become_those_of_the_context(
    described: bool,
    sentence: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def end(_: str) -> DomainModelled:
        return ended(described)

    monkeypatch.setattr(choosing, "_end", end)
    choosing.choose("3f2a9c01", 1, tmp_path / "farm")
    assert sentence in (tmp_path / "farm" / "context.yaml").read_text(encoding="utf-8")
    assert told in capsys.readouterr().out
