"""Makes training data for the scorer: problems, plans that differ, questions with both answers, labels, words.

Every label is the agreement of the trajectory executor and Kairos' validator; a pair on which they disagree or which
one of them cannot judge is dropped. Each question is asked of as many plans that adhere as of plans that do not, so
that nothing can be learnt from the text alone, and more than half of the plans that do not adhere are near misses.
Needs no torch.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plancritic.adherence.dataset import (
    Dataset,
    Example,
    SampledProblem,
    ShownPlan,
    Split,
    check_labels,
    test_problem,
    with_problems,
)
from plancritic.adherence.model_card import DataCard
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.training.data.accounting import counted, cpu_seconds_used
from plancritic.laboratory.adherence.training.data.cross_judging import agreed
from plancritic.laboratory.adherence.training.data.plans import Planners, PlanPool, Wanted
from plancritic.laboratory.adherence.training.data.question_generation import ProblemAsking, Texts
from plancritic.laboratory.adherence.training.data.sampled_problems import sample_problem
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.known_questions import known_questions
from plancritic.laboratory.adherence.training.questions.near_misses import Asked
from plancritic.laboratory.adherence.training.questions.plan_facts import PlanFacts, facts_of
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about, shares_of
from plancritic.pddl.grounding import relaxed_reachability
from plancritic.pddl.language import Atom, ConstraintType, conjunction

if TYPE_CHECKING:
    from plancritic.llm import LanguageModel

#: Examples for validation, and on a test problem, for each example for training on a problem.
_VALIDATION, _TEST = 0.1, 0.32
#: A problem of the folder has so many times the plans and examples of one sampled from it: its plans are longer.
_OWN = 2
#: Share of the constraint sets in the place of which another goal is planned for.
_OTHER_GOALS = 0.3
#: Draws of a sampled problem before fewer are made.
_DRAWS = 12


@dataclass(frozen=True, slots=True)
class DataSettings:
    """How much to make. `problems` are ids of the folder's, all if empty.

    The other numbers are for each sampled problem; of one of the folder's there is twice as much.
    """

    seed: int = 0
    problems: tuple[str, ...] = ()
    #: Problems sampled from each of the folder's.
    samples: int = 5
    #: Constraint sets and goals to plan for.
    instances: int = 40
    #: Variations of the plans, and random walks.
    variations: int = 40
    walks: int = 12
    #: Examples for training.
    examples: int = 5000
    #: Texts for training that a language model, where one is given, puts in its own words.
    reworded: int = 0
    #: CPU seconds of one search; what needs more is passed over.
    solve_seconds: float = 0.4


async def make_data(
    bundle: DomainFolder,
    settings: DataSettings,
    command: str,
    progress: Callable[[str], None],
    model: LanguageModel | None = None,
) -> Dataset:
    """Make a data set from the seed alone: the same on any machine, unless a search ends just at its CPU limit.

    With a language model, `settings.reworded` texts of each problem are put in its words too, which are others each
    time. Raises `NotEnoughData` where no problem gives any example, `LanguageModelError` where the model gives no
    answer.
    """
    started = cpu_seconds_used()
    chosen = settings.problems or tuple(sorted(bundle.problems))
    making = _Making(bundle, settings, progress, model)
    try:
        # Test problems come first: a wording that they need is theirs, and training has enough others.
        for base in sorted(chosen, key=lambda each: (each != test_problem(bundle), each)):
            await making.make(base)
    finally:
        await making.planners.close()
    if not making.examples:
        raise NotEnoughData(f"no examples could be made from the problems {', '.join(chosen)}")
    dataset = Dataset(
        making.card(command, chosen, cpu_seconds_used() - started),
        tuple(making.problems),
        tuple(making.plans),
        tuple(making.examples),
    )
    check_labels(dataset)
    return dataset


class _Making:
    """The data made so far."""

    def __init__(
        self,
        bundle: DomainFolder,
        settings: DataSettings,
        progress: Callable[[str], None],
        model: LanguageModel | None,
    ) -> None:
        self._model = model
        self._bundle = bundle
        self._settings = settings
        self._progress = progress
        self._texts = Texts()
        self.planners = Planners(bundle, settings.solve_seconds)
        self.problems: list[SampledProblem] = []
        self.plans: list[ShownPlan] = []
        self.examples: list[Example] = []
        self.disputed = 0
        self.judged = 0
        self.reworded = 0
        for name, reason in self.planners.missing.items():
            progress(f"no plans come from engine {name}: {reason}")

    async def make(self, base: str) -> None:
        """Make the data of a problem of the folder and of those sampled from it."""
        # One generator a problem: adding a problem does not change the data of the others.
        generator = random.Random(f"{self._settings.seed}/{self._bundle.name}/{base}")
        lexicon = FolderLexicon(self._bundle, base)
        pool = await self._pool(lexicon, base, base, generator)
        if not pool.plans:
            self._progress(f"problem {base}: no plan without constraints, left out")
            return
        trajectories = [plan.trajectory for plan in pool.plans]
        await self._ask(lexicon, base, base, pool, generator)
        known = {lexicon.problem.facts}
        for _ in range(_DRAWS * self._settings.samples):
            if sum(problem.base == base for problem in self.problems) >= self._settings.samples:
                break
            text = sample_problem(self._bundle.problem(base), trajectories, shares_of(lexicon, base), generator)
            if text is not None:
                await self._make_sample(SampledProblem(f"{base}s{len(known)}", base, text), known)

    async def _make_sample(self, sample: SampledProblem, known: set[frozenset[Atom]]) -> None:
        """Make the data of a sampled problem that starts like none of the known and that some engine can plan."""
        generator = random.Random(f"{self._settings.seed}/{self._bundle.name}/{sample.id}")
        lexicon = FolderLexicon(with_problems(self._bundle, [sample]), sample.id)
        if lexicon.problem.facts in known:
            return
        pool = await self._pool(lexicon, sample.id, sample.base, generator)
        if pool.plans:
            known.add(lexicon.problem.facts)
            self.problems.append(sample)
            await self._ask(lexicon, sample.id, sample.base, pool, generator)

    async def _pool(self, lexicon: FolderLexicon, problem_id: str, base: str, generator: random.Random) -> PlanPool:
        """Plans of a problem; none where no engine finds one for its goal."""
        settings = self._settings
        times = _OWN if problem_id == base else 1
        is_test = base == test_problem(self._bundle)
        pool = PlanPool(lexicon.problem, lexicon.problem.text, self.planners, generator, is_test)
        await pool.plan([Wanted()], every_planner=True)
        if not pool.plans:
            return pool
        pool.wander(relaxed_reachability(lexicon.problem).actions, times * settings.walks)
        facts = facts_of([plan.trajectory for plan in pool.plans], asked_about(lexicon, base))
        if facts.changing:
            source = QuestionSource(lexicon, base, generator, facts)
            known = known_questions(lexicon, base)
            given = [question.constraints for question in known]
            asked = given
            if problem_id != base:
                asked = [question.constraints for question in known if question.archetype is not None]
            asked = list(dict.fromkeys(asked))
            wanted = [Wanted(constraints) for constraints in asked]
            await pool.plan(
                [*wanted, *(_wanted(source, given, facts, generator) for _ in range(times * settings.instances))]
            )
        pool.vary(times * settings.variations)
        return pool

    async def _ask(
        self, lexicon: FolderLexicon, problem_id: str, base: str, pool: PlanPool, generator: random.Random
    ) -> None:
        """Add the plans of a problem and what is asked of them."""
        started = time.monotonic()
        count = self._settings.examples * (_OWN if problem_id == base else 1)
        wanted: dict[Split, int] = {"train": count, "validation": round(count * _VALIDATION)}
        if base == test_problem(self._bundle):
            wanted = {"test": round(count * _TEST)}
        asking = ProblemAsking(lexicon, problem_id, base, pool.plans, self._texts, generator)
        found: list[Example] = []
        for split, examples in wanted.items():
            numbers = [number for number, plan in enumerate(pool.plans) if pool.split(plan.family) == split]
            found += asking.ask(split, numbers, examples)
        sure = await agreed(self._bundle.domain_pddl, lexicon.problem.text, pool.plans, found)
        labelled = [*sure.examples, *await self._reworded(sure.examples, lexicon, problem_id, generator)]
        self.examples += [replace(example, plan=example.plan + len(self.plans)) for example in labelled]
        self.plans += [
            ShownPlan(problem_id, plan.text, f"{problem_id}/{plan.family}", plan.origin) for plan in pool.plans
        ]
        self.disputed += sure.disputed
        self.judged += sure.judged
        seconds = time.monotonic() - started
        self._progress(
            f"problem {problem_id}: {len(labelled)} examples on {len(pool.plans)} plans, asked in {seconds:.0f} s"
        )

    async def _reworded(
        self, examples: Sequence[Example], lexicon: FolderLexicon, problem_id: str, generator: random.Random
    ) -> list[Example]:
        if self._model is None or not self._settings.reworded:
            return []
        # The packages of the language model are wanted here only.
        from plancritic.laboratory.adherence.training.data.rewording import reworded_examples

        found = await reworded_examples(
            examples, lexicon, problem_id, self._texts, self._model, self._settings.reworded, generator
        )
        self.reworded += len({example.text for example in found})
        return found

    def card(self, command: str, chosen: tuple[str, ...], cpu_seconds: float) -> DataCard:
        """What there is."""
        examples = self.examples
        others = [example for example in examples if not example.adheres]
        return DataCard(
            domain=self._bundle.name,
            bundle=self._bundle.folder_sha256,
            seed=self._settings.seed,
            command=command,
            problems=chosen,
            instances=self._settings.instances,
            plans=len(self.plans),
            statements=len({example.text for example in examples}),
            examples=counted(example.sort for example in examples),
            positives=len(examples) - len(others),
            disputed=self.disputed,
            cpu_seconds=round(cpu_seconds, 1),
            samples=len(self.problems),
            by_split=counted(example.split for example in examples),
            texts_by_split=counted(split for split, _ in {(example.split, example.text) for example in examples}),
            positives_by_sort=counted(example.sort for example in examples if example.adheres),
            near_misses=counted(example.sort for example in examples if example.near_miss),
            near_miss_share=round(sum(example.near_miss for example in others) / max(1, len(others)), 4),
            archetypes=counted(example.archetype for example in examples if example.archetype is not None),
            sources=counted(example.source for example in examples),
            origins=counted(plan.origin for plan in self.plans),
            engines_missing=self.planners.missing,
            cross_judged=self.judged,
            reworded=self.reworded,
            language_model=None if self._model is None else self._model.name,
        )


def _wanted(source: QuestionSource, given: Sequence[Asked], facts: PlanFacts, generator: random.Random) -> Wanted:
    """Another goal, or one or two questions to be met together, now and then one turned round or some ways round.

    Planners answer many questions with the same plan; a detour makes a plan of its own out of it.
    """
    if generator.random() < _OTHER_GOALS:
        goal = generator.sample(facts.changing, min(len(facts.changing), generator.randint(1, 3)))
        return Wanted(goal=str(conjunction(tuple(goal))))
    kinds = list(ConstraintType)
    chosen = [source.draw(generator.choice(kinds)).constraints for _ in range(generator.choice((1, 2, 2)))]
    if given and generator.random() < 0.3:
        chosen[0] = generator.choice(given)
    constraints = [constraint for one in chosen for constraint in one]
    if generator.random() < 0.25:
        place = generator.randrange(len(constraints))
        constraints[place] = constraints[place].negated()
    if generator.random() < 0.7:
        constraints += [source.detour() for _ in range(generator.randint(1, 4))]
    return Wanted(tuple(dict.fromkeys(constraints)))
