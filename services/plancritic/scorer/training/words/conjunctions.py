"""How several requests are put into one text."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.scorer.training.dataset import Split
from plancritic.scorer.training.words.patterns import Filled
from plancritic.scorer.training.words.splits import share


@dataclass(frozen=True, slots=True)
class Joint:
    """`opening`, then the parts, `between` them and before the `last`; `{n}` is the number of the part that follows.

    `apart`: each part is a sentence of its own. `of_statements`: the parts after the first follow a "that".
    """

    between: str
    last: str
    opening: str = ""
    apart: bool = False
    of_statements: bool = False


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
)  # fmt: skip


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
    if (joint.apart and joint.between.strip(". ").isalpha()) or joint.between.endswith(", "):
        texts = [texts[0], *(part.text for part in parts[1:])]
    text = joint.opening + texts[0]
    for number, part in enumerate(texts[1:], 2):
        between = joint.last if number == len(texts) else joint.between
        if joint.apart and text[-1] in ".?!" and between.startswith("."):
            between = between[1:]
        text += between.replace("{n}", str(number)) + part
    kinds = {part.kind for part in parts}
    if joint.apart or len(kinds) > 1:
        return Filled(text, "whole")
    return Filled(text, parts[0].kind)


def capitalised(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[0].upper() + text[1:]
