"""What a question tells of a situation: facts that bear on its step, those in dispute first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.pddl.language import Atom
from plancritic.refiner.questions.wording import ProblemWords, question_text
from plancritic.refiner.repair.knowledge import Knowledge
from plancritic.refiner.repair.probes import Steps
from plancritic.refiner.repair.schemas import Model

#: So many sentences tell of the situation.
MOST_SENTENCES = 6


def asked_in_words(
    knowledge: Knowledge,
    weighed: Sequence[tuple[float, Model]],
    description: DomainDescription,
    problem: int,
    steps: Steps,
    *,
    again: bool = False,
) -> str:
    """Return a question about the last of some steps of a problem in words.

    It tells the facts that the domains in the running (`weighed`) agree on and that bear on the step: first those that
    some of them ask for and others do not, then those that all ask for, what else is true of its objects, and what the
    step before it has made true.

    Raises:
        DescriptionError: What the description declares cannot be read.
    """
    words = ProblemWords.of(description, knowledge.frame.domain, knowledge.simulators[problem].problem)
    said = (words.fact(fact, holds) for fact, holds in _without_mirrored(_facts(knowledge, weighed, problem, steps)))
    # Two predicates may say the same ("boarded" is true, "not-boarded" is false).
    situation = tuple(dict.fromkeys(said))[:MOST_SENTENCES]
    named = tuple((knowledge.frame.names[each], *objects) for each, objects in steps)
    return question_text(words, problem, named, situation, again=again)


def _without_mirrored(facts: Iterable[tuple[Atom, bool]]) -> Iterator[tuple[Atom, bool]]:
    """Leave out a fact of the same predicate and objects as an earlier one: of neighbours one direction is enough."""
    seen: set[tuple[str, frozenset[str], bool]] = set()
    for fact, holds in facts:
        key = (fact.predicate, frozenset(fact.arguments), holds)
        if key not in seen:
            seen.add(key)
            yield fact, holds


def _facts(
    knowledge: Knowledge, weighed: Sequence[tuple[float, Model]], problem: int, steps: Steps
) -> Iterator[tuple[Atom, bool]]:
    """Yield facts, and whether they hold before the last step, in the order in which they bear on it."""
    simulator = knowledge.simulators[problem]
    action, objects = steps[-1]
    true, possible, before = -1, 0, -1
    some, every = 0, -1
    for _, model in weighed:
        states = simulator.states(model, steps[:-1])
        if len(states) < len(steps):
            continue
        needs, forbids, _, _ = simulator.ground(action, model[action], objects)
        some, every = some | needs | forbids, every & (needs | forbids)
        true, possible, before = true & states[-1], possible | states[-1], before & states[-2:][0]
    if true < 0:
        return
    for mask in (some & ~every, some & every):
        for fact in sorted(simulator.facts(mask), key=str):
            bit = simulator.bit(fact)
            if fact.predicate != "=" and (bit & true or not bit & possible):
                yield fact, bool(bit & true)
    touched = set(objects)
    changing = {atom[0] for _, model in weighed for schema in model for atom in schema.adds | schema.deletes}
    # What changes bears more on a step than how the world is laid out.
    for fact in sorted(simulator.facts(true & ~some), key=lambda each: (each.predicate not in changing, str(each))):
        if fact.predicate != "=" and fact.arguments and touched.issuperset(fact.arguments):
            yield fact, True
    for fact in sorted(simulator.facts(true & ~some & ~before), key=str):
        if fact.predicate != "=":
            yield fact, True
