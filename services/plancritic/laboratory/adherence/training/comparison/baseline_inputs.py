"""Plans and statements as the compared LSTMs read them: sentence embeddings a step, and numbers beside them."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from plancritic.adherence.mentions import TIMES, MentionFinder
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Part
from plancritic.wording import step_changes, step_sentence

#: What is known of a step's time: start, end and duration as shares of the makespan and as they are (log).
STEP_TIMES = 6
#: What is known of a step and a time that the statement names: that it names one, and how start and end lie to it.
BOUND_TIMES = 4
#: Stand for a plan without steps, which a network would otherwise see as nothing at all, and a step without changes.
_NO_STEPS, _NOTHING_CHANGES = "nothing is done", "nothing changes"


class Embedded:
    """Vectors of texts, each embedded once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._row: dict[str, int] = {}
        self._vectors = torch.empty((0, encoder.dimensions))

    def add(self, texts: Sequence[str]) -> None:
        """Embed those that are new."""
        new = sorted(set(texts) - self._row.keys())
        if new:
            self._row.update({text: len(self._row) + place for place, text in enumerate(new)})
            self._vectors = torch.cat([self._vectors, torch.from_numpy(self._encoder.encode(new))])

    def vectors(self, texts: Sequence[str]) -> torch.Tensor:
        """Shape (texts, dimensions); all of them were added before."""
        return self._vectors[self.rows(texts)]

    def rows(self, texts: Sequence[str]) -> torch.Tensor:
        """Where the vectors of texts lie, for `at`."""
        return torch.tensor([self._row[text] for text in texts], dtype=torch.long)

    def at(self, rows: torch.Tensor) -> torch.Tensor:
        """Vectors, one axis more than `rows`."""
        return self._vectors[rows]


class PlanReader:
    """Plans and statements of a corpus as a network's inputs."""

    def __init__(self, corpus: Corpus, embedded: Embedded, with_changes: bool) -> None:
        """With changes, a step is its own sentence and what it changes, and has numbers beside it."""
        self._corpus = corpus
        self._with_changes = with_changes
        self._embedded = embedded
        self._sentences: dict[int, list[tuple[str, ...]]] = {}
        self._rows: dict[int, torch.Tensor] = {}
        self._times: dict[int, torch.Tensor] = {}
        self._finders: dict[str, MentionFinder] = {}
        self._bounds: dict[tuple[str, str], list[float]] = {}

    def read(self, part: Part) -> None:
        """Embed all that the examples speak of."""
        plans = sorted({example.plan for example in part.examples} - self._rows.keys())
        for plan in plans:
            self._sentences[plan] = self._of_steps(plan)
        spoken = [sentence for plan in plans for step in self._sentences[plan] for sentence in step]
        self._embedded.add([*spoken, *(example.text for example in part.examples)])
        for plan in plans:
            steps = self._sentences.pop(plan)
            self._rows[plan] = torch.stack([self._embedded.rows(step) for step in steps])
            self._times[plan] = self._of_times(plan, len(steps))

    def length(self, plan: int) -> int:
        """How many steps the network reads."""
        return len(self._rows[plan])

    def steps(self, plans: Sequence[int]) -> torch.Tensor:
        """Vectors of steps (plans, length, sentences * dimensions); the plans are of one length."""
        return self._embedded.at(torch.stack([self._rows[plan] for plan in plans])).flatten(2)

    def numbers(self, part: Part, places: Sequence[int]) -> torch.Tensor:
        """Numbers beside the steps (places, length, numbers); the plans are of one length."""
        examples = [part.examples[place] for place in places]
        times = torch.stack([self._times[example.plan] for example in examples])
        if not self._with_changes:
            return times
        bounds = torch.tensor([self._of_bounds(example.plan, example.text) for example in examples])[:, None, :]
        given = (bounds >= 0).float()
        start, end = times[:, :, -2:-1], times[:, :, -1:]
        lie = [given, given * torch.log1p(bounds.clamp(min=0)), given * _lie(start, bounds), given * _lie(end, bounds)]
        expanded = [each.expand(-1, times.shape[1], -1) for each in lie]
        return torch.cat([times[:, :, :-2], *expanded], dim=2)

    def _of_steps(self, plan: int) -> list[tuple[str, ...]]:
        """The sentences of each step."""
        trajectory = self._corpus.trajectory(plan)
        lexicon = self._corpus.lexicon(self._corpus.dataset.plans[plan].problem)
        steps = [step_sentence(step, lexicon) for step in trajectory.plan.steps]
        if not self._with_changes:
            return [(step,) for step in steps] or [(_NO_STEPS,)]
        changes = ["; ".join(step_changes(trajectory, n, lexicon)) or _NOTHING_CHANGES for n in range(len(steps))]
        return list(zip(steps, changes, strict=True)) or [(_NO_STEPS, _NOTHING_CHANGES)]

    def _of_times(self, plan: int, length: int) -> torch.Tensor:
        """Shape (length, STEP_TIMES + 2): the last two are start and end as they are; (length, 0) where unused."""
        if not self._with_changes:
            return torch.zeros((length, 0))
        steps = self._corpus.trajectory(plan).plan.steps
        if not steps:
            return torch.zeros((length, STEP_TIMES + 2))
        known = torch.tensor([[step.start, step.end, step.end - step.start] for step in steps])
        makespan = max(float(known[:, 1].max()), 1e-6)
        return torch.cat([known / makespan, torch.log1p(known), known[:, :2]], dim=1)

    def _of_bounds(self, plan: int, text: str) -> list[float]:
        """The times that a statement names, -1 for none."""
        problem = self._corpus.dataset.plans[plan].problem
        if (problem, text) not in self._bounds:
            if problem not in self._finders:
                self._finders[problem] = MentionFinder(self._corpus.lexicon(problem))
            found = [named.amount for named in self._finders[problem].find(text).times][:TIMES]
            self._bounds[problem, text] = found + [-1.0] * (TIMES - len(found))
        return self._bounds[problem, text]


def _lie(when: torch.Tensor, bound: torch.Tensor) -> torch.Tensor:
    """Below 0 before the bound, above 0 after it, within 1 of it."""
    return torch.tanh(when - bound)
