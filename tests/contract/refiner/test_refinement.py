"""Domains refined by copies of the refiner on a real broker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.refining import (
    BLOCKS,
    NARROW,
    PLAN,
    PROBLEM,
    QUESTION,
    TWICE,
    known,
    requested,
    tower,
    tries,
    without,
)
from tests.support.services import running

from plancritic.bus import BusSettings, Client
from plancritic.client import PlancriticClient, RefinementEnd
from plancritic.contracts import subjects
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.knowledge import Findings, Knowledge, ProblemUnsolvable
from plancritic.contracts.refinement.messages import (
    CandidateJudged,
    DomainRefined,
    JudgeCandidate,
    PipelineName,
    RefinementProgressed,
    RefinementRefused,
    RefinementRequested,
)
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.refiner import handlers
from plancritic.refiner.app import build_app
from plancritic.refiner.equivalence.executor import Executor
from plancritic.refiner.pipelines.tree import RefinementTree, SearchSettings, TreeNode
from plancritic.refiner.proposers.proposer import ProposalRequest, Proposed
from plancritic.refiner.runs.refinement import MakeSearch
from plancritic.refiner.runs.requested_searches import searches
from plancritic.refiner.runs.workers import BusTrees
from plancritic.refiner.settings import RefinerSettings

SETTINGS = RefinerSettings(plan_seconds=2.0, most_plans=20)
#: Grips also a block that another one lies on: allows more than the true domain.
WIDE = without("(clear ?x)", "pick-up")


@asynccontextmanager
async def refiners(
    bus: BusSettings, make_search: MakeSearch | None = None, copies: int = 1, settings: RefinerSettings = SETTINGS
) -> AsyncIterator[None]:
    async with running(*(build_app(settings, bus, make_search) for _ in range(copies))):
        yield


async def end_of(client: Client, request: RefinementRequested) -> tuple[list[RefinementProgressed], RefinementEnd]:
    progress: list[RefinementProgressed] = []
    handed_in = await PlancriticClient(client).refine(request)
    async with aclosing(handed_in.follow(silence=60)) as events:
        async for event in events:
            if isinstance(event, RefinementEnd):
                return progress, event
            progress.append(event)
    raise AssertionError("no end")


async def test_the_best_candidate_is_the_end_with_what_changed_and_the_next_question(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings, tries([NARROW, BLOCKS.text]), copies=2):
        progress, ended = await end_of(client, requested(NARROW))
    assert isinstance(ended, DomainRefined)
    assert (ended.refined, ended.ended, ended.left, ended.domain) == (True, "searched", (), BLOCKS.text)
    assert "stack also has the effect (on ?x ?below)" in ended.changes
    assert [(each.steps, each.text) for each in ended.questions] == [(TWICE, QUESTION.text)]
    assert ended.steps == 2, "the same candidate is judged once"
    assert progress[-1].unsettled == 0
    assert progress[-1].changes == len(ended.changes)


async def test_our_own_pipeline_repairs_a_domain_that_cannot_reach_the_goal(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings):
        progress, ended = await end_of(client, requested(NARROW, seed=3))
    assert isinstance(ended, DomainRefined), ended
    assert ended.refined
    assert ended.left == ()
    assert ended.changes
    assert progress


async def test_an_answer_is_knowledge_of_the_next_request(client: Client, bus_settings: BusSettings) -> None:
    wide = without("(hand-empty)", "pick-up")
    async with refiners(bus_settings):
        _, first = await end_of(client, requested(wide))
        _, second = await end_of(client, requested(wide, known(refused=(TWICE,))))
    assert isinstance(first, DomainRefined)
    assert isinstance(second, DomainRefined)
    assert second.left == ()
    assert second.domain != first.domain
    assert any("pick-up" in each for each in second.changes)


async def test_several_starts_are_refined_together_and_the_first_question_tells_them_apart(
    client: Client, bus_settings: BusSettings
) -> None:
    greedy = without("(hand-empty)", "pick-up")
    request = requested(NARROW, known(landmarks=()), others=(greedy, BLOCKS.text))
    async with refiners(bus_settings, copies=2):
        progress, ended = await end_of(client, request)
        sure = requested(NARROW, known(refused=(TWICE,)), others=(greedy, BLOCKS.text), answer_error_rate=0.0)
        _, again = await end_of(client, sure)
    assert isinstance(ended, DomainRefined), ended
    assert (ended.start, ended.domain, ended.left) == (1, greedy, ())
    assert [each.start for each in ended.starts] == [1, 2, 0]
    assert ended.starts[0].changes == 0 < ended.starts[2].changes
    assert ended.questions[0].steps == TWICE
    assert progress[-1].step >= len(ended.starts)
    # The answer speaks against the start that had won: the true one comes before it.
    assert isinstance(again, DomainRefined), again
    assert [each.start for each in again.starts] == [2, 1, 0]
    assert not Executor(parse_problem(PROBLEM, parse_domain(again.domain))).allows(TWICE)


async def test_a_published_pipeline_grows_a_tree_of_its_own_from_each_start(
    client: Client, bus_settings: BusSettings
) -> None:
    request = requested(NARROW, others=(WIDE,), pipeline="LVS", most_steps=2)
    async with refiners(bus_settings, copies=2):
        _, ended = await end_of(client, request)
        run = request.envelope.correlation_id
        kept = [await BusTrees(client, run, start).kept() for start in (0, 1)]
    assert isinstance(ended, DomainRefined), ended
    assert {each.start for each in ended.starts} == {0, 1}
    roots = [RefinementTree.model_validate_json(each or "").nodes[0].domain for each in kept]
    assert roots == [NARROW, WIDE]


async def test_the_end_says_how_sure_it_is_and_names_answers_that_contradict_each_other(
    client: Client, bus_settings: BusSettings
) -> None:
    both = known(refused=(TWICE,), allowed=(TWICE,))
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(BLOCKS.text, both))
        _, taken_back = await end_of(client, requested(BLOCKS.text, both.model_copy(update={"withdrawn": (TWICE,)})))
        _, refused = await end_of(client, requested(BLOCKS.text, both, answer_error_rate=0.0))
    assert isinstance(ended, DomainRefined), ended
    assert ended.left == ()
    assert ended.sureness is not None
    assert 0 < ended.sureness.probability < 1
    assert "plans and landmarks " in ended.sureness.text
    assert {each.by for each in ended.sureness.literals} >= {"plans", "nothing"}
    (overruled,) = (each for each in ended.doubted_answers if not each.is_followed)
    assert (overruled.problem, overruled.steps) == (0, TWICE)
    assert "(pick-up b) can" in overruled.text
    assert isinstance(taken_back, DomainRefined), taken_back
    assert taken_back.doubted_answers == ()
    assert isinstance(refused, RefinementRefused)
    assert "but another answer allows it" in refused.fault.message


async def test_what_nobody_knows_is_not_asked_again(client: Client, bus_settings: BusSettings) -> None:
    async with refiners(bus_settings):
        _, first = await end_of(client, requested(BLOCKS.text))
        assert isinstance(first, DomainRefined), first
        question = first.questions[0]
        _, second = await end_of(client, requested(BLOCKS.text, known(unknown=(question.steps,))))
    assert isinstance(second, DomainRefined), second
    assert second.questions
    assert question.steps not in [each.steps for each in second.questions]


async def test_progress_tells_the_candidates_and_how_near_the_best_one_is_to_a_reference(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings):
        progress, ended = await end_of(client, requested(NARROW, reference=BLOCKS.text))
        without_reference, _ = await end_of(client, requested(NARROW))
    assert isinstance(ended, DomainRefined), ended
    told = {each.candidate: each for event in progress for each in event.candidates}
    start = next(iter(told.values()))
    assert (start.parent, start.edits) == (None, ())
    assert {each.parent for each in told.values()} == {None, start.candidate}
    assert progress[-1].best in told
    assert progress[0].equivalence == 0.0
    assert progress[-1].equivalence is not None
    assert progress[-1].equivalence > 0.0
    assert ended.equivalence is not None
    assert all(each.equivalence is None for each in without_reference)


async def test_progress_tells_the_tree_of_a_published_search(client: Client, bus_settings: BusSettings) -> None:
    async with refiners(bus_settings, searches(Oracle)):
        progress, _ = await end_of(client, requested(NARROW, pipeline="LVS", most_steps=2))
    told = {each.candidate: each for event in progress for each in event.candidates}
    assert len(told) >= 2
    roots = [each for each in told.values() if each.parent is None]
    assert [each.edits for each in roots] == [()]
    assert all(each.parent in told for each in told.values() if each.parent is not None)


async def test_a_reference_that_does_not_fit_the_description_is_a_refusal(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(NARROW, reference="(define (domain other))"))
    assert isinstance(ended, RefinementRefused)
    assert "the reference cannot be measured by" in ended.fault.message


class Oracle:
    """Proposes the true domain for whatever is wrong."""

    name = "oracle"

    async def propose(self, _request: ProposalRequest) -> Proposed:
        return Proposed(BLOCKS.text)


@pytest.mark.parametrize("pipeline", ["N", "LR", "LS", "VR", "VS", "LVR", "LVS"])
async def test_a_published_pipeline_goes_over_the_bus(
    client: Client, bus_settings: BusSettings, pipeline: PipelineName
) -> None:
    async with refiners(bus_settings, searches(Oracle), copies=2):
        progress, ended = await end_of(client, requested(NARROW, pipeline=pipeline, most_steps=2))
    assert isinstance(ended, DomainRefined), ended
    assert ended.pipeline == pipeline
    assert (ended.domain == BLOCKS.text) == (pipeline != "N")
    assert bool(ended.left) == (pipeline == "N")
    assert all(each.of is not None and each.step <= each.of for each in progress)


async def test_a_published_pipeline_repairs_with_the_symbolic_repairer(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings, copies=2):
        _, ended = await end_of(client, requested(NARROW, pipeline="LVS"))
    assert isinstance(ended, DomainRefined), ended
    assert ended.left == ()
    assert ended.changes


async def test_a_language_model_that_is_not_configured_is_a_refusal(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PLANCRITIC_LLM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(NARROW, pipeline="VS", proposer="mixed"))
    assert isinstance(ended, RefinementRefused), ended
    assert ended.fault.code is FaultCode.LANGUAGE_MODEL_FAILED
    assert "symbolic" in (ended.fault.remedy or "")


async def test_mixed_our_own_pipeline_needs_no_language_model_where_nothing_is_left(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PLANCRITIC_LLM_MODEL", "OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    # No domain reaches a goal that contradicts itself: the repairer has nothing to go by.
    contrary = PROBLEM.replace("(on a b)", "(and (on a b) (not (on a b)))")
    hopeless = known(text=contrary, plans=(), landmarks=((TWICE[0],),))
    async with refiners(bus_settings):
        _, settled = await end_of(client, requested(NARROW, proposer="mixed"))
        _, left = await end_of(client, requested(BLOCKS.text, hopeless, proposer="mixed"))
    assert isinstance(settled, DomainRefined), settled
    assert settled.left == ()
    assert isinstance(left, RefinementRefused), left
    assert left.fault.code is FaultCode.LANGUAGE_MODEL_FAILED


async def test_a_published_pipeline_goes_on_from_the_tree_that_another_copy_kept(
    client: Client, bus_settings: BusSettings
) -> None:
    wanted = requested(NARROW, pipeline="LVR", most_steps=3)
    tree = RefinementTree(
        pipeline="LVR",
        seed=0,
        settings=SearchSettings(steps=3),
        nodes=(
            TreeNode(number=0, domain=NARROW, invalid_plans=1),
            TreeNode(number=1, parent=0, depth=1, domain=WIDE, invalid_plans=0, messages=()),
        ),
        ended="settled",
    )
    await BusTrees(client, wanted.envelope.correlation_id).keep(tree.model_dump_json())
    async with refiners(bus_settings, searches(Oracle)):
        _, ended = await end_of(client, wanted)
    assert isinstance(ended, DomainRefined), ended
    assert ended.domain == WIDE, "nothing was proposed again"


async def test_what_is_left_is_told_in_words_and_typed(client: Client, bus_settings: BusSettings) -> None:
    async with refiners(bus_settings, tries([])):
        _, ended = await end_of(client, requested(NARROW))
    assert isinstance(ended, DomainRefined)
    assert {each.complaint.kind for each in ended.left} == {"plan", "unsolvable"}
    assert any("A plan of problem 1 that is known to work is refused" in each.text for each in ended.left)
    unsolvable = [each.complaint for each in ended.left if isinstance(each.complaint, ProblemUnsolvable)]
    assert [(each.proved, each.solvable) for each in unsolvable] == [(True, True)]


async def test_without_knowledge_it_says_not_refined_and_why(client: Client, bus_settings: BusSettings) -> None:
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(NARROW, known(plans=(), landmarks=())))
    assert isinstance(ended, DomainRefined)
    assert (ended.refined, ended.ended, ended.domain, ended.steps) == (False, "not_refined", NARROW, 0)
    assert "no feedback plans were given" in ended.reason


async def test_parameters_in_another_order_are_mended_by_our_own_pipeline_alone(
    client: Client, bus_settings: BusSettings
) -> None:
    description = BLOCKS.description.model_copy(
        update={
            "actions": {
                **BLOCKS.description.actions,
                "stack": BLOCKS.description.actions["stack"].model_copy(
                    update={"parameters": "?below ?x ?beside - block"}
                ),
            }
        }
    )
    # Three blocks: the third one plays no part.
    steps = (("pick-up", "a"), ("stack", "b", "a", "b"))
    known_so = known(plans=(steps,), landmarks=((steps[1],),))
    async with refiners(bus_settings):
        _, mended = await end_of(client, requested(BLOCKS.text, known_so, description=description))
        _, refused = await end_of(client, requested(BLOCKS.text, known_so, description=description, pipeline="VS"))
    assert isinstance(mended, DomainRefined), mended
    assert mended.left == ()
    assert any("?below ?x ?beside" in each for each in mended.changes)
    assert isinstance(refused, RefinementRefused)
    assert refused.fault.code is FaultCode.UNKNOWN_NAME


async def test_a_plan_that_no_domain_accepts_is_left_with_its_reason(client: Client, bus_settings: BusSettings) -> None:
    # Nothing is done, and the goal does not hold at once.
    idle = known(plans=((),), landmarks=())
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(BLOCKS.text, idle))
    assert isinstance(ended, DomainRefined), ended
    assert [each.complaint.kind for each in ended.left] == ["plan"]
    assert "(on a b) of the goal does not hold" in ended.left[0].text


@pytest.mark.parametrize(
    ("request_", "code", "part"),
    [
        (requested("(define (domain blocks) (:action"), FaultCode.SYNTAX_ERROR, "cannot be read"),
        (requested(BLOCKS.text.replace("stack", "pile")), FaultCode.UNKNOWN_NAME, "there is no action 'stack'"),
        (
            requested(BLOCKS.text.replace("(?x ?below - block)", "(?x ?below ?far - block)")),
            FaultCode.UNKNOWN_NAME,
            "'stack' has 3 parameters, not 2",
        ),
        (
            requested(BLOCKS.text.replace("(and (held ?x))", "(or (held ?x) (clear ?x))")),
            FaultCode.INVALID_MESSAGE,
            "not STRIPS",
        ),
        (requested(BLOCKS.text, known(text="(define (problem p)")), FaultCode.SYNTAX_ERROR, ""),
        (
            requested(BLOCKS.text, known(plans=((("pick-up", "a"), ("stack", "a")),))),
            FaultCode.UNKNOWN_NAME,
            "problem 1: (stack a) has 1 objects, but 'stack' has 2 parameters",
        ),
        (
            requested(BLOCKS.text, known(plans=((("pick-up", "c"),),), landmarks=())),
            FaultCode.UNKNOWN_NAME,
            "'c' of (pick-up c) is not an object",
        ),
        (requested(BLOCKS.text, known(refused=(PLAN,))), FaultCode.INVALID_MESSAGE, "but a plan that works begins so"),
        (
            requested(BLOCKS.text, known(landmarks=((("put-down", "a"),),))),
            FaultCode.INVALID_MESSAGE,
            "no step of the landmark (put-down a)",
        ),
        (requested(BLOCKS.text, proposer="language_model"), FaultCode.INVALID_MESSAGE, "cannot use a language model"),
    ],
)
async def test_what_cannot_be_worked_on_is_refused_with_the_reason(
    client: Client, bus_settings: BusSettings, request_: RefinementRequested, code: FaultCode, part: str
) -> None:
    async with refiners(bus_settings):
        _, ended = await end_of(client, request_.model_copy(update={"envelope": Envelope.start()}))
    assert isinstance(ended, RefinementRefused), ended
    assert ended.fault.code is code
    assert part in ended.fault.message
    assert ended.fault.remedy


async def test_at_the_deadline_and_at_the_last_step_the_best_so_far_is_the_end(
    client: Client, bus_settings: BusSettings
) -> None:
    candidates = [BLOCKS.text, *(BLOCKS.text + f"; {number}" for number in range(5))]
    async with refiners(bus_settings, tries(candidates, several=False, ends=False)):
        _, counted = await end_of(client, requested(NARROW, most_steps=3))
        soon = datetime.now(UTC) + timedelta(seconds=10)
        _, timed = await end_of(client, requested(NARROW, deadline=soon))
        _, late = await end_of(client, requested(NARROW, deadline=soon - timedelta(hours=1)))
    assert isinstance(counted, DomainRefined)
    assert (counted.ended, counted.steps, counted.domain) == ("steps", 3, BLOCKS.text)
    assert isinstance(timed, DomainRefined)
    assert (timed.ended, timed.domain, timed.left) == ("deadline", BLOCKS.text, ())
    assert isinstance(late, DomainRefined)
    assert (late.ended, late.domain, late.refined) == ("deadline", NARROW, False)
    assert "before any candidate was judged" in late.reason


async def test_a_candidate_that_explodes_gets_its_verdict_within_its_limits(
    client: Client, bus_settings: BusSettings
) -> None:
    large, plan = tower(60)
    settings = RefinerSettings(plan_seconds=1.0, most_plans=100)
    async with refiners(bus_settings, tries([]), settings=settings):
        _, ended = await end_of(client, requested(BLOCKS.text, known(text=large, plans=(plan,), landmarks=())))
    assert isinstance(ended, DomainRefined)
    (left,) = ended.left
    assert isinstance(left.complaint, ProblemUnsolvable)
    assert not left.complaint.proved and left.complaint.solvable


async def test_large_findings_travel_by_the_object_store(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handlers, "_MOST_BYTES", 10)
    knowledge = Knowledge(description=BLOCKS.description, problems=(known(),))
    async with refiners(bus_settings, tries([BLOCKS.text])):
        stored = await client.put_passing(knowledge.model_dump_json().encode())
        job = JudgeCandidate(envelope=Envelope.start(), knowledge=stored, domain=NARROW, kinds=("plan",))
        judged = await client.request(job, subjects.JUDGE_CANDIDATE, timeout=30)
        assert isinstance(judged, CandidateJudged)
        assert judged.stored is not None
        findings = Findings.model_validate_json(await client.get_object(judged.stored))
        assert [each.kind for each in findings.complaints] == ["plan"]
        assert judged.findings == Findings()
        _, ended = await end_of(client, requested(NARROW))
    assert isinstance(ended, DomainRefined)
    assert ended.domain == BLOCKS.text


async def test_without_kstar_nothing_is_judged_by_plans_and_the_remedy_is_named(
    client: Client, bus_settings: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plancritic.refiner.runs.judging.absence", lambda: "install it")
    async with refiners(bus_settings):
        _, ended = await end_of(client, requested(NARROW))
    assert isinstance(ended, RefinementRefused)
    assert (ended.fault.code, ended.fault.remedy) == (FaultCode.SERVICE_UNAVAILABLE, "install it")


async def test_a_candidate_that_cannot_be_read_is_told_as_its_fault(client: Client, bus_settings: BusSettings) -> None:
    async with refiners(bus_settings, tries(["(define (domain", BLOCKS.text])):
        _, ended = await end_of(client, requested(NARROW))
    assert isinstance(ended, DomainRefined)
    assert ended.domain == BLOCKS.text


async def test_a_redelivered_request_that_has_its_end_is_not_worked_on_again(
    client: Client, bus_settings: BusSettings
) -> None:
    wanted = requested(NARROW)
    async with refiners(bus_settings, tries([BLOCKS.text]), copies=2):
        _, first = await end_of(client, wanted)
        # Without an id of its own the broker cannot know that it is the same.
        target = client.naming.publish(subjects.REFINEMENT_REQUESTED, wanted.envelope)
        await client.jetstream.publish(target, wanted.model_dump_json().encode())
        ends = []
        async with aclosing(client.watch(wanted.envelope.session_id, subjects=(subjects.DOMAIN_REFINED,))) as events:
            with suppress(TimeoutError):
                while True:
                    ends.append((await asyncio.wait_for(anext(events), 3)).message)
    assert ends == [first]


async def test_knowledge_that_is_not_stored_any_more_is_the_jobs_fault(
    client: Client, bus_settings: BusSettings
) -> None:
    async with refiners(bus_settings):
        job = JudgeCandidate(envelope=Envelope.start(), knowledge="0" * 64, domain=PROBLEM, kinds=("plan",))
        with pytest.raises(ContractError) as refused:
            await client.request(job, subjects.JUDGE_CANDIDATE, timeout=30)
    assert refused.value.fault.code is FaultCode.SERVICE_UNAVAILABLE
