"""Several conditions of a text said at once."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.laboratory.adherence.training.words.names import Names
from plancritic.laboratory.adherence.training.words.sayings import Saying


class Several:
    """Several literals in one text, joined by "and" or "or": only as whole sentences."""

    def __init__(self, sayings: Sequence[Saying], any_one: bool, names: Names) -> None:
        self._sayings = sayings
        self._any = any_one
        self._opening = names.pick(["either ", "", ""]) if any_one and len(sayings) == 2 else ""
        # All of them have to hold in one state: "and" alone would leave that open.
        self._conjunction = " or " if any_one else names.pick([" while ", " and at the same time "])

    #: Its sentences say "not" where they have to.
    is_affirmative = True

    @property
    def holds(self) -> str | None:
        """Their states as a sentence."""
        return self._joined([saying.holds for saying in self._sayings])

    @property
    def happens(self) -> str | None:
        """Their changes as a sentence."""
        if self._any:
            return self._joined([saying.happens for saying in self._sayings])
        return f"it comes about that {self.holds}"

    @property
    def came(self) -> str | None:
        """That their changes have come about."""
        if self._any:
            return self._joined([saying.came for saying in self._sayings])
        return f"it has come about that {self.holds}"

    def _joined(self, sentences: Sequence[str | None]) -> str | None:
        said = [sentence for sentence in sentences if sentence is not None]
        if len(said) < len(sentences):
            return None
        return self._opening + self._conjunction.join(said)
