"""How several requests are put into one text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from plancritic.adherence.dataset import Split
from plancritic.scorer.training.words.patterns import Filled
from plancritic.scorer.training.words.splits import share


@dataclass(frozen=True, slots=True)
class Joint:
    """`opening`, then the parts, `between` them and before the `last`, and the `closing`.

    `{n}` is the number of the part that follows, `{letter}` its letter, `{count}` how many there are, in words.

    `apart`: each part is a sentence of its own. `of_statements`: the parts after the first follow a "that".
    """

    between: str
    last: str
    opening: str = ""
    apart: bool = False
    of_statements: bool = False
    closing: str = ""


#: None of these words says which part is to come first.
JOINTS: tuple[Joint, ...] = (
    Joint(" and ", " and "),
    Joint(", ", " and "),
    Joint(", and ", ", and "),
    Joint(", and ", ", and also "),
    Joint(", and ", ", but "),
    Joint(". ", ". ", apart=True),
    Joint("; ", "; "),
    Joint("; also, ", "; also, "),
    Joint(". Also, ", ". Also, ", apart=True),
    Joint(". Besides, ", ". Besides, ", apart=True),
    Joint(" {n}. ", " {n}. ", "1. ", apart=True),
    Joint(" ({n}) ", " ({n}) ", "(1) ", apart=True),
    Joint(", and ", ", and on top of that "),
    Joint(". ", ". ", "Here is what I want. ", apart=True),
    Joint(". And ", ". And ", apart=True),
    Joint(", and ", ", and likewise "),
    Joint(". Furthermore, ", ". Furthermore, ", apart=True),
    Joint(". In addition, ", ". In addition, ", apart=True),
    Joint(" // ", " // "),
    Joint("; besides, ", "; besides, "),
    Joint(" while making sure that ", " while making sure that ", of_statements=True),
    Joint(", and see to it that ", ", and see to it that ", of_statements=True),
    Joint(" and ensure that ", " and ensure that ", of_statements=True),
    Joint(", making sure that ", ", making sure that ", of_statements=True),
    Joint(", and I also want it so that ", ", and I also want it so that ", of_statements=True),
    Joint(". As a further point, ", ". As a further point, ", apart=True),
    Joint(", plus ", ", plus "),
    Joint("; ", "; ", "{count} things: "),
    Joint("\n- ", "\n- ", "- ", apart=True),
    Joint(" ({letter}) ", " ({letter}) ", "(a) ", apart=True),
    Joint("\n", "\n", apart=True),
    Joint("; and ", "; and "),
    Joint(". I also want this: ", ". I also want this: ", apart=True),
    Joint(" - and ", " - and "),
    Joint("\n{n}. ", "\n{n}. ", "1. ", apart=True),
    Joint(", and I also insist that ", ", and I also insist that ", of_statements=True),
    Joint(". That's one thing. Another: ", ". That's one thing. Another: ", apart=True),
    Joint(" + ", " + "),
    Joint(", {letter}) ", ", {letter}) ", "This is what I need: a) ", apart=True),
    Joint(". Moreover, ", ". Moreover, ", apart=True),
    Joint("; also: ", "; also: "),
    Joint("; ", "; ", "I have {count} requests: "),
    Joint(", and there is also this: ", ", and there is also this: "),
    Joint(" / ", " / "),
    Joint(". Not only that, ", ". Not only that, ", apart=True),
    Joint(", and I need to be sure that ", ", and I need to be sure that ", of_statements=True),
    Joint(". Point {n}: ", ". Point {n}: ", "Point 1: ", apart=True),
    Joint(", not forgetting this: ", ", not forgetting this: "),
    Joint(". ", ". ", apart=True, closing=". That makes {count} requests"),
    Joint("; just as important: ", "; just as important: "),
    Joint("\n* ", "\n* ", "What I need:\n* ", apart=True),
    Joint(" - ", " - "),
    Joint(". Apart from that, ", ". Apart from that, ", apart=True),
    Joint(", it is also important that ", ", and it is also important that ", of_statements=True),
    Joint(", and moreover ", ", and moreover "),
    Joint(". Request {n}: ", ". Request {n}: ", "Request 1: ", apart=True),
    Joint("; in addition, ", "; in addition, "),
    Joint("; {letter}) ", "; {letter}) ", "Please see to the following: a) ", apart=True),
    Joint(", ", ", and in addition "),
    Joint(". Another thing: ", ". Another thing: ", apart=True),
    Joint("; I ask as well that ", "; I ask as well that ", of_statements=True),
    Joint(". ", ". ", "There are {count} conditions. ", apart=True),
    Joint(". Oh, and ", ". Oh, and ", apart=True),
    Joint(" #{n} ", " #{n} ", "#1 ", apart=True),
    Joint("; what I want too is that ", "; what I want too is that ", of_statements=True),
    Joint(" ... ", " ... "),
    Joint(". One more: ", ". One more: ", apart=True),
    Joint("; equally, ", "; equally, "),
    Joint("; ", "; and ", "I want {count} things: "),
    Joint(", {n}) ", ", and {n}) ", "1) ", apart=True),
    Joint(". This matters just as much: ", ". This matters just as much: ", apart=True),
    Joint(", what's more, ", ", and what's more, "),
    Joint(" and it is just as important that ", " and it is just as important that ", of_statements=True),
    Joint("\n\n", "\n\n", apart=True),
    Joint("; ", "; and one more item: "),
    Joint(". ", ". ", "I'm asking for {count} things, in no particular order. ", apart=True),
    Joint(", and not to forget, ", ", and not to forget, "),
    Joint(" == ", " == ", apart=True),
    Joint(". To that I add: ", ". To that I add: ", apart=True),
    Joint(", and by the way, ", ", and by the way, "),
)  # fmt: skip

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def joined(parts: Sequence[Filled], split: Split, generator: random.Random) -> Filled:
    """The parts in one text, in their order.

    Parts that open with a time stand as sentences of their own: "at the end A and B" is about the end twice.
    """
    if len(parts) == 1:
        return parts[0]
    apart = any(part.kind == "whole" or part.opens_with_time or part.text.endswith(("?", ".")) for part in parts)
    stated = all(part.kind == "statement" for part in parts[1:])
    own = [each for each in share(JOINTS, split) if (each.apart or not apart) and (stated or not each.of_statements)]
    joint = generator.choice(own)
    texts = [capitalised(part.text) if joint.apart else part.text for part in parts]
    if joint.between.endswith((", ", "And ", "and ")):
        texts = [texts[0], *(part.text for part in parts[1:])]
    text = _counted(joint.opening, 1, len(texts)) + texts[0]
    for number, part in enumerate(texts[1:], 2):
        between = joint.last if number == len(texts) else joint.between
        text = _followed(text, _counted(between, number, len(texts))) + part
    text = _followed(text, _counted(joint.closing, len(texts), len(texts)))
    kinds = {part.kind for part in parts}
    if joint.apart or joint.opening or len(kinds) > 1:
        return Filled(text, "whole")
    return Filled(text, parts[0].kind)


def _counted(words: str, number: int, count: int) -> str:
    """The words of a joint with the number and the letter of a part and the count of all filled in."""
    in_words = _COUNTS[count] if count < len(_COUNTS) else str(count)
    letter = ascii_lowercase[(number - 1) % len(ascii_lowercase)]
    return words.replace("{n}", str(number)).replace("{letter}", letter).replace("{count}", in_words)


def _followed(text: str, more: str) -> str:
    """The text and what follows it, with one mark between them."""
    if more.startswith((",", ";")):
        return text.removesuffix(".") + more
    return text + (more[1:] if more.startswith(".") and text[-1] in ".?!" else more)


def capitalised(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[0].upper() + text[1:]
