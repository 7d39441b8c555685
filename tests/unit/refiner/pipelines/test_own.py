"""Our own pipeline, with K*: a domain that allows too much, one that contradicts what is known, one that is refused."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from plancritic.pddl.language import parse_domain
from plancritic.refiner.benchmark import benchmark_domains
from plancritic.refiner.benchmark.removals import single_removals
from plancritic.refiner.benchmark.task import BenchmarkTasks
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.evaluation.true_domain import TrueDomainAnswers
from plancritic.refiner.feedback.collecting import FeedbackProblem
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.messages import NegativeFeedback, PlanFeedback
from plancritic.refiner.pipelines.outcome import StartRefusedError
from plancritic.refiner.pipelines.own import refine
from plancritic.refiner.proposers.proposer import RefinementTask
from plancritic.refiner.questions.question import Question
from plancritic.refiner.repair import suspicion
from plancritic.refiner.repair.schemas import model_of

HIKING = benchmark_domains()["hiking"]


async def task(plan_sets: PlanSets) -> RefinementTask:
    return await BenchmarkTasks().task(HIKING, plan_sets)


def changed(edits: Mapping[str, str]) -> str:
    text = HIKING.text
    for old, new in edits.items():
        assert old in text
        text = text.replace(old, new, 1)
    return text


class Silent:
    """Knows no answer."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def answer(self, question: Question) -> int | None:
        self.asked.append(question)
        return None


async def test_a_domain_that_allows_too_much_is_mended_though_all_known_plans_work(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    start = changed({"(dry ?from)": ""})
    source = LocalFeedback(known, plan_sets)
    assert not (await source.judge(start, frozenset({"plan"}))).messages
    answers = TrueDomainAnswers(HIKING.text, [each.text for each in known.problems])
    refined = await refine(known, start, source, answers)
    assert model_of(parse_domain(refined.domain)) == model_of(parse_domain(HIKING.text))
    assert refined.messages == ()
    assert refined.changes
    assert refined.asked <= 10


async def test_a_question_without_an_answer_is_not_asked_again(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    nobody = Silent()
    refined = await refine(known, changed({"(dry ?from)": ""}), LocalFeedback(known, plan_sets), nobody, 4)
    assert len(set(nobody.asked)) == len(nobody.asked) == refined.asked <= 4


async def test_knowledge_that_contradicts_itself_is_told(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    first = known.problems[0]
    contradictory = type(first)(first.text, first.plans, first.landmarks, refused=(first.plans[0][:1],))
    known = RefinementTask(known.description, (contradictory, *known.problems[1:]))
    refined = await refine(known, HIKING.text, LocalFeedback(known, plan_sets))
    assert any(isinstance(each, NegativeFeedback | PlanFeedback) for each in refined.messages)


@pytest.mark.parametrize(
    ("start", "word"),
    [
        ("(define (domain hiking", "cannot be read"),
        (changed({":action climb": ":action clamber"}), "climb"),
        (changed({"(hill ?to)": "(or (hill ?to) (flat ?to))"}), "STRIPS"),
    ],
)
async def test_a_start_that_cannot_be_judged_is_refused(start: str, word: str, plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    with pytest.raises(StartRefusedError, match=word):
        await refine(known, start, LocalFeedback(known, plan_sets))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(benchmark_domains()))
@pytest.mark.parametrize(("problems", "plans"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2)])
async def test_a_right_domain_stays_as_it_is_however_little_is_known(
    name: str, problems: int, plans: int, plan_sets: PlanSets
) -> None:
    benchmark = benchmark_domains()[name]
    known = await BenchmarkTasks().task(benchmark, plan_sets)
    few = tuple(FeedbackProblem(each.text, each.plans[:plans]) for each in known.problems[:problems])
    task = RefinementTask(known.description, few)
    refined = await refine(task, benchmark.text, LocalFeedback(task, plan_sets))
    assert refined.changes == ()
    assert refined.domain == benchmark.text


async def test_a_problem_that_is_there_twice_says_no_more_than_once(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    twice = RefinementTask(known.description, known.problems[:1] * 5)
    refined = await refine(twice, HIKING.text, LocalFeedback(twice, plan_sets))
    assert refined.changes == ()


@pytest.mark.slow
async def test_what_nothing_known_calls_for_is_marked_as_a_guess(
    plan_sets: PlanSets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suspicion, "SURENESS", -4.0)  # quick to guess
    benchmark = benchmark_domains()["blocks"]
    known = await BenchmarkTasks().task(benchmark, plan_sets)
    task = RefinementTask(known.description, tuple(FeedbackProblem(each.text, each.plans) for each in known.problems))
    guessed = called_for = 0
    for removal in single_removals(parse_domain(benchmark.text))[::2]:
        start = removal.domain.text
        source = LocalFeedback(task, plan_sets)
        contradicted = bool((await source.judge(start, frozenset({"plan"}))).messages)
        changes = (await refine(task, start, source)).changes
        marks = [each.endswith("(a guess)") for each in changes]
        if contradicted:
            assert not all(marks)
            called_for += 1
        else:
            assert all(marks)
            guessed += bool(marks)
    assert called_for and guessed
