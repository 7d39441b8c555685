"""Several starts refined together: which are taken, which end wins, and what is asked to tell them apart."""

from __future__ import annotations

import nats.errors
import pytest
from tests.support.refining import BLOCKS, NARROW, PLAN, PROBLEM, TWICE, known, requested, tries, without

from plancritic.bus import BrokerUnavailable
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.messages import DomainRefined, RefinementRequested, SearchedCandidate
from plancritic.pddl.language import parse_domain
from plancritic.refiner.feedback.collecting import negative_feedback, plan_feedback
from plancritic.refiner.feedback.source import FeedbackKind, FeedbackSource, Judgement
from plancritic.refiner.feedback.task import RefinementTask
from plancritic.refiner.pipelines.outcome import Refinement
from plancritic.refiner.runs.converting import feedback_problems
from plancritic.refiner.runs.refinement import MakeSearch, Refining, Search, Trees
from plancritic.refiner.runs.several_starts import refined_starts
from plancritic.refiner.runs.watched_feedback import Best, Tell

#: Grips a block with another one in the hand: no known plan tells.
GREEDY = without("(hand-empty)", "pick-up")
#: Grips what another block lies on: no known plan tells either.
WIDE = without("(clear ?x)", "pick-up")


class Source:
    """What known plans and answers show, without a planner."""

    def __init__(self, *problems: KnownProblem) -> None:
        self._problems = feedback_problems(problems)

    async def judge(self, domain: str, _kinds: frozenset[FeedbackKind]) -> Judgement:
        parsed = parse_domain(domain)
        return Judgement((*plan_feedback(parsed, self._problems), *negative_feedback(parsed, self._problems)))


class NoTrees:
    async def kept(self) -> str | None:
        return None

    async def keep(self, tree: str) -> None:
        return None


async def refined(
    request: RefinementRequested, make_search: MakeSearch | None = None
) -> tuple[list[tuple[int, Best]], list[int], DomainRefined]:
    """The end of a request whose searches judge their start alone; what was told, and the starts that were refined."""
    told: list[tuple[int, Best]] = []
    begun: list[int] = []

    async def tell(step: int, best: Best, _new: tuple[SearchedCandidate, ...]) -> None:
        told.append((step, best))

    def refining(start: int, tell_of_start: Tell) -> Refining:
        begun.append(start)
        source = Source(*request.problems)
        return Refining(make_search or tries([]), source, NoTrees(), tell_of_start, 30.0, Envelope.start())

    return told, begun, await refined_starts(request, refining, tell)


async def test_one_start_is_refined_as_ever() -> None:
    _, begun, ended = await refined(requested(NARROW))
    assert (begun, ended.start, ended.starts) == ([0], 0, ())


async def test_the_start_with_least_left_wins_and_all_ends_are_told() -> None:
    told, begun, ended = await refined(requested(NARROW, others=(BLOCKS.text, GREEDY)))
    assert begun == [1, 2, 0], "those that contradict nothing come first"
    assert (ended.start, ended.domain, ended.left) == (1, BLOCKS.text, ())
    assert [(each.start, each.left, each.changes) for each in ended.starts] == [(1, 0, 0), (2, 0, 0), (0, 1, 0)]
    assert ended.steps == 3
    assert max(step for step, _ in told) == 3, "steps of all searches are told in sum"
    assert not told[-1][1].judgement.messages, "the best of all is told"


async def test_of_equal_ends_the_one_with_fewest_changes_wins() -> None:
    # A search from NARROW finds the true domain, with a change; GREEDY needs none.
    _, _, ended = await refined(requested(NARROW, others=(GREEDY,)), tries([BLOCKS.text]))
    by_start = {each.start: each for each in ended.starts}
    assert by_start[0].left == by_start[1].left == 0
    assert by_start[0].changes > by_start[1].changes == 0
    assert ended.start == 1


async def test_only_the_most_promising_are_refined_and_an_answer_changes_which() -> None:
    starts = {"others": (BLOCKS.text, WIDE), "most_refined": 1}
    _, begun, _ = await refined(requested(GREEDY, **starts))
    assert begun == [0]
    _, begun, ended = await refined(requested(GREEDY, known(refused=(TWICE,)), **starts))
    assert begun == [1]
    assert (ended.start, ended.domain) == (1, BLOCKS.text)


async def test_the_first_question_tells_the_starts_apart() -> None:
    _, _, ended = await refined(requested(GREEDY, known(landmarks=()), others=(BLOCKS.text,)))
    first = ended.questions[0]
    assert (first.problem, first.steps) == (0, TWICE)
    assert first.text.endswith("The next step would be: somebody grips block b. May this be done now?")
    assert len({(each.problem, each.steps) for each in ended.questions}) == len(ended.questions)


async def test_a_start_that_cannot_be_read_is_told_and_the_others_are_refined() -> None:
    _, begun, ended = await refined(requested("(define (domain", others=(BLOCKS.text,)))
    assert (begun, ended.start) == ([1], 1)
    (_, broken) = ended.starts
    assert broken.start == 0
    assert broken.fault


async def test_a_start_that_fails_on_the_way_loses_and_all_that_fail_are_a_fault() -> None:
    def make(request: RefinementRequested, task: object) -> object:
        if request.domain != BLOCKS.text:
            raise ContractError(Fault(code=FaultCode.WORKER_FAILED, message="no worker survives it"))
        return tries([])(request, task)  # type: ignore[arg-type]

    _, _, ended = await refined(requested(GREEDY, others=(BLOCKS.text,)), make)  # type: ignore[arg-type]
    assert ended.start == 1
    assert [each.fault for each in ended.starts] == ["no worker survives it", None]
    with pytest.raises(ContractError, match="no worker survives it"):
        await refined(requested(GREEDY, others=(WIDE,)), make)  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [BrokerUnavailable("nats://gone", "no leader"), nats.errors.TimeoutError()])
async def test_a_broker_that_is_gone_is_about_no_start(error: Exception) -> None:
    def gone(_request: RefinementRequested, _task: RefinementTask) -> Search:
        async def search(_source: FeedbackSource, _trees: Trees) -> Refinement:
            raise error

        return search

    with pytest.raises(type(error)):
        await refined(requested(GREEDY, others=(BLOCKS.text,)), gone)


async def test_steps_that_a_start_does_not_have_make_it_no_start() -> None:
    other = BLOCKS.text.replace("(?x - block)", "(?x ?y - block)", 1)
    plan = ((*PLAN[0],), PLAN[1])
    _, begun, ended = await refined(requested(other, KnownProblem(text=PROBLEM, plans=(plan,)), others=(BLOCKS.text,)))
    assert begun == [1]
    assert ended.starts[-1].fault
