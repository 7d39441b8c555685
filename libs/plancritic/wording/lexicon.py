"""The words of one problem: its objects, types, facts and actions by the domain's context."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from plancritic.domains import ActionEntry, DomainBundle, DomainContext, PredicateEntry, TimeUnit, TypeEntry
from plancritic.domains.names import ObjectNames, fill_name, object_names
from plancritic.domains.patterns import matched
from plancritic.pddl.language import Atom, Problem, number_text, parse_domain, parse_problem
from plancritic.wording.times import rounded_time

_PLACE = re.compile(r"\{([\w-]+)\}")


class Lexicon:
    """Everything wording and translation need to know of one problem of a bundle.

    Reading the problem is the whole cost: make one lexicon a problem and keep it. Raises
    UnknownProblemError, and PddlSyntaxError where the bundle's PDDL is wrong.
    """

    def __init__(self, bundle: DomainBundle, problem_id: str) -> None:
        self.bundle = bundle
        self.problem_id = problem_id
        self.context = bundle.context
        domain = parse_domain(bundle.domain_pddl, f"{bundle.name}/domain.pddl")
        self.problem: Problem = parse_problem(
            bundle.problem(problem_id), domain, f"{bundle.name}/problems/{problem_id}.pddl"
        )
        self.objects: Mapping[str, ObjectNames] = object_names(self.context, self.problem)

    @classmethod
    def without_context(cls, domain: str, problem: str) -> Lexicon:
        """A lexicon for PDDL texts that nobody wrote words for: names stand for themselves, times are time units."""
        context = DomainContext(
            title="PDDL files",
            description="PDDL files without a context",
            time=TimeUnit(singular="time unit", plural="time units", seconds=1),
            types={},
            objects=(),
            predicates={},
            actions={},
        )
        return cls(DomainBundle(name="files", domain_pddl=domain, problems={"1": problem}, context=context), "1")

    def name(self, object_name: str) -> str:
        """Return the phrase for an object ("the debris boat"); an unknown name stands for itself."""
        found = self.objects.get(object_name.lower())
        return found.name if found else object_name

    def synonyms(self, object_name: str) -> tuple[str, ...]:
        """Return what people call an object, without article, the phrase itself first and the PDDL name last."""
        found = self.objects.get(object_name.lower())
        return found.synonyms if found else (object_name,)

    @cached_property
    def roles(self) -> dict[str, tuple[str, ...]]:
        """Names of roles (lower case) and the objects they denote in this problem's initial state."""
        found: dict[str, list[str]] = {}
        for role in self.context.roles:
            predicate, *arguments = role.fact.strip("()").split()
            for fact in sorted(self.problem.facts, key=str):
                if fact.predicate != predicate.lower() or len(fact.arguments) != len(arguments):
                    continue
                pairs = list(zip(arguments, fact.arguments, strict=True))
                if all(wanted == "?" or matched(wanted, has) for wanted, has in pairs):
                    meant = [has for wanted, has in pairs if wanted == "?"]
                    for name in role.names:
                        known = found.setdefault(name.lower(), [])
                        known.extend(each for each in meant if each not in known)
        return {name: tuple(objects) for name, objects in found.items()}

    @cached_property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """Names of groups (lower case) and the objects of this problem in each, in order of declaration."""
        found: dict[str, list[str]] = {}
        for group in self.context.groups:
            for name in self.problem.objects:
                match = matched(group.match, self.problem.display[name])
                if match is None:
                    continue
                for template in group.names:
                    found.setdefault(fill_name(template, match, self.name).lower(), []).append(name)
        return {name: tuple(objects) for name, objects in found.items()}

    @property
    def time(self) -> TimeUnit:
        """The unit of the domain's time."""
        return self.context.time

    def duration(self, amount: float) -> str:
        """Return an amount of time with its unit: "1 hour", "2.5 hours"."""
        return f"{number_text(amount)} {self.time.singular if amount == 1 else self.time.plural}"

    def time_text(self, time: float) -> str:
        """Return a time without its unit, rounded as the unit asks: "9.6" hours, "36" minutes."""
        return rounded_time(time, self.time)

    def amount_of_time(self, amount: float) -> str:
        """Return an amount of time with its unit, rounded as the unit asks: "9.6 hours"."""
        text = self.time_text(amount)
        return f"{text} {self.time.singular if text == '1' else self.time.plural}"

    def type_entry(self, type_name: str) -> TypeEntry | None:
        """Return the words for a type, or for the nearest type above it that has some."""
        current: str | None = type_name.lower()
        while current is not None and current != "object":
            if current in self.context.types:
                return self.context.types[current]
            current = self.problem.domain.types.get(current)
        return None

    def noun(self, type_name: str) -> str:
        """Return the noun for one thing of a type; "thing" where the context has none."""
        entry = self.type_entry(type_name)
        return entry.singular if entry is not None else "thing"

    def predicate(self, name: str) -> PredicateEntry:
        """Return the words for a predicate; one that the context lacks is spoken of by its PDDL name."""
        entry = self.context.predicates.get(name.lower())
        return entry if entry is not None else _plain_predicate(name, self._arity(name))

    def action(self, name: str) -> ActionEntry | None:
        """Return the words for an action, if the context has some."""
        return self.context.actions.get(name.lower())

    def fact(self, atom: Atom, form: str = "holds", phrases: Mapping[int, str] | None = None) -> str:
        """Return a fact in words, without capital and full stop.

        `form` is a form of PredicateEntry; `phrases` replaces the phrase of the argument at an index.
        """
        chosen = phrases or {}
        if atom.predicate == "=":
            template = "{0} is {1}" if form in ("holds", "starts", "ever") else "{0} is not {1}"
        elif atom.predicate in self.context.predicates:
            template = getattr(self.predicate(atom.predicate), form)
        else:
            template = getattr(_plain_predicate(atom.predicate, len(atom.arguments)), form)
        words = [chosen.get(index, self.name(argument)) for index, argument in enumerate(atom.arguments)]
        return _fill(template, {str(index): word for index, word in enumerate(words)})

    def sentence_of_action(self, action: str, arguments: tuple[str, ...]) -> str:
        """Return a ground action in words, without capital and full stop; one without words as its PDDL."""
        entry = self.action(action)
        schema = self.problem.domain.actions.get(action.lower())
        if entry is None or schema is None or len(schema.parameters) != len(arguments):
            return f"({' '.join((action, *arguments))})"
        words = {
            parameter.name.removeprefix("?"): self.name(argument)
            for parameter, argument in zip(schema.parameters, arguments, strict=True)
        }
        return _fill(entry.sentence, words)

    def _arity(self, predicate: str) -> int:
        return len(self.problem.domain.predicates.get(predicate.lower(), ()))


def _fill(template: str, words: Mapping[str, str]) -> str:
    return _PLACE.sub(lambda found: words.get(found[1], found[0]), template)


def _plain_predicate(name: str, arity: int) -> PredicateEntry:
    places = " ".join(f"{{{index}}}" for index in range(arity))
    fact = f"{name} {places}".strip()
    return PredicateEntry(
        holds=f"'{fact}' is true",
        fails=f"'{fact}' is false",
        starts=f"'{fact}' becomes true",
        stops=f"'{fact}' becomes false",
        never=f"'{fact}' is never true",
        ever=f"'{fact}' is ever true",
    )
