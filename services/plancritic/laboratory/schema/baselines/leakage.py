"""Did a language model know a test domain beforehand: what it writes from the name alone, beside the reference.

A probe after [DK] appendix C. High figures mean that candidates may come from memory and not from the description.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from plancritic.llm import LanguageModel, LanguageModelSettings, Message, TokenBudget, configured, filled_prompt
from plancritic.pddl.language import Action, Domain, FactEffect, atoms
from plancritic.schema_library.candidates.answers import blocks_of
from plancritic.schema_library.candidates.merging import canonical_text

_WORD = re.compile(r"[():]|[^\s():]+")
_HEAD = re.compile(r"\(\s*([^\s()?:]+)")
#: Words that stand at the head of a list and are no predicate.
_NO_PREDICATES = frozenset({"and", "not", "or", "when", "forall", "exists", "=", "define", "domain"})
_ANSWER_TOKENS = 4_000


@dataclass(frozen=True, slots=True)
class Leakage:
    """How like the reference a domain is that a model wrote from its name; shares and similarities are from 0 to 1.

    `action_names` and `predicate_names` are the shares of the reference's names that the answer has; `similarity` is
    for each action of the reference that of the likest block of the answer (Ratcliff and Obershelp over words, the
    action's own name and the names of variables left out); `answer` is what the model wrote.
    """

    model: str
    action_names: float
    predicate_names: float
    similarity: Mapping[str, float]
    answer: str

    @property
    def mean_similarity(self) -> float:
        """The mean over the actions of the reference."""
        return sum(self.similarity.values()) / len(self.similarity)


async def probe(settings: LanguageModelSettings, reference: Domain, budget: TokenBudget) -> Leakage:
    """Ask the configured model for a domain of the reference's name.

    Raises:
        ContractError: No language model is configured, or it gives no answer.
    """
    async with LanguageModel(configured(settings, "leave the leakage probe out")) as model:
        asked = (
            Message(
                "user", filled_prompt("plancritic.laboratory.schema.baselines", "known_domain", name=reference.name)
            ),
        )
        written = await model.write(asked, budget, most_tokens=_ANSWER_TOKENS)
        return compared(written.text, reference, model.name)


def compared(answer: str, reference: Domain, model: str) -> Leakage:
    """Return how like the reference an answer is."""
    blocks = blocks_of(answer)
    texts = [_words(each.text) for each in blocks]
    names = {(each.name or "").lower() for each in blocks}
    used = {name for action in reference.actions.values() for name in _predicates(action)}
    heads = {head for each in blocks for head in _heads(each.text)}
    return Leakage(
        model,
        _share(reference.actions, names),
        _share(used, heads),
        {name: _likest(_words(canonical_text(action)), texts) for name, action in reference.actions.items()},
        answer,
    )


def _predicates(action: Action) -> Iterable[str]:
    yield from (each.predicate for each in atoms(action.conditions_at_start))
    yield from (each.atom.predicate for each in action.effects_at_start if isinstance(each, FactEffect))


def _heads(text: str) -> set[str]:
    return {head.lower() for head in _HEAD.findall(text)} - _NO_PREDICATES


def _words(text: str) -> list[str]:
    """The words of an action without its name; every variable is the same word."""
    words = _WORD.findall(text.lower())
    body = words[words.index("parameters") :] if "parameters" in words else words
    return ["?" if word.startswith("?") else word for word in body]


def _likest(wanted: list[str], texts: list[list[str]]) -> float:
    return max((SequenceMatcher(None, wanted, each, autojunk=False).ratio() for each in texts), default=0.0)


def _share(wanted: Iterable[str], found: set[str]) -> float:
    names = set(wanted)
    return len(names & found) / len(names) if names else 0.0
