"""How an evaluation runs its elements: what makes two rows comparable."""

from __future__ import annotations

from typing import Literal

from plancritic.contracts.envelope import Contract
from plancritic.contracts.feedback import EvidenceName, PresetName, SearchSettings
from plancritic.contracts.translation import TranslatorName

#: `ga` searches as the preset says; `translate-only` plans under what was understood, and no more.
Mode = Literal["translate-only", "ga"]


class EvaluationSettings(Contract):
    """The settings of every element of an evaluation; None leaves a choice to the services.

    Without a `seed` limits are wall seconds and the deadline holds.
    """

    mode: Mode = "ga"
    preset: PresetName = "ours"
    seed: int | None = 1
    generations: int | None = None
    population: int | None = None
    evidence: tuple[EvidenceName, ...] | None = None
    translator: TranslatorName | None = None
    engine: str | None = None

    def search(self, translate_only: bool | None = None) -> SearchSettings:
        """What is sent with each piece of feedback; by default the mode says whether there is a search."""
        alone = self.mode == "translate-only" if translate_only is None else translate_only
        chosen = self.model_dump(exclude={"mode"}, exclude_none=True)
        return SearchSettings(**chosen, translate_only=alone)
