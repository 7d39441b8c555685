"""Makes training data for the scorer: questions, plans that answer them either way, labels by the judges, words.

Every label is the agreement of the trajectory executor and Kairos' validator; a pair on which they disagree or which
one of them cannot judge is dropped. Each question is asked of as many plans that adhere as of plans that do not, so
that nothing can be learnt from the text alone. Needs no torch.
"""

from __future__ import annotations

import asyncio
import random
import resource
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from plancritic.contracts.planning import SolveLimits
from plancritic.domains import DomainBundle
from plancritic.engines import PlanningRequest, create_engine
from plancritic.engines.interface import Engine
from plancritic.engines.outcome import PlanFound
from plancritic.judges import JudgeRequest, KairosJudge
from plancritic.pddl.conditions import Atom, Not
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.pddl.plan import Plan, parse_plan
from plancritic.pddl.satisfaction import judge_constraint
from plancritic.pddl.states import Trajectory
from plancritic.pddl.trajectory import execute
from plancritic.pddl.writer import with_constraints
from plancritic.scorer.card import DataCard
from plancritic.scorer.training.dataset import Dataset, Example, ShownPlan, Split
from plancritic.scorer.training.paraphrases import Paraphraser
from plancritic.scorer.training.questions import WEIGHTS, Question, QuestionSource
from plancritic.scorer.training.variations import vary
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence, step_sentence

#: How often a sort of question takes its turn. Step names carry no times, so windows cannot be judged from them well.
_TURNS = {**{kind.value: weight for kind, weight in WEIGHTS.items()}, "at end": 8, "conjunction": 9}
#: Of the questions that nobody is known to ask, one in so many is held back from training.
_HELD_BACK = 3
#: Share of the examples of other questions that are put in a wording held back from training.
_HELD_BACK_WORDINGS = 0.15


@dataclass(frozen=True, slots=True)
class DataSettings:
    """How much to make for each problem: `instances` constraint sets to plan for, `variations` of the plans, rows."""

    seed: int = 0
    problems: tuple[str, ...] = ()
    instances: int = 300
    variations: int = 300
    examples: int = 8000
    #: CPU seconds of one search; a constraint set that needs more is passed over.
    solve_seconds: float = 0.5
    #: Plans drawn for each question, and the most of them on which it is asked, adhering and not together.
    plans_drawn: int = 80
    plans_a_question: int = 6


@dataclass(frozen=True, slots=True)
class _Judged:
    """A plan with what the executor made of it."""

    text: str
    steps: tuple[str, ...]
    trajectory: Trajectory
    family: int
    origin: str


async def make_data(
    bundle: DomainBundle, settings: DataSettings, command: str, progress: Callable[[str], None]
) -> Dataset:
    """Make a data set from the seed alone. Raises `ValueError` where no problem gives any example."""
    started = _cpu_seconds()
    problems = settings.problems or tuple(sorted(bundle.problems))
    plans: list[ShownPlan] = []
    examples: list[Example] = []
    claimed: dict[str, Split] = {}
    disputed = 0
    last = max(bundle.problems)
    engine = create_engine("kairos")
    try:
        # The test problem first: its wordings are its own, and training has enough others.
        for problem in sorted(problems, reverse=True):
            maker = _ProblemData(bundle, problem, settings, engine, progress, problem == last, claimed)
            await maker.make()
            for example in maker.examples:
                examples.append(replace(example, plan=example.plan + len(plans)))
            plans += [
                ShownPlan(problem, plan.text, f"{problem}/{plan.family}", plan.origin) for plan in maker.plans
            ]
            disputed += maker.disputed
    finally:
        await engine.close()
    if not examples:
        raise ValueError(f"no example came of the problems {', '.join(problems)}")
    card = DataCard(
        domain=bundle.name,
        bundle=bundle.sha256,
        seed=settings.seed,
        command=command,
        problems=problems,
        instances=settings.instances,
        plans=len(plans),
        statements=len({example.text for example in examples}),
        examples=dict(sorted(Counter(example.sort for example in examples).items())),
        positives=sum(example.adheres for example in examples),
        by_split=dict(Counter(example.split for example in examples)),
        disputed=disputed,
        cpu_seconds=round(_cpu_seconds() - started, 1),
    )
    return Dataset(card, (), tuple(plans), tuple(examples))


class _ProblemData:
    """The plans and examples of one problem."""

    def __init__(
        self,
        bundle: DomainBundle,
        problem_id: str,
        settings: DataSettings,
        engine: Engine,
        progress: Callable[[str], None],
        is_test: bool,
        claimed: dict[str, Split],
    ) -> None:
        self._is_test = is_test
        self._claimed = claimed
        self._bundle = bundle
        self._id = problem_id
        self._settings = settings
        self._engine = engine
        self._progress = progress
        # One generator a problem: adding a problem does not change the data of the others.
        self._random = random.Random(f"{settings.seed}/{bundle.name}/{problem_id}")
        self._lexicon = Lexicon(bundle, problem_id)
        self._kairos = KairosJudge()
        self._satisfied: dict[tuple[int, Constraint], bool | None] = {}
        self._ruled: dict[tuple[int, tuple[Constraint, ...]], bool | None] = {}
        self.plans: list[_Judged] = []
        self.examples: list[Example] = []
        self.disputed = 0

    async def make(self) -> None:
        started = time.monotonic()
        await self._plan([()])
        if not self.plans:
            self._progress(f"problem {self._id}: no plan without constraints, left out")
            return
        horizon = parse_plan(self.plans[0].text).makespan
        source = QuestionSource(self._lexicon, self._id, self._random, horizon)
        given = source.given()
        await self._plan([question.constraints for question in given])
        source.restrict(self._changing())
        outcomes = source.outcomes()
        pool = [*given, *outcomes, *(source.near_miss(question) for question in given for _ in range(5))]
        drawn = [source.draw() for _ in range(max(20, self._settings.instances))]
        pool += [*drawn, *(source.near_miss(question) for question in drawn)]
        pool = list({question.constraints: question for question in reversed(pool)}.values())[::-1]
        pool = [replace(question, held_back=_is_held_back(question)) for question in pool]
        await self._plan([self._wanted(pool, source) for _ in range(self._settings.instances)])
        planned = len(self.plans)
        self._vary()
        varied = len(self.plans) - planned
        self._progress(f"problem {self._id}: {planned} plans, {varied} variations, {len(pool)} questions")
        await self._ask(pool)
        seconds = time.monotonic() - started
        self._progress(f"problem {self._id}: {len(self.examples)} examples in {seconds:.0f} s")

    def _wanted(self, pool: Sequence[Question], source: QuestionSource) -> tuple[Constraint, ...]:
        """One or two questions to be met together, now and then one turned round, now and then some ways round.

        Planners answer many questions with the same plan; a detour makes a plan of its own out of it.
        """
        central = [question for question in pool if question.central]
        chosen = self._random.sample(pool, self._random.choice((1, 1, 1, 2, 2)))
        if central and self._random.random() < 0.5:
            # What people ask for is met by many plans, so that it is not known by the company it keeps.
            chosen[0] = self._random.choice(central)
        constraints = [constraint for question in chosen for constraint in question.constraints]
        if self._random.random() < 0.25:
            place = self._random.randrange(len(constraints))
            constraints[place] = constraints[place].negated()
        if self._random.random() < 0.6:
            constraints += [source.detour() for _ in range(self._random.randint(1, 3))]
        return tuple(dict.fromkeys(constraints))

    def _vary(self) -> None:
        """Add variations of the plans, until there are enough or too many attempts came to nothing."""
        found = [parse_plan(plan.text) for plan in self.plans]
        known = {plan.steps for plan in self.plans}
        wanted = len(self.plans) + self._settings.variations
        for _ in range(20 * self._settings.variations):
            if len(self.plans) >= wanted:
                break
            family = self._random.randrange(len(found))
            trajectory = vary(self._lexicon.problem, found[family], found, self._random)
            if trajectory is not None:
                self._keep(trajectory.plan, trajectory, known, family, "variation")

    def _keep(self, plan: Plan, trajectory: Trajectory, known: set[tuple[str, ...]], family: int, origin: str) -> None:
        """Keep an executable plan with new steps."""
        steps = tuple(step_sentence(step, self._lexicon) for step in plan.steps)
        if steps not in known and not trajectory.faults:
            known.add(steps)
            self.plans.append(_Judged(str(plan), steps, trajectory, family, origin))

    async def _plan(self, wanted: Sequence[tuple[Constraint, ...]]) -> None:
        """Plan for each set of constraints; plans with new steps are kept, in the order asked for."""
        limits = SolveLimits(seconds=self._settings.solve_seconds, deterministic=True)
        places = asyncio.Semaphore(2)

        async def solve(constraints: tuple[Constraint, ...]) -> str | None:
            problem = with_constraints(self._bundle.problem(self._id), constraints)
            async with places:
                outcome = await self._engine.solve(PlanningRequest(self._bundle.domain_pddl, problem, limits))
            return outcome.plan if isinstance(outcome, PlanFound) else None

        known = {plan.steps for plan in self.plans}
        for text in await asyncio.gather(*(solve(constraints) for constraints in wanted)):
            if text is None:
                continue
            plan = parse_plan(text)
            self._keep(plan, execute(self._lexicon.problem, plan), known, len(self.plans), "kairos")

    def _changing(self) -> set[Atom]:
        """Facts that hold in some state of some plan and not in another."""
        states = [state.facts for plan in self.plans for state in plan.trajectory.states]
        return set(frozenset.union(*states) - frozenset.intersection(*states))

    async def _ask(self, pool: Sequence[Question]) -> None:
        """Ask every question of as many plans that adhere as not, until there are examples enough."""
        paraphraser = Paraphraser(self._lexicon, self._random)
        both: list[tuple[Question, list[int], list[int]]] = []
        for question in pool:
            drawn = self._random.sample(range(len(self.plans)), min(len(self.plans), self._settings.plans_drawn))
            answers = {plan: self._adheres(plan, question) for plan in drawn}
            sides = tuple([plan for plan in drawn if answers[plan] is side] for side in (True, False))
            if all(sides):
                both.append((question, sides[0], sides[1]))
        by_sort: dict[str, list[tuple[Question, list[int], list[int]]]] = {}
        for entry in both:
            by_sort.setdefault(entry[0].sort, []).append(entry)
        for entries in by_sort.values():
            # What people are known to ask is asked often, in other words each time.
            entries += [entry for entry in entries if entry[0].central] * 4
            entries += [entry for entry in entries if entry[0].texts or entry[0].deed is not None]
            self._random.shuffle(entries)
        # Sorts take turns by their weights, so that none crowds out the others.
        turns = dict.fromkeys(sorted(by_sort), 0)
        while turns and len(self.examples) < self._settings.examples:
            for sort in list(turns):
                for _ in range(_TURNS.get(sort, 1)):
                    entry = by_sort[sort][turns[sort] % len(by_sort[sort])]
                    turns[sort] += 1
                    await self._ask_one(entry, paraphraser)
                if turns[sort] >= 12 * len(by_sort[sort]):
                    del turns[sort]

    async def _ask_one(self, entry: tuple[Question, list[int], list[int]], paraphraser: Paraphraser) -> None:
        question, adhering, others = entry
        count = min(len(adhering), len(others), self._settings.plans_a_question // 2)
        texts: dict[Split, str] = {}
        constraints = tuple(str(constraint) for constraint in question.constraints)
        for side, plans in ((True, adhering), (False, self._hardest_first(question, others, count))):
            for plan in self._random.sample(plans, count):
                if await self._kairos_says(plan, question) is side:
                    split = self._split(plan)
                    if split not in texts:
                        texts[split] = paraphraser.text(question, split != "train")
                    text = texts[split]
                    if self._claimed.setdefault(text, split) == split:
                        self.examples.append(
                            Example(
                                plan,
                                text,
                                side,
                                question.sort,
                                constraints,
                                constraints_sentence(question.constraints, self._lexicon),
                                " ".join(constraint_sentence(one, self._lexicon) for one in question.constraints),
                                split,
                            )
                        )
                else:
                    self.disputed += 1

    def _split(self, plan: int) -> Split:
        if self._is_test:
            return "test"
        return "validation" if self.plans[plan].family % 7 == 3 else "train"

    def _hardest_first(self, question: Question, others: list[int], count: int) -> list[int]:
        """`count` plans or more that do not adhere: half of them, where there are, had for a time what was asked."""
        hard = [plan for plan in others if self._had_for_a_time(plan, question)]
        hard = self._random.sample(hard, min(len(hard), count - count // 2))
        rest = [plan for plan in others if plan not in hard]
        return [*hard, *self._random.sample(rest, min(len(rest), count - len(hard)))]

    def _had_for_a_time(self, plan: int, question: Question) -> bool:
        """Whether what is to hold in the end came about in the course of the plan; False for other questions."""
        if any(constraint.type is not ConstraintType.AT_END for constraint in question.constraints):
            return False
        passing = tuple(
            Constraint(ConstraintType.SOMETIME, constraint.conditions)
            for constraint in question.constraints
            if not isinstance(constraint.conditions[0], Not)
        )
        return bool(passing) and self._adheres(plan, Question(passing)) is True

    def _adheres(self, plan: int, question: Question) -> bool | None:
        """By the executor; None where it cannot judge."""
        answers = []
        for constraint in question.constraints:
            key = (plan, constraint)
            if key not in self._satisfied:
                self._satisfied[key] = judge_constraint(self.plans[plan].trajectory, constraint).satisfied
            answers.append(self._satisfied[key])
        return None if None in answers else all(answers)

    async def _kairos_says(self, plan: int, question: Question) -> bool | None:
        key = (plan, question.constraints)
        if key in self._ruled:
            return self._ruled[key]
        request = JudgeRequest(
            self._bundle.domain_pddl,
            self._bundle.problem(self._id),
            self.plans[plan].text,
            tuple(str(constraint) for constraint in question.constraints),
            goal=False,
        )
        ruling = (await self._kairos.judge(request)).ruling
        answer = self._ruled[key] = {"accepted": True, "rejected": False}.get(ruling)
        return answer


def _is_held_back(question: Question) -> bool:
    """One in `_HELD_BACK` of the questions that nobody is known to ask; the same ones whatever the seed."""
    key = " ".join(sorted(str(constraint) for constraint in question.constraints))
    return not question.central and zlib.crc32(key.encode()) % _HELD_BACK == 0


def _cpu_seconds() -> float:
    """CPU time of this process and of its children that have ended."""
    return sum(
        use.ru_utime + use.ru_stime for use in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )
