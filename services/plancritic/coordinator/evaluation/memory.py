"""What an evaluator knows: verdicts, judgements and evaluations, none of them asked for twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from plancritic.contracts.errors import Fault
from plancritic.contracts.planning import Impossible, PlanProved, Verdict
from plancritic.coordinator.evaluation.criteria import Judgement
from plancritic.coordinator.evaluation.evaluator_state import EvaluatorState, Planned
from plancritic.coordinator.evaluation.evidence import Evidence, Findings
from plancritic.coordinator.evaluation.fitness import Evaluation
from plancritic.coordinator.problem.specification import Specification

#: What makes two specifications the same to plan for: their constraints.
Key = frozenset[str]


def key_of(specification: Specification) -> Key:
    """Return what makes two specifications the same to plan for."""
    return frozenset(each.constraint for each in specification)


@dataclass
class Memory:
    """What was found out in a run so far.

    `evidence` is what counts: less than what was given once the scorer turned out not to be there
    (`evidence.without_scorer`). `model` is the scorer's, once it has been asked; `scorer_missing` is what a scorer
    that is not there answered when it was first asked: it is not asked again.
    """

    evidence: Evidence
    model: str | None = None
    scorer_missing: Fault | None = None
    evaluations: dict[Key, Evaluation] = field(default_factory=dict)
    verdicts: dict[Key, Verdict] = field(default_factory=dict)
    planned: dict[Key, Planned] = field(default_factory=dict)
    #: By plan.
    judgements: dict[str, Judgement] = field(default_factory=dict)
    #: What the scorer finds of every proved plan seen so far, statement by statement, in the order they came.
    learned: dict[str, Sequence[Findings]] = field(default_factory=dict)

    def know(self, specification: Specification, verdict: Verdict, explained: bool = False) -> None:
        """Take over a verdict that was asked for elsewhere; `explained` says that an explanation was, with it."""
        key = key_of(specification)
        self.verdicts[key] = verdict
        self.planned[key] = Planned(specification=specification, explained=explained)
        # What was evaluated before had another plan: one that left a preference out, say.
        self.evaluations.pop(key, None)

    def undecided_verdict(self, specification: Specification) -> Verdict | None:
        """Return the verdict on a specification that was neither a plan nor a proof, with all the time of the limits.

        None where nothing is known, or something is decided.
        """
        key = key_of(specification)
        known, planned = self.verdicts.get(key), self.planned.get(key)
        decided = planned is None or planned.brief or isinstance(known, PlanProved | Impossible)
        return None if decided else known

    def state(self) -> EvaluatorState:
        """Return what was evaluated so far, for a checkpoint."""
        return EvaluatorState(
            evidence=self.evidence,
            model=self.model,
            scorer_missing=self.scorer_missing,
            planned=tuple(self.planned.values()),
            evaluated=tuple(each.individual for each in self.evaluations.values()),
            plans=tuple(self.learned),
        )
