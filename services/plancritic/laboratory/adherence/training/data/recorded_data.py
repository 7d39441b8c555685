"""Makes a data set of recorded pairs: labels judged again, the statements as they were written.

A label is the agreement of the trajectory executor and Kairos' validator, the goal left aside; where Kairos abstains,
the check that the pairs came with is the second judge. What cannot be used is counted in the card, by reason.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from plancritic.adherence.dataset import Dataset, Example, ShownPlan, Split
from plancritic.adherence.model_card import DataCard
from plancritic.domains.folder import DomainFolder
from plancritic.judges import JudgeRequest, KairosJudge
from plancritic.laboratory.adherence.training.data.accounting import counted, cpu_seconds_used
from plancritic.laboratory.adherence.training.data.recorded import RecordedStatement, Recording
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.pddl.execution import Trajectory, execute, judge_constraint
from plancritic.pddl.language import Constraint, PddlSyntaxError, parse_constraint, parse_plan
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

#: Share of the statements on plan families held back, for validation and, where a whole problem gives too few, test.
_HELD_BACK = 0.15
#: A test problem with a smaller share of the statements is not enough: families of the other problems are added.
_ENOUGH = 0.1
#: A family with a larger share of the statements is never held back: too little would be left to learn from.
_LARGE = 0.25

_UNFIT_PLAN = "plan cannot be executed on our model"
_MALFORMED = "constraint is malformed"
_DISPUTED = "judges disagree"
_REPEATED = "recorded before"
_CONTRADICTING = "other constraint, same words, other answer"
_ELSEWHERE = "words are those of another split"


@dataclass(frozen=True, slots=True)
class _Judged:
    """A statement with its label."""

    statement: RecordedStatement
    constraint: Constraint
    adheres: bool


async def make_recorded_data(
    bundle: DomainFolder, recording: Recording, seed: int, command: str, progress: Callable[[str], None]
) -> Dataset:
    """Judge every recorded pair anew, and split by problem, plan family and text.

    Test is the last recorded problem and, where that holds hardly anything, a share of the families of the others;
    validation a share of the remaining families. No text is on two sides: it stays on the side that is not trained
    on. Raises `NotEnoughData` where nothing is left.
    """
    started = cpu_seconds_used()
    judge = _Judge(bundle, recording)
    judged = [found for each in recording.statements if (found := await judge.judge(each)) is not None]
    progress(f"{len(judged)} of {len(recording.statements)} statements judged, {judge.agreement:.2%} as the reference")
    pairs = _distinct(judged, recording, judge.left_out)
    sides = _sides(pairs, recording, seed)
    pairs = _apart(pairs, recording, sides, judge.left_out)
    if not pairs:
        raise NotEnoughData("no recorded pair is left")
    used = sorted({pair.statement.plan for pair in pairs})
    numbers = {plan: number for number, plan in enumerate(used)}
    plans = [recording.plans[plan] for plan in used]
    families = {family: f"recorded {number}" for number, family in enumerate(dict.fromkeys(p.family for p in plans))}
    shown = [
        ShownPlan(plan.problem, plan.text, f"{plan.problem}/{families[plan.family]}", "recorded") for plan in plans
    ]
    examples = []
    for pair in pairs:
        plan = recording.plans[pair.statement.plan]
        lexicon = judge.lexicons[plan.problem]
        examples.append(
            Example(
                plan=numbers[pair.statement.plan],
                text=pair.statement.text,
                adheres=pair.adheres,
                sort=pair.constraint.type.value,
                constraints=(str(pair.constraint),),
                mid_level_goal=constraints_sentence((pair.constraint,), lexicon),
                in_words=constraint_sentence(pair.constraint, lexicon),
                split=sides[plan.problem, plan.family],
                source="recorded",
            )
        )
    card = _card(bundle, seed, command, shown, examples, judge)
    return Dataset(
        card.model_copy(update={"cpu_seconds": round(cpu_seconds_used() - started, 1)}),
        (),
        tuple(shown),
        tuple(examples),
    )


class _Judge:
    """Judges recorded statements and counts those that cannot be used."""

    def __init__(self, bundle: DomainFolder, recording: Recording) -> None:
        self._bundle = bundle
        self._recording = recording
        self._kairos = KairosJudge()
        self._trajectories: dict[str, Trajectory] = {}
        self._ruled: dict[tuple[str, Constraint], bool | None] = {}
        self._compared = Counter[bool]()
        self.lexicons = {problem: Lexicon(bundle, problem) for problem in {p.problem for p in recording.plans.values()}}
        self.left_out = Counter[str]()

    @property
    def agreement(self) -> float:
        """Share of the labels that are those of the reference, of the statements that it could judge."""
        return self._compared[True] / max(1, self._compared.total())

    @property
    def cross_judged(self) -> int:
        """Pairs of plan and constraint that Kairos was asked about."""
        return len(self._ruled)

    async def judge(self, statement: RecordedStatement) -> _Judged | None:
        """The statement with its label; None, counted, where it has none."""
        trajectory = self._executed(statement.plan)
        if trajectory.faults:
            self.left_out[_UNFIT_PLAN] += 1
            return None
        try:
            constraint = parse_constraint(statement.constraint)
        except PddlSyntaxError:
            self.left_out[_MALFORMED] += 1
            return None
        if check_constraint(constraint, trajectory.problem):
            self.left_out[_MALFORMED] += 1
            return None
        adheres = judge_constraint(trajectory, constraint).satisfied
        second = await self._kairos_says(statement.plan, constraint)
        if adheres is None or adheres is not (statement.reference if second is None else second):
            self.left_out[_DISPUTED] += 1
            return None
        if statement.reference is not None:
            self._compared[adheres is statement.reference] += 1
        return _Judged(statement, constraint, adheres)

    def _executed(self, plan: str) -> Trajectory:
        if plan not in self._trajectories:
            recorded = self._recording.plans[plan]
            problem = self.lexicons[recorded.problem].problem
            self._trajectories[plan] = execute(problem, parse_plan(recorded.text))
        return self._trajectories[plan]

    async def _kairos_says(self, plan: str, constraint: Constraint) -> bool | None:
        key = (plan, constraint)
        if key not in self._ruled:
            recorded = self._recording.plans[plan]
            request = JudgeRequest(self._bundle.domain_pddl, self._bundle.problem(recorded.problem), recorded.text)
            ruling = (await self._kairos.judge(request.question(str(constraint)))).ruling
            self._ruled[key] = {"accepted": True, "rejected": False}.get(ruling)
        return self._ruled[key]


def _distinct(judged: Sequence[_Judged], recording: Recording, left_out: Counter[str]) -> list[_Judged]:
    """Each pair of plan and text once; without those whose text was written for constraints with different answers."""
    by_pair: dict[tuple[str, str], list[_Judged]] = defaultdict(list)
    for each in judged:
        by_pair[recording.plans[each.statement.plan].text, each.statement.text].append(each)
    kept = []
    for found in by_pair.values():
        if len({each.adheres for each in found}) > 1:
            left_out[_CONTRADICTING] += len(found)
        else:
            kept.append(found[0])
            left_out[_REPEATED] += len(found) - 1
    return kept


def _sides(pairs: Sequence[_Judged], recording: Recording, seed: int) -> Mapping[tuple[str, str], Split]:
    """The split of each family (problem, family)."""
    counts = Counter((plan.problem, plan.family) for plan in (recording.plans[each.statement.plan] for each in pairs))
    problems = sorted({problem for problem, _ in counts})
    sides: dict[tuple[str, str], Split] = {}
    remaining = counts
    if len(problems) > 1:
        sides = {family: "test" for family in counts if family[0] == problems[-1]}
        remaining = Counter({family: count for family, count in counts.items() if family not in sides})
    generator = random.Random(f"{seed}/recorded")
    if counts.total() - remaining.total() < _ENOUGH * counts.total():
        sides.update(dict.fromkeys(_held_back(remaining, generator), "test"))
        remaining = Counter({family: count for family, count in remaining.items() if family not in sides})
    sides.update(dict.fromkeys(_held_back(remaining, generator), "validation"))
    return {family: sides.get(family, "train") for family in counts}


def _held_back(counts: Counter[tuple[str, str]], generator: random.Random) -> list[tuple[str, str]]:
    """Families drawn until they hold their share of the statements."""
    drawn = sorted(family for family, count in counts.items() if count < _LARGE * counts.total())
    generator.shuffle(drawn)
    chosen: list[tuple[str, str]] = []
    for family in drawn:
        if sum(counts[each] for each in chosen) >= _HELD_BACK * counts.total():
            break
        chosen.append(family)
    return chosen


def _apart(
    pairs: Sequence[_Judged],
    recording: Recording,
    sides: Mapping[tuple[str, str], Split],
    left_out: Counter[str],
) -> list[_Judged]:
    """Without the pairs whose text is also on a side that is trained on less."""
    rank: dict[Split, int] = {"train": 0, "validation": 1, "test": 2}

    def side(pair: _Judged) -> int:
        plan = recording.plans[pair.statement.plan]
        return rank[sides[plan.problem, plan.family]]

    belongs: dict[str, int] = {}
    for pair in pairs:
        belongs[pair.statement.text] = max(side(pair), belongs.get(pair.statement.text, 0))
    kept = [pair for pair in pairs if side(pair) == belongs[pair.statement.text]]
    left_out[_ELSEWHERE] += len(pairs) - len(kept)
    return kept


def _card(
    bundle: DomainFolder,
    seed: int,
    command: str,
    plans: Sequence[ShownPlan],
    examples: Sequence[Example],
    judge: _Judge,
) -> DataCard:
    return DataCard(
        domain=bundle.name,
        bundle=bundle.folder_sha256,
        seed=seed,
        command=command,
        problems=tuple(sorted({plan.problem for plan in plans})),
        instances=0,
        plans=len(plans),
        statements=len({each.text for each in examples}),
        examples=counted(each.sort for each in examples),
        positives=sum(each.adheres for each in examples),
        disputed=judge.left_out[_DISPUTED],
        cpu_seconds=0,
        by_split=counted(each.split for each in examples),
        texts_by_split=counted(split for split, _ in {(each.split, each.text) for each in examples}),
        positives_by_sort=counted(each.sort for each in examples if each.adheres),
        sources=counted(each.source for each in examples),
        origins=counted(plan.origin for plan in plans),
        cross_judged=judge.cross_judged,
        left_out={reason: count for reason, count in sorted(judge.left_out.items()) if count},
        reference_agreement=round(judge.agreement, 4),
    )
