"""What is counted of runs for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry
from tests.support.builders import envelope, feedback_submitted, plan_revised, statement

from plancritic.contracts.feedback import GenerationEvaluated, StatementOutcome, StatementVerdict
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.coordinator.runs.metrics import RunMetrics


def generation(number: int, best: float) -> GenerationEvaluated:
    return GenerationEvaluated(
        envelope=envelope(),
        generation=number,
        of=20,
        individuals=4,
        verdicts={"plan": 4},
        from_cache=0,
        best_adherence=best,
        mean_adherence=0.4,
        best_specification=(),
        elapsed_seconds=0.1,
    )


def counted(*messages: object) -> CollectorRegistry:
    registry = CollectorRegistry()
    metrics = RunMetrics(registry)
    for each in messages:
        metrics.count(each)  # type: ignore[arg-type]
    return registry


def test_the_best_adherence_is_told_by_generation_and_late_ones_share_a_label() -> None:
    registry = counted(generation(0, 0.5), generation(3, 0.9), generation(10, 1.0), generation(17, 1.0))
    for label, count, total in (("0", 1, 0.5), ("3", 1, 0.9), ("10+", 2, 2.0)):
        assert registry.get_sample_value("plancritic_generation_adherence_count", {"generation": label}) == count
        assert registry.get_sample_value("plancritic_generation_adherence_sum", {"generation": label}) == total


def test_a_question_counts_by_its_kind() -> None:
    asked = QuestionAsked(
        envelope=envelope(),
        question="q1",
        statement=statement(),
        text="Which?",
        choices=(Choice(number=1, sentence="This.", constraints=("(sometime (p))",), probability=0.5),),
    )
    assert counted(asked, asked).get_sample_value("plancritic_questions_asked_total", {"kind": "meaning"}) == 2


def test_an_end_counts_each_of_its_statements_by_what_it_was_told() -> None:
    words: tuple[StatementVerdict, ...] = ("adhered", "adhered", "violated")
    end = plan_revised(*(StatementOutcome(statement=statement(), verdict=word, adherence=None) for word in words))
    registry = counted(end, feedback_submitted("No vessel may go through waypoint A."))
    for verdict, count in (("adhered", 2), ("violated", 1)):
        assert registry.get_sample_value("plancritic_statements_told_total", {"verdict": verdict}) == count
