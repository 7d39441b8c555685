"""The tree of a search: domains, the messages that led to them, and what is wrong with each; it can be kept as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    SerializerFunctionWrapHandler,
    Tag,
    WrapSerializer,
)

from plancritic.refiner.feedback.messages import (
    BeginningFeedback,
    Feedback,
    LandmarkFeedback,
    NegativeFeedback,
    PlanFeedback,
    UnsolvableFeedback,
)

#: Why a search ended: nothing is wrong as far as it looks, its steps are used up, or no domain is left to try.
Ending = Literal["settled", "used up", "nothing left"]


_KINDS: Mapping[type[Feedback], str] = {
    PlanFeedback: "plan",
    BeginningFeedback: "beginning",
    LandmarkFeedback: "landmark",
    UnsolvableFeedback: "unsolvable",
    NegativeFeedback: "negative",
}


def _kind(message: Any) -> str | None:
    """Return the kind of a message, or of one that was kept; some kinds differ in nothing else."""
    return message.get("kind") if isinstance(message, dict) else _KINDS.get(type(message))


def _kept(message: Any, write: SerializerFunctionWrapHandler) -> Any:
    written = {"kind": _kind(message), **write(message)}
    # A set has another order in each process; what is kept should be the same.
    if "landmark" in written:
        written["landmark"] = sorted(written["landmark"])
    return written


def _fields(message: Any) -> Any:
    return {name: each for name, each in message.items() if name != "kind"} if isinstance(message, dict) else message


_FIELDS = BeforeValidator(_fields)
KeptFeedback = Annotated[
    Annotated[
        Annotated[PlanFeedback, _FIELDS, Tag("plan")]
        | Annotated[BeginningFeedback, _FIELDS, Tag("beginning")]
        | Annotated[LandmarkFeedback, _FIELDS, Tag("landmark")]
        | Annotated[UnsolvableFeedback, _FIELDS, Tag("unsolvable")]
        | Annotated[NegativeFeedback, _FIELDS, Tag("negative")],
        Discriminator(_kind),
    ],
    WrapSerializer(_kept),
]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SearchSettings(_Value):
    """How far a search goes.

    `steps` are random steps or expansions, syntax repairs counted; `children` is how many messages of one node are
    tried; `weight` is w of f = depth + w x invalid feedback plans.
    """

    steps: int = Field(default=15, ge=1)
    children: int = Field(default=10, ge=1)
    weight: float = Field(default=1.0, ge=0)


class TreeNode(_Value):
    """A proposal: the domain, or in `fault` why there is none to go on with.

    `message` is what it was proposed for, `repairs` how many syntax repairs it took; both are of the step that led
    here from `parent`. `invalid_plans` counts the feedback plans that the domain refuses; `messages` is the feedback
    that the pipeline uses, None as long as it was not asked for. `repeats` is the node that has the same domain.
    """

    number: int
    parent: int | None = None
    depth: int = 0
    message: KeptFeedback | None = None
    domain: str | None = None
    fault: str | None = None
    repairs: int = 0
    invalid_plans: int | None = None
    messages: tuple[KeptFeedback, ...] | None = None
    repeats: int | None = None

    @property
    def is_usable(self) -> bool:
        """Whether there is a domain that could be judged."""
        return self.invalid_plans is not None


class RefinementTree(_Value):
    """All nodes of a search in the order in which they were made; each step of the search returns a new tree.

    `spent` counts steps and syntax repairs. Who goes on from a tree comes to the same result as who made it.
    """

    pipeline: str
    seed: int
    settings: SearchSettings
    nodes: tuple[TreeNode, ...] = Field(min_length=1)
    expanded: tuple[int, ...] = ()
    spent: int = 0
    ended: Ending | None = None

    @property
    def root(self) -> TreeNode:
        """The start."""
        return self.nodes[0]

    @property
    def best(self) -> TreeNode:
        """The best node so far: fewest invalid plans, then fewest messages (known ones first), then the earliest."""
        return min(filter(lambda each: each.is_usable, self.nodes), key=_worth)

    @property
    def last(self) -> TreeNode:
        """The usable node that was made last: where a random walk stands."""
        return next(each for each in reversed(self.nodes) if each.is_usable)

    @property
    def by_domain(self) -> Mapping[str, int]:
        """The first node of each domain."""
        return {each.domain: each.number for each in reversed(self.nodes) if each.domain is not None}

    @property
    def open(self) -> tuple[TreeNode, ...]:
        """The nodes that may be expanded, the most promising (least f, then the earliest) first."""
        done = set(self.expanded)
        found = (each for each in self.nodes if each.is_usable and each.repeats is None and each.number not in done)
        return tuple(sorted(found, key=lambda each: (self.estimate(each), each.number)))

    def estimate(self, node: TreeNode) -> float:
        """Return f of a node; infinite where its domain cannot be judged."""
        if node.invalid_plans is None:
            return math.inf
        return node.depth + self.settings.weight * node.invalid_plans

    def history(self, node: TreeNode) -> tuple[Feedback, ...]:
        """Return the messages that led to a node, the oldest first."""
        return tuple(each.message for each in reversed(list(self._way_up(node))) if each.message is not None)

    def with_node(self, node: TreeNode) -> RefinementTree:
        """Return the tree with this node in the place of the one of its number, or after the others."""
        return self.model_copy(update={"nodes": (*self.nodes[: node.number], node, *self.nodes[node.number + 1 :])})

    def _way_up(self, node: TreeNode) -> Iterator[TreeNode]:
        while True:
            yield node
            if node.parent is None:
                return
            node = self.nodes[node.parent]


def _worth(node: TreeNode) -> tuple[float, float, int]:
    assert node.invalid_plans is not None
    unsettled = math.inf if node.messages is None else len(node.messages)
    return node.invalid_plans, unsettled, node.number
