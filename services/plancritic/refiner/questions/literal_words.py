"""Conditions and effects of actions in the description's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.phrases.description_words import DescriptionWords, parameter_phrase
from plancritic.pddl.language import Atom, Domain
from plancritic.refiner.repair.schemas import Part

#: Whether an action has a literal, has it anew, has it no longer, or lacks it.
Has = Literal["has", "also", "no longer", "lacks"]

_REQUIRES: dict[Has, str] = {
    "has": "requires",
    "also": "also requires",
    "no longer": "no longer requires",
    "lacks": "does not require",
}
_EFFECT: dict[Has, str] = {
    "has": "has the effect",
    "also": "also has the effect",
    "no longer": "no longer has the effect",
    "lacks": "does not have the effect",
}


@dataclass(frozen=True)
class LiteralWords:
    """The words of a description for literals over the parameters of a domain's actions."""

    words: DescriptionWords
    domain: Domain

    @classmethod
    def of(cls, description: DomainDescription, domain: Domain) -> LiteralWords:
        """Return the words for a domain.

        Raises:
            DescriptionError: What the description declares cannot be read.
        """
        return cls(_words(description.model_dump_json(exclude={"problem"})), domain)

    def clause(self, action: str, literal: str) -> str:
        """Return a literal (PDDL) of an action as a clause: "(not (hot ?o))" as "oven o is not hot"."""
        parts = literal.replace("(", " ").replace(")", " ").split()
        holds = parts[0] != "not"
        predicate, *arguments = parts if holds else parts[1:]
        types = {each.name: each.types for each in self.domain.actions[action].parameters}
        phrases = [parameter_phrase(each, types[each]) if each in types else each for each in arguments]
        return self.words.literal(Atom(predicate, tuple(arguments)), phrases, holds)


def literal_sentence(action: str, part: Part, has: Has, literal: str, words: LiteralWords | None = None) -> str:
    """Return how an action stands to a literal: with the literal as PDDL, and with its words before it if there are."""
    verb = (_REQUIRES if part == "precondition" else _EFFECT)[has]
    if words is None:
        return f"{action} {verb.replace('require', 'need')} {literal}"
    return f"{action} {verb} that {words.clause(action, literal)} {literal}"


@lru_cache(maxsize=16)
def _words(description: str) -> DescriptionWords:
    return DescriptionWords.of(DomainDescription.model_validate_json(description))
