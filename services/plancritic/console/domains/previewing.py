"""A reading of a sample statement by words that are being edited, in plain words."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import yaml

from plancritic.bus import Client
from plancritic.client.readings import preview_reading
from plancritic.console.domains.making import TextFault, lines_around
from plancritic.contracts.translation import MAXIMUM_STATEMENT_LENGTH, Reading
from plancritic.domains import DomainBundle, DomainContext, DomainFolderError
from plancritic.domains.files import context_from
from plancritic.pddl.language import parse_constraint
from plancritic.wording import Lexicon, constraints_sentence

#: Readings beside the best one that are shown.
_MOST_OTHERS = 3
_CONTEXT = "context.yaml"


@dataclass(frozen=True)
class InWords:
    """A reading said back: the sentence, and the constraints in PDDL that it stands for."""

    sentence: str
    constraints: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """What would be read of a statement; or `fault`, where the edited text has one.

    `readings` come best first; none of them means that the statement is not understood, and `reason` says why.
    `unused` are words of the statement that the best reading leaves out, `closest` statements that would be understood.
    """

    text: str = ""
    fault: TextFault | None = None
    readings: tuple[InWords, ...] = ()
    unused: tuple[str, ...] = ()
    reason: str = ""
    closest: tuple[str, ...] = ()


def context_yaml(context: DomainContext) -> str:
    """Return a context as YAML that reads back as the same; comments of a file it came from are not in it."""
    content = context.model_dump(mode="json", exclude_defaults=True)
    text: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=110)
    return text


def context_fault(text: str) -> TextFault | None:
    """Return what is wrong with the text of a context, at its line and column; None where it is one."""
    try:
        context_from(text)
    except DomainFolderError as error:
        line, column = error.line or 1, error.column or 1
        return TextFault(_CONTEXT, line, column, error.fault, error.remedy, lines_around(text, line))
    return None


@dataclass(frozen=True)
class Edited:
    """A domain whose words are edited: its PDDL, and the problem that sample statements are about."""

    name: str
    domain: str
    problem_id: str
    problem: str


async def previewed(bus: Client, edited: Edited, words: str, text: str) -> Preview:
    """Return how a statement is read by a domain whose context is the text `words`.

    Raises:
        ContractError: the domain cannot be read with these words, or no translator answers.
    """
    text = text.strip()[:MAXIMUM_STATEMENT_LENGTH]
    fault = await asyncio.to_thread(context_fault, words)
    if fault is not None or not text:
        return Preview(text, fault)
    problem = edited.problem_id
    draft = DomainBundle(
        name=edited.name, domain_pddl=edited.domain, problems={problem: edited.problem}, context=context_from(words)
    )
    found = await preview_reading(bus, draft.to_json().decode(), problem, text)
    readings = found.readings[: 1 + _MOST_OTHERS]
    return Preview(
        text,
        readings=await asyncio.to_thread(_in_words, readings, draft, problem),
        unused=(*readings[0].unused, *readings[0].unread) if readings else (),
        reason=found.reason or "",
        closest=found.closest,
    )


def _in_words(readings: tuple[Reading, ...], draft: DomainBundle, problem: str) -> tuple[InWords, ...]:
    if not readings:
        return ()
    lexicon = Lexicon(draft, problem)
    found = [
        InWords(
            constraints_sentence([parse_constraint(each) for each in reading.constraints], lexicon),
            reading.constraints,
        )
        for reading in readings
    ]
    # Readings that say the same in these words are no choice.
    return tuple({each.sentence: each for each in reversed(found)}.values())[::-1]
