"""How several requests are put into one text."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache
from string import ascii_lowercase
from typing import Annotated

from pydantic import AfterValidator, TypeAdapter, field_validator

from plancritic.adherence.dataset import Split
from plancritic.english.numbers import in_words
from plancritic.laboratory.adherence.training.words.patterns import Filled
from plancritic.laboratory.adherence.training.words.splits import share
from plancritic.laboratory.adherence.training.words.templates import Data, divisible, read_words


class Joint(Data):
    """`opening`, then the parts, `between` them and before the `last`, and the `closing`.

    `last` is empty where the last part follows as the others do. `{n}` is the number of the part that follows,
    `{letter}` its letter, `{count}` how many there are, in words.

    `apart`: each part is a sentence of its own. `of_statements`: the parts after the first follow a "that".
    """

    between: str
    last: str = ""
    opening: str = ""
    apart: bool = False
    of_statements: bool = False
    closing: str = ""

    @field_validator("between", "last", "opening", "closing")
    @classmethod
    def _known_places(cls, text: str) -> str:
        """Refuse a place that nothing fills."""
        unknown = re.findall(r"\{(?!(?:n|letter|count)\})\w*\}?", text)
        if unknown:
            raise ValueError(f"{unknown[0]!r} is none of {{n}}, {{letter}} and {{count}}")
        return text


_JOINTS: TypeAdapter[tuple[Joint, ...]] = TypeAdapter(Annotated[tuple[Joint, ...], AfterValidator(divisible)])
#: The largest number that a joint says in a word.
_LARGEST_WORD = 12


@cache
def joints() -> tuple[Joint, ...]:
    """Return the joints, of which none says which part is to come first."""
    return read_words("templates/joints.yaml", _JOINTS)


def joined(parts: Sequence[Filled], split: Split, generator: random.Random) -> Filled:
    """The parts in one text, in their order.

    Parts that open with a time stand as sentences of their own: "at the end A and B" is about the end twice.
    """
    if len(parts) == 1:
        return parts[0]
    apart = any(part.kind == "whole" or part.opens_with_time or part.text.endswith(("?", ".")) for part in parts)
    stated = all(part.kind == "statement" for part in parts[1:])
    own = [each for each in share(joints(), split) if (each.apart or not apart) and (stated or not each.of_statements)]
    joint = generator.choice(own)
    texts = [capitalised(part.text) if joint.apart else part.text for part in parts]
    if joint.between.endswith((", ", "And ", "and ")):
        texts = [texts[0], *(part.text for part in parts[1:])]
    text = _counted(joint.opening, 1, len(texts)) + texts[0]
    for number, part in enumerate(texts[1:], 2):
        between = joint.last or joint.between if number == len(texts) else joint.between
        text = _followed(text, _counted(between, number, len(texts))) + part
    text = _followed(text, _counted(joint.closing, len(texts), len(texts)))
    kinds = {part.kind for part in parts}
    if joint.apart or joint.opening or len(kinds) > 1:
        return Filled(text, "whole")
    return Filled(text, parts[0].kind)


def _counted(words: str, number: int, count: int) -> str:
    """The words of a joint with the number and the letter of a part and the count of all filled in."""
    said = in_words(count) if count <= _LARGEST_WORD else str(count)
    letter = ascii_lowercase[(number - 1) % len(ascii_lowercase)]
    return words.replace("{n}", str(number)).replace("{letter}", letter).replace("{count}", said)


def _followed(text: str, more: str) -> str:
    """The text and what follows it, with one mark between them."""
    if more.startswith((",", ";")):
        return text.removesuffix(".") + more
    return text + (more[1:] if more.startswith(".") and text[-1] in ".?!" else more)


def capitalised(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[0].upper() + text[1:]
