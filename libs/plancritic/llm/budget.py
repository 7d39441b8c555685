"""Limits on tokens, held back before every request, so that requests at the same time cannot exceed them together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cachetools import LRUCache

from plancritic.llm.errors import BudgetExceeded

#: Servers that report no usage are charged by length: English has about four characters a token; three is safe.
_CHARACTERS_PER_TOKEN = 3


def estimated_tokens(text: str) -> int:
    """Return a cautious guess at a text's tokens, for where no server has counted them."""
    return len(text) // _CHARACTERS_PER_TOKEN + 1


class TokenBudget:
    """Tokens that may still be spent, in and out together; `limit` None is no limit.

    `setting` names the variable that sets the limit, for whoever runs into it. Attempts that brought no answer are not
    counted: nobody tells what they cost.
    """

    def __init__(self, limit: int | None, setting: str = "PLANCRITIC_LLM_TOKENS") -> None:
        self.limit = limit
        self.setting = setting
        self.spent = 0
        self._held = 0

    @property
    def left(self) -> int | None:
        """Tokens neither spent nor held back for a request under way; None without a limit."""
        return None if self.limit is None else max(0, self.limit - self.spent - self._held)

    @contextmanager
    def held(self, tokens: int) -> Iterator[None]:
        """Hold so many tokens back while a request is under way.

        Raises:
            BudgetExceeded: So many are not left; nothing is held.
        """
        if self.limit is not None and self.left is not None and tokens > self.left:
            raise BudgetExceeded(self.limit, self.spent + self._held, tokens, self.setting)
        self._held += tokens
        try:
            yield
        finally:
            self._held -= tokens

    def spend(self, tokens: int) -> None:
        """Count tokens that were used."""
        self.spent += tokens


class RunBudgets:
    """One budget for each run, whichever of its jobs asks; those of the `kept` runs last used are known."""

    def __init__(self, limit: int, kept: int = 1_000) -> None:
        self._limit = limit
        self._budgets: LRUCache[str, TokenBudget] = LRUCache(kept)

    def of(self, run: str) -> TokenBudget:
        """Return the budget of the run with this correlation id."""
        return self._budgets.setdefault(run, TokenBudget(self._limit))
