"""A limit on tokens, checked before every request."""

from __future__ import annotations

from plancritic.llm.errors import BudgetExceeded

#: Servers that report no usage are charged by length: English has about four characters a token; three is safe.
_CHARACTERS_PER_TOKEN = 3


def estimated_tokens(text: str) -> int:
    """A cautious guess at a text's tokens, for where no server has counted them."""
    return len(text) // _CHARACTERS_PER_TOKEN + 1


class TokenBudget:
    """Tokens that may still be spent, in and out together."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.spent = 0

    @property
    def left(self) -> int:
        """Tokens not spent yet."""
        return max(0, self.limit - self.spent)

    def require(self, tokens: int) -> None:
        """Raise `BudgetExceeded` unless so many tokens are left."""
        if tokens > self.left:
            raise BudgetExceeded(self.limit, self.spent, tokens)

    def spend(self, tokens: int) -> None:
        """Count tokens that were used."""
        self.spent += tokens
