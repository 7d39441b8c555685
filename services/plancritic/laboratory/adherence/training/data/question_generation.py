"""Asks questions of the plans of one problem: as many that adhere as not, near misses first, in words of their own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from plancritic.adherence.dataset import Example, Split
from plancritic.laboratory.adherence.training.data.plans import MadePlan
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.known_questions import (
    archetypes_by_constraints,
    deed_questions,
    known_questions,
)
from plancritic.laboratory.adherence.training.questions.near_misses import Asked, neighbours, parts
from plancritic.laboratory.adherence.training.questions.plan_facts import facts_of
from plancritic.laboratory.adherence.training.questions.question import Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.laboratory.adherence.training.words import Paraphraser
from plancritic.pddl.execution import judge_constraint
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.wording import constraint_sentence, constraints_sentence

#: Shares of the sorts of examples; the types are alike, so that none is learnt at the cost of another.
_SHARES = {**{kind.value: 1.0 for kind in ConstraintType}, "conjunction": 1.8}
#: What is combined takes more to be learnt than it is worth in a judgement.
_TRAINING_SHARES = {**_SHARES, "conjunction": 3.6}
#: Share of the turns in which something is asked that people are known to ask.
_GIVEN = 0.22
#: How far what people are known to ask may go beyond a sort's share.
_MOST_GIVEN = 1.5
#: Share of the examples about which all plans agree ("what never happens").
_ONE_SIDED = 0.1
#: Plans of each side for a text.
_PLANS_A_SIDE = (2, 2, 3)
#: Most plans that a question is judged on, and how many with one answer are enough to call it one-sided.
_JUDGED, _ENOUGH = 48, 20
#: Plans of each side that are looked at for near misses, and the share of those taken that should be some.
_LOOKED_AT, _NEAR = 8, 0.55
#: Questions of a sort that come to nothing before it is given up, and wordings tried before a question is.
_PATIENCE, _WORDINGS = 80, 4
#: Share of what is combined that puts three facts in order ("first A, then B, then C").
_CHAINED = 0.12
#: Fewer questions are no choice to combine from.
_BANK = 12
#: What asks for more is not combined with other things.
_LARGEST_PART = 4


class Texts:
    """Texts in use, over all problems: a text belongs to one split, and asks one thing of a problem."""

    def __init__(self) -> None:
        self._splits: dict[str, Split] = {}
        self._asked: set[tuple[str, str]] = set()

    def claim(self, text: str, split: Split, problem: str) -> bool:
        """Whether the text is still to be had in this split for a problem: not in another, nor used in this problem."""
        if self._splits.get(text, split) != split or (problem, text) in self._asked:
            return False
        self._splits[text] = split
        self._asked.add((problem, text))
        return True


@dataclass(frozen=True, slots=True)
class _Sides:
    """Plans that adhere to a question, and plans that do not."""

    adhering: list[int]
    others: list[int]

    @property
    def both(self) -> bool:
        return bool(self.adhering and self.others)


class ProblemAsking:
    """The examples of one problem; the same generator state, the same examples."""

    def __init__(
        self,
        lexicon: FolderLexicon,
        problem_id: str,
        base: str,
        plans: Sequence[MadePlan],
        texts: Texts,
        generator: random.Random,
    ) -> None:
        self._lexicon = lexicon
        self._id = problem_id
        self._base = base
        self._plans = plans
        self._texts = texts
        self._random = generator
        self._paraphraser = Paraphraser(lexicon, generator)
        self._universe = asked_about(lexicon, base)
        self._satisfied: dict[tuple[int, Constraint], bool | None] = {}
        self._archetypes = archetypes_by_constraints(lexicon, base)
        asked = {frozenset(str(each) for each in question.constraints) for question in deed_questions(lexicon)}
        self._of_deeds = {name for constraints, name in self._archetypes.items() if constraints in asked}

    def ask(self, split: Split, numbers: Sequence[int], count: int) -> list[Example]:
        """About `count` examples on the plans of these numbers; fewer where the plans answer too much alike."""
        if len(numbers) < 2:
            return []
        trajectories = [self._plans[number].trajectory for number in numbers]
        facts = facts_of(trajectories, self._universe)
        if not facts.changing:
            return []
        source = QuestionSource(self._lexicon, self._base, self._random, facts)
        turn = _Turn(source, split, numbers)
        given = [
            question for question in known_questions(self._lexicon, self._base) if self._sides(question, numbers).both
        ]
        turn.bank += [question for question in given if len(question.constraints) <= _LARGEST_PART]
        while len(turn.examples) < count:
            if given and self._random.random() < _GIVEN:
                place = turn.given % len(given)
                turn.given += 1
                if place == 0:
                    self._random.shuffle(given)
                if turn.given < _PATIENCE * len(given) and not turn.has_enough(given[place].sort):
                    self._put(given[place], turn)
                    continue
            active = [sort for sort in turn.shares if turn.failed[sort] < _PATIENCE]
            if not active:
                break
            sort = min(active, key=lambda each: turn.by_sort[each] / turn.shares[each])
            question = self._drawn(sort, turn)
            if question is None or not self._put(question, turn):
                turn.failed[sort] += 1
            else:
                turn.failed[sort] = 0
        return turn.examples

    def _drawn(self, sort: str, turn: _Turn) -> Question | None:
        if sort != "conjunction":
            return turn.source.draw(ConstraintType(sort))
        if len(turn.bank) < _BANK:
            drawn = turn.source.draw(self._random.choice(list(ConstraintType)))
            if self._sides(drawn, turn.numbers).both:
                turn.bank.append(drawn)
            return None
        if self._random.random() < _CHAINED:
            return turn.source.chain()
        chosen = self._random.sample(turn.bank, self._random.choice((2, 2, 3)))
        whole = turn.source.combine(chosen)
        separate = len(whole.constraints) == sum(len(part.constraints) for part in chosen)
        return whole if separate and not any(part.parts for part in chosen) else None

    def _put(self, question: Question, turn: _Turn) -> bool:
        """Put a question in words to some plans; False where that comes to nothing."""
        question = self._named(question)
        sides = self._sides(question, turn.numbers)
        sort = question.sort
        if not sides.both:
            side = bool(sides.adhering)
            lead = turn.one_sided[sort, side] - turn.one_sided[sort, not side]
            if lead > 0 or turn.one_sided.total() > _ONE_SIDED * (len(turn.examples) + 10):
                return False
        elif not question.parts and len(question.constraints) <= _LARGEST_PART:
            turn.bank.append(question)
        text = self._worded(question, turn.split)
        if text is None:
            return False
        near = neighbours(question, turn.source, self._random)
        wanted = self._random.choice(_PLANS_A_SIDE)
        if sides.both:
            wanted = min(wanted, len(sides.adhering), len(sides.others))
        constraints = tuple(str(constraint) for constraint in question.constraints)
        model = Example(
            plan=0,
            text=text,
            adheres=True,
            sort=sort,
            constraints=constraints,
            mid_level_goal=constraints_sentence(question.constraints, self._lexicon),
            in_words=" ".join(constraint_sentence(each, self._lexicon) for each in question.constraints),
            split=turn.split,
            archetype=question.archetype,
        )
        for side, plans in ((True, sides.adhering), (False, sides.others)):
            taken = self._taken(question, near, plans, side, wanted)
            turn.examples += [replace(model, plan=plan, adheres=side, near_miss=is_near) for plan, is_near in taken]
            turn.by_sort[sort] += len(taken)
            if not sides.both:
                turn.one_sided[sort, side] += len(taken)
        return True

    def _taken(
        self, question: Question, near: Sequence[Asked], plans: Sequence[int], side: bool, wanted: int
    ) -> list[tuple[int, bool]]:
        """Plans of one side, mostly near misses where there are some, and whether each is one."""
        looked_at = self._random.sample(plans, min(len(plans), _LOOKED_AT))
        marked = [(plan, self._is_near(question, near, plan, side)) for plan in looked_at]
        close = [one for one in marked if one[1]]
        far = [one for one in marked if not one[1]]
        chosen = close[: max(wanted - len(far), sum(self._random.random() < _NEAR for _ in range(wanted)))]
        return [*chosen, *far][:wanted]

    def _is_near(self, question: Question, near: Sequence[Asked], plan: int, side: bool) -> bool:
        """Whether the plan's answer to something one edit away is the other one, or it does a part of what is asked."""
        if not side:
            apart = parts(question)
            met = sum(self._adheres(plan, part) is True for part in apart)
            # Of the members of a group half is the least that is nearly all.
            if met and (question.quantified is None or 2 * met >= len(apart)):
                return True
        return any(self._adheres(plan, one) is (not side) for one in near)

    def _worded(self, question: Question, split: Split) -> str | None:
        for _ in range(_WORDINGS):
            text = self._paraphraser.text(question, split)
            if self._texts.claim(text, split, self._id):
                return text
        return None

    def _named(self, question: Question) -> Question:
        """The question with the name of the archetype that it happens to be."""
        if question.archetype is not None:
            return question
        name = self._archetypes.get(frozenset(str(constraint) for constraint in question.constraints))
        # What became of a thing, spelled out fact by fact, is another sentence than the one about the thing.
        spelled_out = name in self._of_deeds and question.deed is None
        return replace(question, archetype=name) if name is not None and not spelled_out else question

    def _sides(self, question: Question, numbers: Sequence[int]) -> _Sides:
        sides = _Sides([], [])
        # What people are known to ask is looked for in all plans: few do some of it.
        is_known = bool(question.texts or question.deed or question.archetype)
        most = len(numbers) if is_known else min(len(numbers), _JUDGED)
        for judged, plan in enumerate(self._random.sample(numbers, most)):
            if judged >= _ENOUGH and not sides.both and not is_known and self._random.random() < 0.5:
                break
            answer = self._adheres(plan, question.constraints)
            if answer is None:
                return _Sides([], [])
            (sides.adhering if answer else sides.others).append(plan)
        return sides

    def _adheres(self, plan: int, constraints: Asked) -> bool | None:
        """By the executor; None where it cannot judge."""
        whole: bool | None = True
        for constraint in constraints:
            key = (plan, constraint)
            if key not in self._satisfied:
                self._satisfied[key] = judge_constraint(self._plans[plan].trajectory, constraint).satisfied
            if self._satisfied[key] is None:
                return None
            whole = whole and self._satisfied[key]
        return whole


class _Turn:
    """What came of asking the plans of one split so far."""

    def __init__(self, source: QuestionSource, split: Split, numbers: Sequence[int]) -> None:
        self.source = source
        self.split: Split = split
        self.numbers = numbers
        self.shares = _TRAINING_SHARES if split == "train" else _SHARES
        self.examples: list[Example] = []
        self.by_sort: Counter[str] = Counter()
        self.one_sided: Counter[tuple[str, bool]] = Counter()
        self.failed: Counter[str] = Counter()
        self.given = 0
        #: Questions with both answers, to be combined.
        self.bank: list[Question] = []

    def has_enough(self, sort: str) -> bool:
        """Whether a sort has so much more than its share that it needs no more of what people are known to ask."""
        fair = len(self.examples) * self.shares[sort] / sum(self.shares.values())
        return self.by_sort[sort] > _MOST_GIVEN * fair + _BANK
