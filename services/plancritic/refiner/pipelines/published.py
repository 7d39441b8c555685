"""The published pipelines of [FS]: no refinement, random walks and best-first searches in the space of feedback.

Letters: N none, R random, S search; L landmark feedback, V plan feedback (by VAL there, by our executor here), LV both.
A random walk settles one message a step, drawn at random, and ends when its own feedback is empty. A search expands
the node of least f = depth + w x invalid feedback plans, with one child a message, and ends when a domain refuses no
feedback plan. Of several such domains the one with least feedback of the pipeline's own is taken ([FS] names no rule).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Literal

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.refiner.feedback.messages import BeginningFeedback, Feedback, NegativeFeedback, PlanFeedback
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.changes import changes
from plancritic.refiner.pipelines.outcome import Refinement, start_refused
from plancritic.refiner.pipelines.tree import Ending, RefinementTree, SearchSettings, TreeNode
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposer

#: Is given the tree after each step, so that it can be stored.
Keep = Callable[[RefinementTree], Awaitable[None]]

_PLANS: frozenset[FeedbackKind] = frozenset({"plan"})
_LANDMARKS: frozenset[FeedbackKind] = frozenset({"landmark"})


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A published pipeline: which feedback it uses, and how it goes from domain to domain."""

    name: str
    kinds: frozenset[FeedbackKind]
    strategy: Literal["none", "walk", "search"]


PIPELINES: Mapping[str, Pipeline] = {
    each.name: each
    for each in (
        Pipeline("N", frozenset(), "none"),
        Pipeline("LR", _LANDMARKS, "walk"),
        Pipeline("LS", _LANDMARKS, "search"),
        Pipeline("VR", _PLANS, "walk"),
        Pipeline("VS", _PLANS, "search"),
        Pipeline("LVR", _LANDMARKS | _PLANS, "walk"),
        Pipeline("LVS", _LANDMARKS | _PLANS, "search"),
    )
}


async def refine(
    pipeline: Pipeline,
    task: RefinementTask,
    start: str,
    source: FeedbackSource,
    proposer: Proposer,
    seed: int = 0,
    settings: SearchSettings | None = None,
    keep: Keep | None = None,
) -> Refinement:
    """Return what a pipeline makes of a start (PDDL).

    Raises:
        StartRefusedError: the start cannot be judged.
    """
    tree = await grow(await plant(pipeline, start, source, seed, settings), task, source, proposer, keep)
    return await refinement(tree, source, task.description)


async def plant(
    pipeline: Pipeline, start: str, source: FeedbackSource, seed: int = 0, settings: SearchSettings | None = None
) -> RefinementTree:
    """Return the tree that has the start alone. Raises as `refine`."""
    root = await _judged(pipeline, TreeNode(number=0, domain=start), source)
    if root.fault is not None:
        raise start_refused(root.fault)
    tree = RefinementTree(pipeline=pipeline.name, seed=seed, settings=settings or SearchSettings(), nodes=(root,))
    return tree.model_copy(update={"ended": _ending(pipeline, tree)})


async def grow(
    tree: RefinementTree,
    task: RefinementTask,
    source: FeedbackSource,
    proposer: Proposer,
    keep: Keep | None = None,
) -> RefinementTree:
    """Return a tree grown to its end, step by step; it may be one that was kept."""
    pipeline = PIPELINES[tree.pipeline]
    while tree.ended is None:
        tree = await (_walked if pipeline.strategy == "walk" else _expanded)(pipeline, tree, task, source, proposer)
        if keep is not None:
            await keep(tree)
    return tree


def chosen(tree: RefinementTree) -> TreeNode:
    """Return the node whose domain is a pipeline's result: where a walk stands, the best one of a search."""
    return tree.last if PIPELINES[tree.pipeline].strategy == "walk" else tree.best


async def refinement(tree: RefinementTree, source: FeedbackSource, description: DomainDescription) -> Refinement:
    """Return what a tree came to, with the feedback of its pipeline's kinds that is not settled."""
    node = chosen(tree)
    assert node.domain is not None and tree.root.domain is not None
    messages = node.messages
    if messages is None:
        messages = (await source.judge(node.domain, PIPELINES[tree.pipeline].kinds)).messages
    return Refinement(node.domain, messages, changes(tree.root.domain, node.domain, description))


async def _walked(
    pipeline: Pipeline, tree: RefinementTree, task: RefinementTask, source: FeedbackSource, proposer: Proposer
) -> RefinementTree:
    node = tree.last
    assert node.messages  # else the walk has ended
    message = _chance(tree).choice(node.messages)
    child = await _child(pipeline, tree, node, message, 0, task, source, proposer)
    return _after(pipeline, tree, [child])


async def _expanded(
    pipeline: Pipeline, tree: RefinementTree, task: RefinementTask, source: FeedbackSource, proposer: Proposer
) -> RefinementTree:
    node = tree.open[0]
    assert node.domain is not None
    messages = (await source.judge(node.domain, pipeline.kinds)).messages
    tree = tree.with_node(node.model_copy(update={"messages": messages}))
    tree = tree.model_copy(update={"expanded": (*tree.expanded, node.number)})
    tried = _mixed(messages, tree.settings.children, _chance(tree))
    proposals = [
        asyncio.ensure_future(_child(pipeline, tree, node, message, place, task, source, proposer))
        for place, message in enumerate(tried)
    ]
    try:
        children = await asyncio.gather(*proposals)
    finally:
        # Where one of them fails, nobody waits for the others.
        for each in proposals:
            each.cancel()
    tree = _after(pipeline, tree, children)
    return await _compared(pipeline, tree, source) if tree.ended == "settled" else tree


async def _compared(pipeline: Pipeline, tree: RefinementTree, source: FeedbackSource) -> RefinementTree:
    """Return the tree with the feedback on all nodes that refuse no feedback plan: the one with least of it is best."""
    equal = [each for each in tree.open if each.invalid_plans == 0]
    if len(equal) > 1:
        judged = await asyncio.gather(*(source.judge(str(each.domain), pipeline.kinds) for each in equal))
        for node, found in zip(equal, judged, strict=True):
            tree = tree.with_node(node.model_copy(update={"messages": found.messages}))
    return tree


async def _child(
    pipeline: Pipeline,
    tree: RefinementTree,
    node: TreeNode,
    message: Feedback,
    place: int,
    task: RefinementTask,
    source: FeedbackSource,
    proposer: Proposer,
) -> TreeNode:
    number = len(tree.nodes) + place
    assert node.domain is not None
    seed = random.Random(f"{tree.seed}/{number}").getrandbits(31)
    request = ProposalRequest(task, node.domain, (*tree.history(node), message), seed)
    proposed = await proposer.propose(request)
    child = TreeNode(number=number, parent=node.number, depth=node.depth + 1, message=message, repairs=proposed.repairs)
    if isinstance(proposed, NothingProposed):
        return child.model_copy(update={"fault": proposed.reason})
    return await _judged(pipeline, child.model_copy(update={"domain": proposed.domain}), source)


async def _judged(pipeline: Pipeline, node: TreeNode, source: FeedbackSource) -> TreeNode:
    assert node.domain is not None
    # A walk needs its own feedback on every domain; a search only on those that it expands.
    wanted = pipeline.kinds | _PLANS if pipeline.strategy == "walk" else _PLANS
    judged = await source.judge(node.domain, wanted)
    if judged.fault is not None:
        return node.model_copy(update={"fault": judged.fault})
    invalid = sum(isinstance(each, PlanFeedback) for each in judged.messages)
    own = None
    if pipeline.kinds <= wanted:
        own = tuple(each for each in judged.messages if _kind(each) in pipeline.kinds)
    return node.model_copy(update={"invalid_plans": invalid, "messages": own})


def _after(pipeline: Pipeline, tree: RefinementTree, children: Sequence[TreeNode]) -> RefinementTree:
    for child in children:
        same = None if child.domain is None else tree.by_domain.get(child.domain)
        tree = tree.with_node(child if same is None else child.model_copy(update={"repeats": same}))
    tree = tree.model_copy(update={"spent": tree.spent + 1 + sum(each.repairs for each in children)})
    return tree.model_copy(update={"ended": _ending(pipeline, tree)})


def _ending(pipeline: Pipeline, tree: RefinementTree) -> Ending | None:
    match pipeline.strategy:
        case "none":
            return "settled"
        case "walk" if not tree.last.messages:
            return "settled"
        case "search" if tree.best.invalid_plans == 0:
            return "settled"
    if tree.spent >= tree.settings.steps:
        return "used up"
    return "nothing left" if pipeline.strategy == "search" and not tree.open else None


def _kind(message: Feedback) -> FeedbackKind:
    return "plan" if isinstance(message, PlanFeedback | NegativeFeedback | BeginningFeedback) else "landmark"


def _chance(tree: RefinementTree) -> random.Random:
    """Return a source of chance that depends on seed and step alone, so that a kept tree goes on as it would have."""
    return random.Random(f"{tree.seed}/{tree.pipeline}/{len(tree.nodes)}/{tree.spent}")


def _mixed(messages: Sequence[Feedback], most: int, chance: random.Random) -> list[Feedback]:
    """Return so many of the messages at random, from each kind in turn: landmarks are many, plans are few."""
    kinds: dict[type, list[Feedback]] = {}
    for message in chance.sample(messages, len(messages)):
        kinds.setdefault(type(message), []).append(message)
    ordered = sorted(kinds.values(), key=lambda each: type(each[0]).__name__)
    return [each for each in chain.from_iterable(zip_longest(*ordered)) if each is not None][:most]
