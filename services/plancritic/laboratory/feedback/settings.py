"""How an evaluation runs its elements: what makes two rows comparable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.feedback import EvidenceName, MutationName, PresetName, RatesName, SearchSettings
from plancritic.contracts.translation import TranslatorName

#: `ga` searches as the preset says; `translate-only` plans under what was understood, and no more.
Mode = Literal["translate-only", "ga"]

#: Who answers a run's questions: a simulated person who knows the ground truth, or nobody.
Answers = Literal["ground-truth", "none"]

#: That nobody answers is not worth a word.
_NOBODY = ("answers", "none")
#: What no search setting carries: what the services are started with, and who answers.
_OF_THE_SERVICES = frozenset({"scorer", "misread", "answers"})


class EvaluationSettings(Contract):
    """The settings of every element of an evaluation; None leaves a choice to the services.

    Without a `seed` limits are wall seconds and the deadline holds. `scorer` is the SHA-256 of the model that judges
    in place of the one that ships; `misread` the share of statements that the translator misreads on purpose.
    """

    mode: Mode = "ga"
    preset: PresetName = "ours"
    seed: int | None = 1
    generations: int | None = None
    population: int | None = None
    evidence: tuple[EvidenceName, ...] | None = None
    mutation: MutationName | None = None
    rates: RatesName | None = None
    guesses: bool | None = None
    translator: TranslatorName | None = None
    engine: str | None = None
    scorer: str | None = None
    misread: float | None = Field(default=None, ge=0, le=1)
    answers: Answers = "none"

    def search(self, translate_only: bool | None = None) -> SearchSettings:
        """Return what is sent with each piece of feedback; by default the mode says whether there is a search.

        Guesses that are asked for are so of the search: translation run beside it is not asked, for it has none.
        """
        alone = self.mode == "translate-only" if translate_only is None else translate_only
        beside = {"guesses"} if translate_only and self.mode != "translate-only" else set()
        chosen = self.model_dump(exclude={"mode", *_OF_THE_SERVICES, *beside}, exclude_none=True)
        return SearchSettings(**chosen, translate_only=alone)

    def shown(self) -> str:
        """Return the settings on one line."""
        return self.shown_of([self])

    @classmethod
    def shown_of(cls, settings: Sequence[EvaluationSettings]) -> str:
        """Return what all of these settings have in common, on one line."""
        first, *others = (each.model_dump(mode="json") for each in settings)
        shared = {name: value for name, value in first.items() if all(other[name] == value for other in others)}
        chosen = {name: value for name, value in shared.items() if value is not None and (name, value) != _NOBODY}
        if "scorer" in chosen:
            chosen["scorer"] = chosen["scorer"][:12]
        words = [f"{name} {', '.join(value) if isinstance(value, list) else value}" for name, value in chosen.items()]
        return "; ".join([*words, *(("wall-clock limits",) if "seed" in shared and shared["seed"] is None else ())])
