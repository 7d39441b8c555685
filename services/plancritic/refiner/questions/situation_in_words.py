"""What a question tells of a situation: the facts that its answer depends on, those that speak against the step first.

What the domains in the running agree on is told as it is now. Where they do not, an effect of an earlier step is in
doubt, and to say what became of it would answer the question: then its beginning is told, and the steps that may have
changed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Atom
from plancritic.refiner.questions.wording import TOLD_STEPS, ProblemWords, question_text
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model

#: So many sentences tell of the situation; of facts that the answer depends on there may be more.
MOST_SENTENCES, MOST_DECIDING = 6, 9
#: A fact counts if domains of this share of the weight ask for it, or would refuse the step for it.
ASKED, REFUSED = 0.01, 0.002
#: Domains of this share of the weight may say otherwise, and yet a fact is told as one that holds now.
IN_DOUBT = 0.02

#: Of a step what it does and the facts told of its objects by their places: questions that share it are one question.
Shape = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question in words, and its shape: what is left of it without the names of objects."""

    text: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class _Deciding:
    """A fact that an answer depends on: whether it holds, before the step or `at_first`, and what weighs on it."""

    fact: Atom
    holds: bool
    at_first: bool
    refused: float
    asked: float


def asked_in_words(
    knowledge: Knowledge,
    weighed: Sequence[tuple[float, Model]],
    description: DomainDescription,
    problem: int,
    steps: Steps,
    *,
    again: bool = False,
) -> Asked:
    """Return a question about the last of some steps of a problem in words.

    `weighed` are the domains in the running. It tells the facts that some of them ask for, then what else is true of
    the objects of the step, and what the step before it has made true.

    Raises:
        DescriptionError: What the description declares cannot be read.
    """
    words = ProblemWords.of(description, knowledge.frame.domain, knowledge.simulators[problem].problem)
    walks = _walks(knowledge, weighed, problem, steps)
    deciding = _deciding(knowledge, walks, problem, steps)
    facts = [(each.fact, each.holds) for each in deciding if not each.at_first]
    # Two predicates may say the same ("boarded" is true, "not-boarded" is false).
    situation = list(dict.fromkeys(words.fact(*each) for each in facts))
    for fact, holds in _without_mirrored(_others(knowledge, walks, problem, steps), facts):
        said = words.fact(fact, holds)
        if len(situation) < MOST_SENTENCES and said not in situation:
            situation.append(said)
    doubtful = [each for each in deciding if each.at_first]
    beginning = list(dict.fromkeys(words.fact(each.fact, each.holds) for each in doubtful))
    named = tuple((knowledge.frame.names[each], *objects) for each, objects in steps)
    told = _told_steps(knowledge, walks, problem, steps, doubtful)
    text = question_text(words, problem, named, situation, beginning=beginning, told=told, again=again)
    return Asked(text, _shape(steps, deciding))


@dataclass(frozen=True, slots=True)
class _Walk:
    """How a domain in the running comes to a step: its share of the weight, the states, and what the step asks for."""

    share: float
    model: Model
    states: Sequence[int]
    needs: int
    forbids: int


def _walks(
    knowledge: Knowledge, weighed: Sequence[tuple[float, Model]], problem: int, steps: Steps
) -> tuple[_Walk, ...]:
    """Return the walks of the domains in which the steps before the last can be taken."""
    simulator = knowledge.simulators[problem]
    action, objects = steps[-1]
    found = []
    for weight, model in weighed:
        states = simulator.states(model, steps[:-1])
        if len(states) == len(steps):
            needs, forbids, _, _ = simulator.ground(action, model[action], objects)
            found.append(_Walk(weight, model, states, needs, forbids))
    total = sum(each.share for each in found) or 1.0
    return tuple(_Walk(each.share / total, each.model, each.states, each.needs, each.forbids) for each in found)


def _deciding(knowledge: Knowledge, walks: Sequence[_Walk], problem: int, steps: Steps) -> list[_Deciding]:
    """Return the facts that the answer depends on: what speaks against the step, and what most ask for.

    In front stands what the domains are divided on.
    """
    simulator = knowledge.simulators[problem]
    # Most domains are alike in this: they differ in other actions.
    alike: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for walk in walks:
        alike[walk.needs, walk.forbids, walk.states[-1]] += walk.share
    asked = 0
    for needs, forbids, _ in alike:
        asked |= needs | forbids
    found = []
    for fact in simulator.facts(asked):
        if fact.predicate == "=":
            continue
        bit = simulator.bit(fact)
        wanted = sum(share for (needs, forbids, _), share in alike.items() if (needs | forbids) & bit)
        refused = sum(
            share for (needs, forbids, state), share in alike.items() if (needs & ~state | forbids & state) & bit
        )
        if wanted < ASKED and refused < REFUSED:
            continue
        true = sum(share for (_, _, state), share in alike.items() if state & bit)
        at_first = IN_DOUBT < true < 1 - IN_DOUBT
        holds = bool(simulator.initial & bit) if at_first else true > 0.5
        found.append(_Deciding(fact, holds, at_first, refused, wanted))
    found.sort(key=lambda each: (each.refused < REFUSED, -each.asked, str(each.fact)))
    told = found[:MOST_DECIDING]
    told.sort(key=lambda each: (each.refused < REFUSED, -min(each.asked, 1 - each.asked), str(each.fact)))
    return told


def _told_steps(
    knowledge: Knowledge, walks: Sequence[_Walk], problem: int, steps: Steps, doubtful: Sequence[_Deciding]
) -> tuple[int, ...]:
    """Return the places of the steps to tell: of a few all, else those that may have changed what is in doubt."""
    before = range(len(steps) - 1)
    if len(before) <= TOLD_STEPS:
        return tuple(before)
    simulator = knowledge.simulators[problem]
    mask = 0
    for each in doubtful:
        mask |= simulator.bit(each.fact)
    touching = []
    for place in before:
        action, objects = steps[place]
        share = 0.0
        for walk in walks:
            _, _, adds, deletes = simulator.ground(action, walk.model[action], objects)
            share += walk.share if (adds | deletes) & mask else 0.0
        if share > IN_DOUBT or place == before[-1]:
            touching.append(place)
    return tuple(touching)


def _shape(steps: Steps, deciding: Sequence[_Deciding]) -> Shape:
    action, objects = steps[-1]
    places = {name: place for place, name in reversed(list(enumerate(objects)))}

    def placed(fact: Atom) -> tuple[str | int, ...]:
        return (fact.predicate, *(places.get(each, each) for each in fact.arguments))

    alike = tuple(places[each] for each in objects)
    said = sorted(((placed(each.fact), each.holds, each.at_first) for each in deciding), key=str)
    # What is in doubt depends on the steps before.
    earlier = tuple(each for each, _ in steps[:-1]) if any(each.at_first for each in deciding) else ()
    return (action, alike, tuple(said), earlier)


def _without_mirrored(
    facts: Iterable[tuple[Atom, bool]], told: Sequence[tuple[Atom, bool]]
) -> Iterator[tuple[Atom, bool]]:
    """Leave out a fact of the same predicate and objects as an earlier one: of neighbours one direction is enough."""
    seen = {(fact.predicate, frozenset(fact.arguments), holds) for fact, holds in told}
    for fact, holds in facts:
        key = (fact.predicate, frozenset(fact.arguments), holds)
        if key not in seen:
            seen.add(key)
            yield fact, holds


def _others(knowledge: Knowledge, walks: Sequence[_Walk], problem: int, steps: Steps) -> Iterator[tuple[Atom, bool]]:
    """Yield true facts that nobody asks for: those about the step's objects, then what the step before made true."""
    if not walks:
        return
    simulator = knowledge.simulators[problem]
    true, before, asked = -1, -1, 0
    # In the likeliest domain.
    changing = {atom[0] for schema in walks[0].model for atom in schema.adds | schema.deletes}
    for walk in walks:
        true, before = true & walk.states[-1], before & walk.states[-2:][0]
        asked |= walk.needs | walk.forbids
    touched = set(steps[-1][1])
    # What changes bears more on a step than how the world is laid out.
    for fact in sorted(simulator.facts(true & ~asked), key=lambda each: (each.predicate not in changing, str(each))):
        if fact.predicate != "=" and fact.arguments and touched.issuperset(fact.arguments):
            yield fact, True
    for fact in sorted(simulator.facts(true & ~asked & ~before), key=str):
        if fact.predicate != "=":
            yield fact, True
