"""Parts of sentences in a person's words: what an object, a group, a fact may be called."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from plancritic.pddl.conditions import Atom, Condition, Not
from plancritic.scorer.training.questions import Quantified
from plancritic.wording import Lexicon

#: A verb that ends so takes an object ("go to", "keep out of"); others only where they stand first in their list.
_PREPOSITIONS = frozenset("at to through in into of from off clear alongside near on".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True)
class Fact:
    """A literal to be worded. `subject`, where given, replaces the phrase of its first argument."""

    atom: Atom
    positive: bool
    subject: str | None = None


def fact_of(condition: Condition, subject: str | None = None) -> Fact | None:
    """The literal of a condition; None where it is something else."""
    if isinstance(condition, Not):
        return Fact(condition.condition, False, subject) if isinstance(condition.condition, Atom) else None
    return Fact(condition, True, subject) if isinstance(condition, Atom) else None


class Phrases:
    """Draws wordings from a problem's lexicon."""

    def __init__(self, lexicon: Lexicon, generator: random.Random) -> None:
        self.lexicon = lexicon
        self.random = generator

    def pick(self, choices: Sequence[str]) -> str:
        """One of the choices."""
        return self.random.choice(choices)

    def pattern(self, choices: Sequence[str], held_back: bool) -> str:
        """One of a list of sentence patterns: of every third, if those held back from training are wanted, or not.

        A pattern that is there several times comes up more often; a list of one or two is for both.
        """
        distinct = list(dict.fromkeys(choices))
        chosen = {choice for place, choice in enumerate(distinct) if (place % 3 == 2) == held_back}
        return self.random.choice([choice for choice in choices if choice in chosen or len(distinct) < 3])

    def thing(self, name: str) -> str:
        """An object, by its phrase or by a synonym."""
        phrase = self.lexicon.name(name)
        if self.random.random() < 0.45:
            return phrase
        # The last synonym is the PDDL name, which people use least.
        synonyms = self.lexicon.synonyms(name)
        synonym = self.pick(synonyms[:-1] if len(synonyms) > 1 and self.random.random() < 0.95 else synonyms)
        takes_article = phrase.startswith("the ") and synonym[:1].islower() and "_" not in synonym
        takes_article = takes_article and not synonym.startswith(("the ", "where "))
        return f"the {synonym}" if takes_article else synonym

    def noun(self, type_name: str, plural: bool = False, every: bool = False) -> str:
        """A noun for the things of a type; by one of the commoner synonyms, or of `every` one."""
        entry = self.lexicon.type_entry(type_name)
        if entry is None:
            return f"{type_name}s" if plural else type_name
        if self.random.random() < 0.5 or not entry.synonyms:
            return entry.plural if plural else entry.singular
        synonym = self.pick(entry.synonyms if every else entry.synonyms[:5])
        return entry.plurals.get(synonym, f"{synonym}s") if plural else synonym

    def everyone(self, group: Quantified) -> tuple[str, bool]:
        """All of a group, and whether the phrase is a plural."""
        entry = self.lexicon.type_entry(group.type)
        if group.exceptions:
            others = " and ".join(self.thing(name) for name in group.exceptions)
            return f"{self.pick(['every', 'each'])} {self.noun(group.type)} {self.pick(_BUT)} {others}", False
        members = self.lexicon.problem.objects_of(group.type)
        choice = self.random.random()
        if choice < 0.25:
            return f"every {self.noun(group.type)}", False
        if choice < 0.45 and len(members) <= 4:
            return enumerated([self.thing(name) for name in members], "and"), True
        if choice < 0.65 and entry is not None and entry.all:
            return self.pick(entry.all), False
        quantifier = self.pick(["all", "all the", "all of our", "our"] + (["both"] if len(members) == 2 else []))
        return f"{quantifier} {self.noun(group.type, plural=True)}", True

    def nobody(self, group: Quantified) -> str:
        """None of a group, as a subject."""
        entry = self.lexicon.type_entry(group.type)
        if group.exceptions:
            others = " and ".join(self.thing(name) for name in group.exceptions)
            return f"{self.pick(['no ' + self.noun(group.type), 'nobody', 'no one'])} {self.pick(_BUT)} {others}"
        if self.random.random() < 0.3 and entry is not None and entry.none:
            return self.pick(entry.none)
        return self.pick([f"no {self.noun(group.type)}", f"none of the {self.noun(group.type, plural=True)}"])

    def anyone(self, group: Quantified) -> str:
        """Any of a group."""
        others = " and ".join(self.thing(name) for name in group.exceptions)
        return f"any {self.noun(group.type)}" + (f" {self.pick(_BUT)} {others}" if others else "")

    def say(self, fact: Fact, form: str) -> str:
        """A fact by a template of its predicate: `form` as for a positive literal, turned round for a negative one."""
        if not fact.positive:
            form = _OPPOSITE[form]
        arguments = fact.atom.arguments
        words = {index: self.thing(name) for index, name in enumerate(arguments)}
        if fact.subject is not None:
            words[0] = fact.subject
        return self.lexicon.fact(fact.atom, form, words)

    def deed(self, fact: Fact, form: str) -> tuple[str, str] | None:
        """Subject and base-form verb phrase ("the scout", "go to waypoint A"); None where there are no such verbs.

        `form` is a list of the predicate's verbs for a positive literal, turned round for a negative one.
        """
        if not fact.positive:
            form = _OPPOSITE[form]
        entry = self.lexicon.predicate(fact.atom.predicate)
        if re.match(r"\{0\} (?!is\b|becomes\b|comes\b)\w+ .*\{1\}$", entry.starts) is None:
            return None
        verbs: tuple[str, ...] = getattr(entry.verbs, form)
        fitting = [verb for n, verb in enumerate(verbs) if n < 2 or verb.rsplit(" ", 1)[-1] in _PREPOSITIONS]
        if not fitting or len(fact.atom.arguments) != 2:
            return None
        subject = fact.subject or self.thing(fact.atom.arguments[0])
        return subject, f"{self.pick(fitting)} {self.thing(fact.atom.arguments[1])}"

    def order(self, fact: Fact) -> str | None:
        """An order that makes a fact true ("scout waypoint B"), for predicates said in the passive; else None."""
        entry = self.lexicon.predicate(fact.atom.predicate)
        if not fact.positive or not entry.verbs.starts or fact.subject is not None:
            return None
        passive = re.match(r"(.*\{0\}.*?) (is|becomes) \w+", entry.starts)
        if passive is None or (len(fact.atom.arguments) > 1 and "{1}" not in passive[1]):
            return None
        words = {str(n): self.thing(name) for n, name in enumerate(fact.atom.arguments)}
        thing = re.sub(r"\{(\d)\}", lambda found: words[found[1]], passive[1])
        return self._done_to(self.pick([verb for verb in entry.verbs.starts if "the way" not in verb]), thing)

    def _done_to(self, verb: str, thing: str) -> str:
        """ "open" and "take off the list" with their object, "approval" as something to be had for it."""
        first, *more = verb.split(" ")
        if re.search(r"(al|ance|sion|access)$", first) or verb == "open access" or first == "official":
            return f"{self.pick(['get', 'obtain', 'arrange', 'see about'])} {verb} for {thing}"
        if not more or more[-1] in ("on", "for", "to", "of", "through"):
            return f"{verb} {thing}"
        if more[-1] == "access" or more[0] in ("for", "into"):
            return f"{first} {thing} {' '.join(more)}" if more[0] == "for" else f"{verb} to {thing}"
        return f"{first} {thing} {' '.join(more)}"

    def state(self, fact: Fact) -> tuple[str, str] | None:
        """Subject and base-form verb phrase of how a thing is ("waypoint B", "be open"), by the predicate's verbs."""
        entry = self.lexicon.predicate(fact.atom.predicate)
        if len(fact.atom.arguments) != 1:
            return None
        verbs = entry.verbs.holds if fact.positive else entry.verbs.fails
        fitting = [verb for verb in verbs if re.match(r"(not )?(be|have|stay|remain) ", verb)]
        if not fitting:
            return None
        return fact.subject or self.thing(fact.atom.arguments[0]), self.pick(fitting)


def enumerated(words: Sequence[str], conjunction: str) -> str:
    """ "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


_BUT = ("but", "except", "other than", "apart from")
_OPPOSITE = {
    "holds": "fails",
    "fails": "holds",
    "starts": "stops",
    "stops": "starts",
    "never": "holds",
    "ever": "holds",
}
