"""How a run searches: what a person or a program may set."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from plancritic.contracts.envelope import Contract
from plancritic.contracts.scoring import CountedEvidence
from plancritic.contracts.translation import TranslatorName

#: How the search is set up: by us, as [EA] prints it, as its published code does it.
PresetName = Literal["ours", "paper", "code"]

#: What mutation takes where it has a choice: everything alike (as published); objects and facts that are near by the
#: lexicon's names and types, and constraint types that readings confuse; the same with the sentence encoder's cosine.
MutationName = Literal["uniform", "lexicon", "encoder"]
#: How often each operator is drawn: as the preset says, or by what its children came to.
RatesName = Literal["fixed", "adaptive"]


class SearchSettings(Contract):
    """How the genetic algorithm searches; the defaults are our own preset.

    `evidence` names what counts for a plan; without it that is for the coordinator and the preset to say. In the
    published presets it is the scorer's yes or no; named here, its probability counts in them too. `mutation` and
    `rates` are the preset's unless they are named: `uniform` and `fixed` give any preset the published operators.

    A `seed` turns deterministic mode on: the same seed gives the same result whatever the order or the
    number of workers; without it the deadline holds and limits are wall seconds.
    """

    seed: int | None = None
    preset: PresetName = "ours"
    population: int = Field(default=20, ge=2, le=1000)
    generations: int = Field(default=3, ge=0, le=1000)
    #: Generations to breed even where a plan adheres to every statement already: for a shorter one that does too.
    least_generations: int = Field(default=0, ge=0, le=1000)
    #: Of plans that meet as much, the one that is most like the plan shown, even where another ends sooner.
    keep_close: bool = False
    #: So long better plans are looked for once there is one that meets what was said; less where the best is proved.
    improve_seconds: float = Field(default=0.5, ge=0, le=3600)
    deadline_seconds: float = Field(default=120.0, gt=0, le=86_400)
    solve_seconds: float = Field(default=2.0, gt=0, le=3600)
    engine: str | None = None
    translator: TranslatorName | None = None
    evidence: CountedEvidence | None = None
    mutation: MutationName | None = None
    rates: RatesName | None = None
    #: Whether guesses at what was not understood, or is doubted, are tried, for the scorer to say; by the preset (ours:
    #: yes) if None.
    guesses: bool | None = None
    #: Plan once, under the best reading of every statement, and end: what a search is compared with ([EA] table II).
    translate_only: bool = False
