"""Questions in words: what has been done, how things stand, the step, and whether it may be done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.phrases.action_sentences import ActionSentence, unnamed_action
from plancritic.domains.phrases.description_words import DescriptionWords, object_phrase, type_noun
from plancritic.domains.phrases.english import sentence
from plancritic.pddl.language import Action, Atom, Domain, Problem
from plancritic.refiner.equivalence.executor import Step

#: So many steps before the one in question are told; of more, the last alone.
TOLD_STEPS = 3


class ProblemWords:
    """The words of a description for the facts and the steps of one problem."""

    def __init__(self, words: DescriptionWords, actions: dict[str, ActionSentence], domain: Domain, problem: Problem):
        self._words = words
        self._actions = actions
        self._domain = domain
        self._problem = problem

    @classmethod
    def of(cls, description: DomainDescription, domain: Domain, problem: Problem) -> ProblemWords:
        """Return the words for a problem of a domain.

        Raises:
            DescriptionError: What the description declares cannot be read.
        """
        words, actions = _words(description.model_dump_json(exclude={"problem"}), tuple(domain.actions.values()))
        return cls(words, actions, domain, problem)

    def fact(self, fact: Atom, holds: bool) -> str:
        """Return that a fact holds or does not, as a sentence."""
        return sentence(self._words.literal(fact, [self.thing(each) for each in fact.arguments], holds))

    def step(self, step: Step) -> str:
        """Return a step as a clause."""
        name, *objects = step
        said = self._actions.get(name) or unnamed_action(name, [str(place) for place, _ in enumerate(objects)])
        schema = self._domain.actions.get(name)
        names = [str(place) for place, _ in enumerate(objects)]
        if schema is not None:
            names = [each.name.removeprefix("?") for each in schema.parameters]
        clause = said.sentence
        for parameter, thing in zip(names, objects, strict=True):
            clause = clause.replace(f"{{{parameter}}}", self.thing(thing))
        return clause

    def thing(self, name: str) -> str:
        """Return what an object is called."""
        type_name = self._problem.objects.get(name) or self._domain.constants.get(name, "object")
        return object_phrase(self._problem.display.get(name, name), type_noun((type_name,)))


@lru_cache(maxsize=16)
def _words(description: str, actions: tuple[Action, ...]) -> tuple[DescriptionWords, dict[str, ActionSentence]]:
    words = DescriptionWords.of(DomainDescription.model_validate_json(description))
    return words, words.actions(actions)


def question_text(
    words: ProblemWords,
    problem: int,
    steps: Sequence[Step],
    situation: Sequence[str],
    *,
    beginning: Sequence[str] = (),
    told: Sequence[int] | None = None,
    again: bool = False,
) -> str:
    """Return a question about the last of some steps, in sentences.

    `situation` are sentences that say how things stand before it, `beginning` those that say how things stood before
    the first one. `told` are the places of the earlier steps to tell: all if there are few, else the last.
    `again`: it was asked already, so that it is asked in other words.
    """
    before = len(steps) - 1
    if told is None:
        told = range(before) if before <= TOLD_STEPS else (before - 1,)
    done = [words.step(steps[each]) for each in told]
    number = problem + 1
    opening = [f"Problem {number} begins."]
    if before and not beginning:
        opening = [f"In problem {number}, {_done(before, done)}."]
    elif before:
        said = _done(before, done)
        opening = [f"Problem {number} begins.", *beginning, f"Then {said}."]
        situation = [*(f"Now {each[:1].lower()}{each[1:]}" for each in situation[:1]), *situation[1:]]
    step = words.step(steps[-1])
    asked = f"The next step would be: {step}. May this be done now?"
    if again:
        asked = f"Suppose that now {step}. Is that possible as things stand?"
    return " ".join((*opening, *situation, asked))


def _done(before: int, done: Sequence[str]) -> str:
    """Return what was done: all steps, or some of them, of which the last is the one before the question."""
    if len(done) == before:
        return f"this was done: {'; then '.join(done)}"
    if len(done) == 1:
        return f"{before} steps were taken, the last of them: {done[0]}"
    return f"{before} steps were taken, among them: {'; then '.join(done[:-1])}; and the last: {done[-1]}"
