"""Judgements counted on their way: how far a search is, its best candidate so far, and where it has to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from plancritic.contracts.refinement.messages import SearchedCandidate
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.tree import RefinementTree
from plancritic.refiner.runs.searched_tree import SearchedTree
from plancritic.threads import stop

#: Is told how many candidates were judged (one judged by another kind of feedback counts once), the best one, and what
#: is new of the tree of candidates.
Tell = Callable[[int, "Best", tuple[SearchedCandidate, ...]], Awaitable[None]]


@dataclass(frozen=True)
class Best:
    """A candidate with its judgement, and in how many ways it differs from the start."""

    domain: str
    judgement: Judgement
    kinds: frozenset[FeedbackKind]
    changes: int

    @property
    def rank(self) -> tuple[int, int, int]:
        """What candidates are ordered by, the best first: judged most completely, fewest complaints and changes."""
        return -len(self.kinds), len(self.judgement.messages), self.changes


class StepsUsedUpError(Exception):
    """As many candidates as were allowed have been judged."""


class WatchedFeedback:
    """Hands candidates on to another source, each once for the same kinds of feedback."""

    def __init__(self, source: FeedbackSource, start: str, most_steps: int | None, tell: Tell) -> None:
        self._source = source
        self._start = start
        self._most_steps = most_steps
        self._tell = tell
        self._tree = SearchedTree()
        #: What is new of the tree and not told yet: there is nobody to tell before a candidate could be judged.
        self._new: list[SearchedCandidate] = []
        self._asked: dict[tuple[str, frozenset[FeedbackKind]], asyncio.Task[Judgement]] = {}
        self._candidates: set[str] = set()
        self._judged: set[str] = set()
        self.best: Best | None = None

    @property
    def steps(self) -> int:
        """How many candidates were begun to be judged."""
        return len(self._candidates)

    async def judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        """Return the feedback on a domain.

        Raises:
            StepsUsedUpError: it is one candidate more than allowed.
        """
        asked = (domain, kinds)
        if asked not in self._asked:
            if domain not in self._candidates and self.steps == self._most_steps:
                raise StepsUsedUpError
            if not self._candidates:
                # A search begins with its start, whichever judgement is there first.
                self._tree.begin(domain)
            self._candidates.add(domain)
            self._asked[asked] = asyncio.create_task(self._judge(domain, kinds))
        # Who gives up waiting ends nothing: others may wait for the same.
        return await asyncio.shield(self._asked[asked])

    def grows_by_itself(self) -> None:
        """Say that the search has a tree from now on, which is told by `grown`."""
        self._tree.grows_by_itself()

    async def grown(self, tree: RefinementTree) -> None:
        """Tell what is new of a search's own tree."""
        await self._told(self._tree.grown(tree))

    async def stop(self) -> None:
        """Give up what is not judged yet."""
        await stop(*self._asked.values())

    async def _judge(self, domain: str, kinds: frozenset[FeedbackKind]) -> Judgement:
        judgement = await self._source.judge(domain, kinds)
        if judgement.fault is None:
            found = Best(domain, judgement, kinds, len(changes(self._start, domain)))
            if self.best is None or found.rank < self.best.rank:
                self.best = found
        self._judged.add(domain)
        await self._told(self._tree.judged(domain, judgement))
        return judgement

    async def _told(self, new: Sequence[SearchedCandidate]) -> None:
        self._new += new
        if self.best is not None:
            told, self._new = tuple(self._new), []
            await self._tell(len(self._judged), self.best, told)
