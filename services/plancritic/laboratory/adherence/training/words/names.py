"""What objects, types and groups may be called."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from plancritic.domains.names import fill_name
from plancritic.domains.patterns import matched
from plancritic.english.lists import enumerated
from plancritic.laboratory.adherence.training.questions.question import Quantified
from plancritic.laboratory.adherence.training.words.english import participle
from plancritic.wording import Lexicon


class Names:
    """Draws names from a problem's lexicon; the same generator state, the same names.

    While `technical` is set, objects go by their PDDL names and time is counted in steps and units; while `terse` is
    set, they have no article.
    """

    def __init__(self, lexicon: Lexicon, generator: random.Random) -> None:
        self.lexicon = lexicon
        self.random = generator
        self.technical = False
        self.terse = False

    def pick(self, choices: Sequence[str]) -> str:
        """One of the choices."""
        return self.random.choice(choices)

    def thing(self, name: str) -> str:
        """An object: by its phrase, by a synonym that nothing else goes by, now and then by its PDDL name."""
        phrase, pddl = self.lexicon.name(name), self.lexicon.problem.display.get(name, name)
        if self.technical:
            return pddl
        called = self._called(name, phrase, pddl)
        return called.removeprefix("the ") if self.terse else called

    def _called(self, name: str, phrase: str, pddl: str) -> str:
        chance = self.random.random()
        if chance < 0.5:
            return phrase
        if chance < 0.53:
            return pddl
        if chance < 0.58 and (roles := self._roles.get(name)):
            return f"the {self.pick(roles)}"
        synonym = self.pick(self._synonyms.get(name) or (phrase,))
        takes_article = phrase.startswith("the ") and synonym[:1].islower() and not synonym.startswith("the ")
        return f"the {synonym}" if takes_article and "_" not in synonym else synonym

    @cached_property
    def _roles(self) -> dict[str, list[str]]:
        """Roles by the one object that has them, which no object has for a name."""
        named = {synonym.lower() for synonyms in self._synonyms.values() for synonym in synonyms}
        found: dict[str, list[str]] = {}
        for role, objects in self.lexicon.roles.items():
            if len(objects) == 1 and role not in named and not role.startswith(("where ", "the ")):
                found.setdefault(objects[0], []).append(role)
        return found

    @cached_property
    def _synonyms(self) -> dict[str, tuple[str, ...]]:
        """Names but the PDDL name, without those of several objects, of a type, and without pronouns."""
        lexicon = self.lexicon
        names = {name: dict.fromkeys(lexicon.synonyms(name)[:-1] or (name,)) for name in lexicon.problem.objects}
        counts = Counter(synonym.lower() for synonyms in names.values() for synonym in synonyms)
        nouns = {
            word.lower()
            for name, entry in lexicon.context.types.items()
            for word in (entry.singular, entry.plural, *entry.synonyms, *entry.plurals.values())
            if len(lexicon.problem.objects_of(name)) != 1
        }
        usual = {name: lexicon.name(name).lower().removeprefix("the ") for name in names}
        return {
            name: tuple(
                synonym
                for synonym in synonyms
                if counts[synonym.lower()] == 1
                and (synonym.lower() not in nouns or synonym.lower() == usual[name])
                and synonym not in ("it", "this", "that")
                and not synonym.startswith("where ")
            )
            for name, synonyms in names.items()
        }

    def noun(self, type_name: str, plural: bool = False, every: bool = False) -> str:
        """A noun for the things of a type; by one of the commoner synonyms, or of `every` one."""
        entry = self.lexicon.type_entry(type_name)
        if entry is None:
            return f"{type_name}s" if plural else type_name
        own = [word for word in entry.synonyms if self._uses_of_nouns[word.lower()] == 1]
        if self.random.random() < 0.5 or not own:
            return entry.plural if plural else entry.singular
        synonym = self.pick(own if every else own[:5])
        return entry.plurals.get(synonym, f"{synonym}s") if plural else synonym

    def nouns_at(self, predicate: str, place: int) -> tuple[str, ...]:
        """The nouns of the types that an argument of a predicate may have."""
        parameters = self.lexicon.problem.domain.predicates.get(predicate, ())
        entries = [self.lexicon.type_entry(name) for name in (parameters[place].types if parameters else ())]
        return tuple(entry.singular for entry in entries if entry is not None)

    def is_telling(self, phrase: str, predicate: str) -> bool:
        """Whether a verb phrase ("be off") is said of no other predicate's subject."""
        return self._predicates_of_phrases.get(phrase, {predicate}) <= {predicate}

    @cached_property
    def _predicates_of_phrases(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for name, entry in self.lexicon.context.predicates.items():
            verbs = entry.verbs
            for verb in (*verbs.starts, *verbs.stops, *verbs.holds, *verbs.fails):
                found.setdefault(verb, set()).add(name)
                # "Switched off" is what somebody switches off.
                found.setdefault(f"be {participle(verb)}", set()).add(name)
        return found

    @cached_property
    def _uses_of_nouns(self) -> Counter[str]:
        """How many types go by a noun."""
        entries = self.lexicon.context.types.values()
        return Counter(word.lower() for entry in entries for word in {entry.singular, *entry.synonyms})

    def everyone(self, group: Quantified) -> tuple[str, bool]:
        """All of a group, and whether the phrase is a plural."""
        if group.group is not None or group.exceptions:
            return self.every(group), False
        entry = self.lexicon.type_entry(group.type)
        members = self.lexicon.problem.objects_of(group.type)
        choice = self.random.random()
        if choice < 0.3:
            return self.every(group), False
        if choice < 0.45 and len(members) <= 3:
            return enumerated([self.thing(name) for name in members]), True
        if choice < 0.65 and entry is not None and entry.all and group.place == 0 and self._is_widest(group.type):
            return self.pick(entry.all), False
        some = ["all", "all the", "all of our", "all of the"] + (["both"] if len(members) == 2 else [])
        return f"{self.pick(some)} {self.noun(group.type, plural=True)}", True

    def each(self, group: Quantified) -> str:
        """Each of a group for itself: not "all of them", who could be meant together."""
        return self._one(group, ("each", "each"), ("each of", "each one of"), ("each part of", "each one of"))

    def every(self, group: Quantified) -> str:
        """Every one of a group."""
        return self._one(group, ("every", "each"), ("each of", "every one of", "all of"), ("every part of", "all of"))

    def nobody(self, group: Quantified) -> str:
        """None of a group."""
        entry = self.lexicon.type_entry(group.type) if group.group is None and group.place == 0 else None
        if entry is not None and entry.none and self.random.random() < 0.25 and self._is_widest(group.type):
            found = self.pick([each for each in entry.none if not group.exceptions or " of " not in each])
            return found + self._but(group)
        return self._one(group, ("no", "no", "not a single"), ("none of", "not one of"), ("no part of", "nothing of"))

    def anyone(self, group: Quantified) -> str:
        """Any of a group."""
        return self._one(group, ("any", "any"), ("any of", "any one of"), ("any part of", "anything of"))

    def one_of(self, group: Quantified) -> str:
        """At least one of a group."""
        parts = ("at least one part of", "some part of")
        return self._one(group, ("at least one", "some"), ("at least one of", "one of", "some one of"), parts)

    def _one(self, group: Quantified, single: Sequence[str], several: Sequence[str], parts: Sequence[str]) -> str:
        """The quantifier that fits: before a noun, before several things, before one that has parts ("branch A")."""
        if group.group is not None:
            name = self.pick(self._group_names(group.group))
            if not name.endswith(_PLURAL):
                return f"{self.pick(parts)} {name}{self._but(group)}"
            return f"{self.pick(several)} the {name.removeprefix('the ')}{self._but(group)}"
        if self.random.random() < 0.6:
            return f"{self.pick(single)} {self.noun(group.type)}{self._but(group)}"
        return (
            f"{self.pick(several)} {self.pick(['the', 'the', 'our'])} {self.noun(group.type, True)}{self._but(group)}"
        )

    def _group_names(self, group: str) -> list[str]:
        """The names of the lexicon's group, and others for the same objects, as the context writes them."""
        lexicon = self.lexicon
        found: dict[str, list[str]] = {}
        for entry in lexicon.context.groups:
            for name in lexicon.problem.objects:
                match = matched(entry.match, lexicon.problem.display[name])
                for template in entry.names if match is not None else ():
                    assert match is not None
                    found.setdefault(fill_name(template, match, lexicon.name), []).append(name)
        members = list(lexicon.groups[group])
        return [name for name, objects in found.items() if objects == members] or [group]

    def _but(self, group: Quantified) -> str:
        if not group.exceptions:
            return ""
        others = enumerated([self.thing(name) for name in group.exceptions])
        return f" {self.pick(['but', 'except', 'other than', 'apart from', 'besides'])} {others}"

    def _is_widest(self, type_name: str) -> bool:
        """Whether no type above it has words: "everyone" is all vessels, not all tugs."""
        above = self.lexicon.problem.domain.types.get(type_name)
        while above is not None:
            if above in self.lexicon.context.types:
                return False
            above = self.lexicon.problem.domain.types.get(above)
        return True


#: How names of several things end ("planets", "phenomena"); "branch A" is one thing with parts.
_PLURAL = ("s", "a")
