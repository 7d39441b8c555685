"""Our own pipeline, with K*: a domain that allows too much, one that contradicts what is known, one that is refused."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from plancritic.laboratory.refinement.benchmark import benchmark_domains
from plancritic.laboratory.refinement.benchmark.removals import single_removals
from plancritic.laboratory.refinement.benchmark.task import BenchmarkTasks
from plancritic.laboratory.refinement.evaluation.true_domain import TrueDomainAnswers
from plancritic.pddl.language import conjuncts, parse_domain, remove_precondition, with_action
from plancritic.refiner.equivalence.plan_sets import PlanSets
from plancritic.refiner.feedback.local import LocalFeedback
from plancritic.refiner.feedback.messages import NegativeFeedback, PlanFeedback
from plancritic.refiner.feedback.task import FeedbackProblem, RefinementTask
from plancritic.refiner.pipelines.outcome import GivenAnswer, StartRefusedError
from plancritic.refiner.pipelines.own import refine
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


async def test_a_question_is_not_asked_again_where_another_answer_implies_its_own(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    start, source = changed({"(dry ?from)": ""}), LocalFeedback(known, plan_sets)
    first = (await refine(known, start, source)).questions[0]
    told = [*known.problems]
    further = (*first.steps, first.steps[-1])
    told[first.problem] = replace(told[first.problem], allowed=(first.steps,), refused=(further,))
    answered = RefinementTask(known.description, tuple(told))
    again = await refine(answered, start, LocalFeedback(answered, plan_sets))
    assert again.questions
    assert not {(first.problem, first.steps), (first.problem, further)} & {
        (each.problem, each.steps) for each in again.questions
    }


async def test_knowledge_that_contradicts_itself_is_told(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    first = known.problems[0]
    contradictory = type(first)(first.text, first.plans, first.landmarks, refused=(first.plans[0][:1],))
    known = RefinementTask(known.description, (contradictory, *known.problems[1:]))
    source = LocalFeedback(known, plan_sets)
    refined = await refine(known, HIKING.text, source, error_rate=0.0)
    assert any(isinstance(each, NegativeFeedback | PlanFeedback) for each in refined.messages)
    refined = await refine(known, HIKING.text, source)
    assert refined.messages == () and refined.changes == ()
    assert refined.certainty is not None
    (doubted,) = refined.certainty.doubted
    assert not doubted.is_followed and doubted.probability > 0.9
    assert refined.answers[doubted.answer] == GivenAnswer(0, first.plans[0][:1], is_possible=False)


class Mistaken:
    """Answers by the true domain, but one answer is wrong."""

    def __init__(self, true: TrueDomainAnswers, wrong: int) -> None:
        self.asked: list[Question] = []
        self._true = true
        self._wrong = wrong

    async def answer(self, question: Question) -> int | None:
        taken = await self._true.answer(question)
        self.asked.append(question)
        if len(self.asked) == self._wrong:
            return len(question.steps) if taken != len(question.steps) else len(question.steps) - 1
        return taken


@pytest.mark.parametrize("wrong", [1, 2])
async def test_one_wrong_answer_is_found_out_by_others_and_named(wrong: int, plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    start = changed({"(dry ?from)": ""})
    person = Mistaken(TrueDomainAnswers(HIKING.text, [each.text for each in known.problems]), wrong)
    refined = await refine(known, start, LocalFeedback(known, plan_sets), person)
    assert model_of(parse_domain(refined.domain)) == model_of(parse_domain(HIKING.text))
    assert refined.messages == ()
    assert refined.certainty is not None
    (doubted,) = (each for each in refined.certainty.doubted if not each.is_followed)
    asked = person.asked[wrong - 1]
    assert refined.answers[doubted.answer].problem == asked.problem
    assert asked.steps[: len(refined.answers[doubted.answer].steps)] == refined.answers[doubted.answer].steps
    assert len({(each.problem, each.steps) for each in person.asked}) == len(person.asked), "never the same again"


async def test_questions_go_on_while_a_near_edit_shows_in_a_situation(plan_sets: PlanSets) -> None:
    known = await task(plan_sets)
    answers = TrueDomainAnswers(HIKING.text, [each.text for each in known.problems])
    refined = await refine(known, HIKING.text, LocalFeedback(known, plan_sets), answers, 10)
    few = await refine(known, HIKING.text, LocalFeedback(known, plan_sets))
    assert refined.asked == 10
    assert refined.changes == few.changes == ()
    assert refined.certainty is not None and few.certainty is not None
    assert refined.certainty.probability > few.certainty.probability
    settled = [each for each in refined.certainty.literals if each.by == "answers"]
    assert settled
    assert not any(each.by == "answers" for each in few.certainty.literals)


async def test_the_limit_is_kept_and_the_best_so_far_is_the_answer(plan_sets: PlanSets) -> None:
    benchmark = benchmark_domains()["bloxorz"]
    known = await BenchmarkTasks().task(benchmark, plan_sets)
    # With its conditions gone, `lay-down` has far more ground actions than a planner can take.
    domain = parse_domain(benchmark.text)
    action = domain.actions["lay-down"]
    for each in conjuncts(action.conditions_at_start):
        action = remove_precondition(action, each)
    start = with_action(domain, action).text
    began = time.monotonic()
    refined = await refine(known, start, LocalFeedback(known, plan_sets), seconds=8.0)
    assert time.monotonic() - began < 40.0, "a planner's child may end late, and the machine be busy"
    assert refined.is_cut_off
    assert parse_domain(refined.domain).actions.keys() == domain.actions.keys()


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
