"""What a person may want of a plan: meanings drawn for one problem, each possible and none idle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.training.data.plans import Planners, PlanPool, Wanted
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.plan_facts import facts_of
from plancritic.laboratory.adherence.training.questions.question import Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.pddl.execution import Trajectory, judge_constraint
from plancritic.pddl.grounding import changeable_predicates, relaxed_reachability
from plancritic.pddl.language import And, Atom, Condition, Constraint, ConstraintType, Not, Or, atoms

#: How often each type is asked for, about as people do in the suites of their own words.
_SHARES = {
    ConstraintType.ALWAYS: 22,
    ConstraintType.SOMETIME: 12,
    ConstraintType.AT_END: 15,
    ConstraintType.WITHIN: 12,
    ConstraintType.HOLD_DURING: 10,
    ConstraintType.HOLD_AFTER: 6,
    ConstraintType.SOMETIME_BEFORE: 18,
    ConstraintType.SOMETIME_AFTER: 5,
    ConstraintType.ALWAYS_WITHIN: 3,
    ConstraintType.AT_MOST_ONCE: 7,
}
#: Shares: meanings that combine two, meanings that order three facts, windows in which something is not so, and of
#: these windows the ones that begin at 0 ("not before").
_TWO, _CHAIN, _NOT_IN_WINDOW, _NOT_BEFORE = 0.16, 0.04, 0.6, 0.5
#: Types that people use of what comes about, not of what is not so.
_OF_WHAT_COMES = (
    ConstraintType.SOMETIME,
    ConstraintType.WITHIN,
    ConstraintType.AT_MOST_ONCE,
    ConstraintType.SOMETIME_BEFORE,
    ConstraintType.SOMETIME_AFTER,
    ConstraintType.ALWAYS_WITHIN,
)
#: Draws for each meaning that is wanted, constraint sets planned for, variations and random walks of a pool of plans.
_DRAWS, _INSTANCES, _VARIATIONS, _WALKS = 60, 30, 40, 10
#: CPU seconds of a search for plans of the pool.
_SECONDS = 0.4
#: Nobody names a time that is so many times as late as the end of the plan shown.
_LATEST = 1.4
#: More constraints than these are a group of which nobody speaks.
_MOST_CONSTRAINTS = 8


@dataclass(frozen=True, slots=True)
class Meaning:
    """A wish about a problem's plans: the question it was drawn as."""

    problem: str
    question: Question

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What a plan has to meet."""
        return self.question.constraints


async def plan_pool(folder: DomainFolder, problem: str, seed: int) -> PlanPool:
    """Return differing plans of a problem: for its goal, for drawn wishes, varied, and random walks.

    Raises:
        NotEnoughData: no engine finds a plan.
    """
    generator = random.Random(f"corpus/{seed}/{folder.name}/{problem}")
    lexicon = FolderLexicon(folder, problem)
    planners = Planners(folder, _SECONDS)
    try:
        pool = PlanPool(lexicon.problem, lexicon.problem.text, planners, generator)
        await pool.plan([Wanted()], every_planner=True)
        if not pool.plans:
            raise NotEnoughData(f"no engine finds a plan for problem {problem} of {folder.name}")
        pool.wander(relaxed_reachability(lexicon.problem).actions, _WALKS)
        facts = facts_of([plan.trajectory for plan in pool.plans], asked_about(lexicon, problem))
        source = QuestionSource(lexicon, problem, generator, facts)
        kinds = list(_SHARES)
        wanted = [Wanted(source.draw(generator.choice(kinds)).constraints) for _ in range(_INSTANCES)]
        await pool.plan(wanted)
    finally:
        await planners.close()
    pool.vary(_VARIATIONS)
    return pool


def draw_meanings(
    folder: DomainFolder, problem: str, trajectories: Sequence[Trajectory], count: int, seed: int
) -> list[Meaning]:
    """Return up to `count` meanings, no two alike, that some of the plans do and some do not.

    The same seed gives the same meanings.
    """
    generator = random.Random(f"meanings/{seed}/{folder.name}/{problem}")
    lexicon = FolderLexicon(folder, problem)
    facts = facts_of(trajectories, asked_about(lexicon, problem))
    source = QuestionSource(lexicon, problem, generator, facts)
    found: dict[frozenset[Constraint], Meaning] = {}
    latest = _LATEST * trajectories[0].plan.makespan
    changing = changeable_predicates(lexicon.problem.domain)
    shares = _shares(facts.changing)
    for question in _draws(source, generator, count * _DRAWS):
        key = frozenset(question.constraints)
        about = next(atoms(question.constraints[0].conditions[0]))
        if generator.random() > shares.get(about.predicate, 1.0):
            continue
        sensible = all(_is_sensible(each, latest, changing) for each in question.constraints)
        if sensible and key not in found and _tells_apart(question.constraints, trajectories):
            found[key] = Meaning(problem, question)
        if len(found) == count:
            break
    return list(found.values())


def _draws(source: QuestionSource, generator: random.Random, count: int) -> Iterator[Question]:
    kinds, weights = list(_SHARES), list(_SHARES.values())

    def one() -> Question:
        return _people_say(source.draw(generator.choices(kinds, weights)[0]), generator)

    for _ in range(count):
        choice = generator.random()
        if choice < _CHAIN:
            question = source.chain()
        elif choice < _CHAIN + _TWO:
            question = source.combine([one(), one()])
        else:
            question = one()
        if question is not None and len(question.constraints) <= _MOST_CONSTRAINTS:
            yield question


def _people_say(question: Question, generator: random.Random) -> Question:
    """Turn a window into one in which nothing must hold, or into "not before", as often as people ask for that."""
    first = question.constraints[0]
    if first.type is not ConstraintType.HOLD_DURING or not isinstance(first.conditions[0], Atom | And):
        return question
    if generator.random() >= _NOT_IN_WINDOW or not isinstance(first.conditions[0], Atom):
        return question
    not_before = generator.random() < _NOT_BEFORE
    changed: Callable[[Constraint], Constraint] = lambda one: replace(  # noqa: E731
        one,
        conditions=(Not(one.conditions[0]),),
        bounds=(0.0, one.bounds[1]) if not_before else one.bounds,
    )
    return replace(question, constraints=tuple(changed(one) for one in question.constraints))


def _is_sensible(constraint: Constraint, latest: float, changing: Collection[str]) -> bool:
    """Return whether somebody could want it: of facts that change, at times near the plan's, no idle "sometime not"."""
    if any(bound > latest for bound in constraint.bounds):
        return False
    if any(atom.predicate not in changing for each in constraint.conditions for atom in atoms(each)):
        return False
    return constraint.type not in _OF_WHAT_COMES or not any(
        isinstance(part, Not) for part in _parts_of(constraint.conditions[0])
    )


def _shares(changing: Sequence[Atom]) -> dict[str, float]:
    """Return how often each predicate is taken where it is drawn: one of many facts more often than one of few."""
    counts = Counter(atom.predicate for atom in changing)
    most = max(counts.values())
    return {name: (count / most) ** 0.5 for name, count in counts.items()}


def _parts_of(condition: Condition) -> tuple[Condition, ...]:
    return condition.conditions if isinstance(condition, And | Or) else (condition,)


def _tells_apart(constraints: Sequence[Constraint], trajectories: Sequence[Trajectory]) -> bool:
    """Return whether some plan meets all constraints and some plan does not: neither idle nor beyond any plan known."""
    answers = set()
    for trajectory in trajectories:
        answers.add(all(judge_constraint(trajectory, each).satisfied for each in constraints))
        if len(answers) == 2:
            return True
    return False
