"""Models next to a model that meet all cases too, and how likely each of them is.

Two things speak for a model: that its changes cost little, and that it allows few plans beside the known ones. A model
that allows a hundred plans for a problem would hardly have led to just the two that are known (the size principle:
J. Tenenbaum, T. Griffiths: Generalization, similarity, and Bayesian inference, BBS 24 (2001), section 2.2).

Known plans are chosen, not drawn, and of some hundred changes a few fit any few plans by chance. So what is believed
weighs plans lightly and each edit by how many edits there are; what is asked about is less sure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from plancritic.refiner.equivalence.executor import Step
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.plausibility import Plausibility
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.restorations import restorations
from plancritic.refiner.repair.schemas import Model, Schema, exchanges, ordered

#: What is believed: how far one known plan of a problem counts as a draw from all plans of the true domain, and how far
#: each further one: a second way to the goal says more than the first that somebody thinks of.
DRAW, FURTHER_DRAW = 0.5, 0.9
#: By how much more than chance plans have to speak for an edit (natural logarithm of odds).
SURENESS = 1.0
#: What is asked about: what one edit costs (natural logarithm of odds), and how far any known plan counts as a draw.
ASKED_EDIT, ASKED_DRAW = 2.5, 0.7
#: Plans of one problem that are looked at: those that came first.
MOST_PLANS = 60
#: As many plans are hardly all that a model has.
MANY = 50


@dataclass
class PlanPool:
    """Plans that some model had for the problems of a task, each once."""

    knowledge: Knowledge
    plans: list[dict[Steps, None]] = field(default_factory=list)
    #: Steps of the longest plan, problem by problem, of the model whose cheapest plans end first.
    _longest: list[float] = field(default_factory=list)
    _known: dict[tuple[int, Model], _Walked] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plans = [{} for _ in self.knowledge.simulators]
        self._longest = [math.inf for _ in self.knowledge.simulators]

    def add(self, problem: int, plans: Iterable[Sequence[Step]]) -> None:
        """Add plans; of very many every so many-th."""
        known = self.plans[problem]
        placed = [self.knowledge.simulators[problem].places(plan) for plan in plans]
        if len(placed) >= MANY:
            longest = max((len(each) for each in placed if each is not None), default=math.inf)
            self._longest[problem] = min(self._longest[problem], longest)
        stride = max(1, len(placed) // MOST_PLANS)
        for each in placed[::stride]:
            if each is not None:
                known.setdefault(each)

    def accepted(self, model: Model, problem: int) -> int:
        """Return how many of the plans for a problem the model accepts.

        Plans count up to the length to which all models that were looked at gave theirs, or the length of a known plan:
        each gave its cheapest plans alone, so that beyond it a model with few short plans would have more of the long
        ones.
        """
        works = (case.steps for case in self.knowledge.cases if case.kind == "works" and case.problem == problem)
        most = max((self._longest[problem], *map(len, works)))
        accepted = self._walked(model, problem).accepted
        return sum(each and len(plan) <= most for each, plan in zip(accepted, self.plans[problem], strict=True))

    def taken(self, model: Model, problem: int) -> Sequence[int]:
        """Return, plan by plan, how many of the steps the model can take."""
        return self._walked(model, problem).taken

    def _walked(self, model: Model, problem: int) -> _Walked:
        walked = self._known.setdefault((problem, model), _Walked())
        simulator = self.knowledge.simulators[problem]
        for plan in islice(self.plans[problem], len(walked.taken), None):
            states = simulator.states(model, plan)
            walked.taken.append(len(states) - 1)
            walked.accepted.append(len(states) > len(plan) and simulator.is_goal(states[-1]))
        return walked


@dataclass(slots=True)
class _Walked:
    """What a model makes of the plans of a pool, in their order."""

    taken: list[int] = field(default_factory=list)
    accepted: list[bool] = field(default_factory=list)


class Suspicion:
    """Scores models by cost and by the plans that they allow; smaller is likelier (natural logarithms)."""

    def __init__(self, knowledge: Knowledge, plausibility: Plausibility, pool: PlanPool) -> None:
        self._knowledge = knowledge
        self._plausibility = plausibility
        self._pool = pool
        edits = sum(map(len, knowledge.frame.atoms)) * len(_ROLES)
        #: Any one edit is one of so many.
        self._edit = SURENESS + math.log(max(2, edits))
        #: Models for which the planner found no plan within its limits, and how much that counts against them.
        self.hopeless: dict[Model, float] = {}

    def disbelief(self, model: Model) -> float:
        """Return how little a model is believed."""
        return self._edit * self._plausibility.sober_cost(model) + self._evidence(model, DRAW, FURTHER_DRAW)

    def doubt(self, model: Model, most: float = math.inf) -> float:
        """Return how little a model is worth asking about; of one above `most` perhaps less, but more than `most`."""
        return self._evidence(model, ASKED_DRAW, ASKED_DRAW, ASKED_EDIT * self._plausibility.cost(model), most)

    def _evidence(
        self, model: Model, first: float, further: float, known: float = 0.0, most: float = math.inf
    ) -> float:
        total = known + self.hopeless.get(model, 0.0)
        for number, draws in enumerate(self._draws()):
            if draws and total <= most:
                total += (first + further * (draws - 1)) * math.log(max(1, self._pool.accepted(model, number)))
        return total

    def _draws(self) -> list[int]:
        """Return, problem by problem, how many plans of it are known; a problem that is there twice counts once."""
        known: dict[str, set[Steps]] = {}
        texts = [each.text for each in self._knowledge.problems]
        for case in self._knowledge.cases:
            if case.kind == "works":
                known.setdefault(texts[case.problem], set()).add(case.steps)
        return [len(known.pop(text, ())) for text in texts]

    def neighbours(self, model: Model) -> Iterator[Model]:
        """Return the models that one more change makes, or one mistake mended, and that meet all cases."""
        restored = [
            each
            for each in restorations(self._knowledge, self._plausibility.start, model)
            if not self._knowledge.unmet(each)
        ]
        yield from restored
        if restored:
            yield self._pruned(model, min(restored, key=self.disbelief))
        for action, schema in enumerate(model):
            for changed in self._changed(action, schema):
                neighbour = (*model[:action], changed, *model[action + 1 :])
                if not self._knowledge.unmet(neighbour):
                    yield neighbour

    def _pruned(self, model: Model, restored: Model) -> Model:
        """Return a restored model without those of its new conditions that it is likelier without."""
        best, least = restored, self.disbelief(restored)
        for action, (before, after) in enumerate(zip(model, restored, strict=True)):
            for atom in ordered(after.needs - before.needs):
                schema = best[action]
                tried = (*best[:action], schema._replace(needs=schema.needs - {atom}), *best[action + 1 :])
                disbelief = self.disbelief(tried)
                if disbelief < least and not self._knowledge.unmet(tried):
                    best, least = tried, disbelief
        return best

    def _changed(self, action: int, schema: Schema) -> Iterator[Schema]:
        """Return the schema with another role for one atom, or a condition and an effect in each other's place."""
        for atom in self._knowledge.frame.atoms[action]:
            without = Schema(*(atoms - {atom} for atoms in schema))
            for role in _ROLES:
                changed = Schema(*(atoms | {atom} if has else atoms for atoms, has in zip(without, role, strict=True)))
                if changed != schema:
                    yield changed
        for _, changed in exchanges(schema):
            yield changed

    def single_edits(self, action: int, schema: Schema) -> Iterator[Schema]:
        """Return what one edit makes of a schema of an action, whatever cases that meets."""
        return self._changed(action, schema)


#: What an atom can be to an action: needed, forbidden, added, deleted.
_ROLES = (
    (False, False, False, False),
    (True, False, False, False),
    (False, True, False, False),
    (False, False, True, False),
    (False, False, False, True),
    (True, False, False, True),
    (False, True, True, False),
    (True, False, True, False),
    (False, True, False, True),
)
