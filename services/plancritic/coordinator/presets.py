"""How the search is set up: as [EA] prints it, as its published code does it, and our own default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.feedback import EvidenceName, MutationName, RatesName

Operator = Literal["add", "remove", "modify", "duplicate"]


@dataclass(frozen=True)
class Preset:
    """The choices in which the published method, its code and ours differ ([EA] algorithms 1 and 2).

    `operators` are the chances of a mutation's kind; `mutations` the fewest and most mutations of one
    individual; `mutated_children` the share of children that are mutated at all; `elite` the share of a
    population that survives. `keep_readings` keeps the unmutated best readings in every population
    ([PC] lost 36 % of what the language model had right without that); `alternatives_first` starts with them
    and the other readings instead of mutations. `refills` bounds how often a generation is
    topped up because too few of its children have a plan (the published code has no bound).
    `mutation` is what an operator prefers (`preferences`) and `rates` whether their chances learn (`rates`); a run may
    name others for either. `distinct` keeps two specifications of the same meaning out of one population.
    `evidence` is what counts where a run does not say (`evidence.joined`). A `published` preset takes the scorer's
    yes or no, breaks ties by the mean raw score and ends with what the search found; ours prefers the shorter plan
    and finishes the result: every reading that is adhered to stands in the specification, what is violated is tried
    once more (`completion`).
    """

    name: str
    operators: tuple[tuple[Operator, float], ...]
    mutations: tuple[int, int]
    mutated_children: float
    elite: float
    parents: Literal["population", "elite"]
    keep_readings: bool
    alternatives_first: bool
    refills: int
    evidence: tuple[EvidenceName, ...]
    mutation: MutationName
    rates: RatesName
    distinct: bool
    published: bool


_EVENLY: tuple[tuple[Operator, float], ...] = (("add", 0.25), ("remove", 0.25), ("modify", 0.25), ("duplicate", 0.25))
_PUBLISHED: tuple[tuple[Operator, float], ...] = (("add", 0.1), ("remove", 0.1), ("modify", 0.5), ("duplicate", 0.3))

PRESETS: dict[str, Preset] = {
    "paper": Preset(
        name="paper",
        operators=_EVENLY,
        mutations=(1, 1),
        mutated_children=1.0,
        elite=0.5,
        parents="population",
        keep_readings=False,
        alternatives_first=False,
        refills=0,
        evidence=("scorer",),
        mutation="uniform",
        rates="fixed",
        distinct=False,
        published=True,
    ),
    "code": Preset(
        name="code",
        operators=_PUBLISHED,
        mutations=(1, 5),
        mutated_children=0.5,
        elite=0.5,
        parents="elite",
        keep_readings=True,
        alternatives_first=False,
        refills=3,
        evidence=("scorer",),
        mutation="uniform",
        rates="fixed",
        distinct=False,
        published=True,
    ),
    "ours": Preset(
        name="ours",
        operators=_PUBLISHED,
        mutations=(1, 3),
        mutated_children=0.75,
        elite=0.5,
        parents="elite",
        keep_readings=True,
        alternatives_first=True,
        refills=0,
        evidence=("scorer", "check"),
        mutation="lexicon",
        rates="adaptive",
        distinct=True,
        published=False,
    ),
}
