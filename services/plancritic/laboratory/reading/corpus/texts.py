"""The corpus as texts to train and measure a reader by."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from plancritic.laboratory.adherence.training.data.worded import read_wordings
from plancritic.laboratory.reading.corpus.utterances import Part, Utterance, part_of
from plancritic.pddl.language import Constraint, parse_constraint

#: Domains of the folder with requests in a language model's rewordings of canonical sentences, and how much such a text
#: counts beside one of the corpus: rewording gives half of what real utterances give (Herzig and Berant 2019).
WORDED_DOMAINS, _WORDED_WEIGHT = ("haulage", "satellite", "waterway"), 0.5


@dataclass(frozen=True, slots=True)
class TextAsked:
    """A text about a problem, and the constraints that it asks for; none for a text that asks for nothing.

    `weight` says how much it counts in training beside the others. `unsayable` marks a text that asks for something
    that no constraints can express.
    """

    domain: str
    problem: str
    text: str
    constraints: tuple[Constraint, ...]
    weight: float = 1.0
    unsayable: bool = False


def corpus_texts(utterances: Iterable[Utterance], part: Part) -> list[TextAsked]:
    """Return the texts of a part: agreed wishes, and what asks for nothing.

    Where the second reader disagreed the text is left out: it belongs to the ambiguous part.
    """
    return [
        TextAsked(
            each.domain,
            each.problem,
            each.text,
            tuple(map(parse_constraint, each.meaning)),
            unsayable=each.kind == "unsayable",
        )
        for each in utterances
        if each.agreed and part_of(each) == part
    ]


def worded_texts() -> list[TextAsked]:
    """Return the recorded rewordings of the folder's domains, each of less weight."""
    return [
        TextAsked(
            domain,
            wordings.problem,
            text,
            tuple(map(parse_constraint, wordings.constraints)),
            _WORDED_WEIGHT,
        )
        for domain in WORDED_DOMAINS
        for wordings in read_wordings(domain)
        for text in wordings.texts
    ]
