"""What Prometheus scrapes of runs: adherence by generation, questions, and what statements were told."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

from plancritic.contracts.envelope import Message
from plancritic.contracts.feedback import GenerationEvaluated, PlanRevised
from plancritic.contracts.questions import QuestionAsked

#: Later generations share a label: a search may breed a thousand.
_LAST_GENERATION = 10
_SHARES = (0.0, 0.25, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)


class RunMetrics:
    """Counters of the runs that this copy carries. What is published again after a crash is counted again."""

    def __init__(self, registry: CollectorRegistry | None = None) -> None:
        registry = registry or CollectorRegistry()
        self._adherence = Histogram(
            "plancritic_generation_adherence",
            f"Best adherence of a generation, {_LAST_GENERATION}+ for later ones",
            ["generation"],
            buckets=_SHARES,
            registry=registry,
        )
        self._questions = Counter("plancritic_questions_asked", "Questions to people", ["kind"], registry=registry)
        self._told = Counter(
            "plancritic_statements_told", "Statements of ended runs, by verdict", ["verdict"], registry=registry
        )

    def count(self, message: Message) -> None:
        """Count what a message tells; other messages count for nothing."""
        match message:
            case GenerationEvaluated():
                late = message.generation >= _LAST_GENERATION
                generation = f"{_LAST_GENERATION}+" if late else str(message.generation)
                self._adherence.labels(generation).observe(message.best_adherence)
            case QuestionAsked():
                self._questions.labels(message.kind).inc()
            case PlanRevised():
                for outcome in message.statements:
                    self._told.labels(outcome.verdict).inc()
