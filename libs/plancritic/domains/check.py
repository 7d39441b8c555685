"""Holds a bundle against its own PDDL: what a context forgets, misspells or says of things that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from plancritic.domains.bundle import DomainBundle
from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.files import ARCHETYPES_FILE, CONTEXT_FILE, PROBLEMS_FOLDER
from plancritic.domains.names import object_names, template_complaint
from plancritic.domains.patterns import group_count, matched
from plancritic.domains.places import pddl_line, yaml_line
from plancritic.pddl.language import Domain, PddlSyntaxError, Problem, parse_constraint
from plancritic.pddl.specification import check_constraint

if TYPE_CHECKING:
    from plancritic.domains.archetypes import Archetype

_PLACE = re.compile(r"\{([\w-]+)\}")
_FORMS = ("holds", "fails", "starts", "stops", "never", "ever")
_WORDS_REMEDY = "give it words in context.yaml: the schema is in libs/plancritic/domains/context.py"


class BundleCheck:
    """A bundle with its PDDL read; `problems` by id, those that can be read.

    `context_text` and `archetypes_text` are the files as they were written, to name lines; without them complaints
    have none.
    """

    def __init__(
        self,
        bundle: DomainBundle,
        domain: Domain,
        problems: dict[str, Problem],
        context_text: str = "",
        archetypes_text: str = "",
        archetypes: tuple[Archetype, ...] = (),
    ) -> None:
        self._bundle = bundle
        self._context = bundle.context
        self._domain = domain
        self._problems = problems
        self._context_text = context_text
        self._archetypes_text = archetypes_text
        self._archetypes = archetypes

    def complaints(self) -> Iterator[Complaint]:
        """Everything that context and archetypes have wrong, in the order of the files."""
        yield from self._missing_words()
        yield from self._wrong_templates()
        yield from self._wrong_names()
        yield from self._wrong_drawing()
        yield from self._wrong_constraints()

    def _in_context(self, path: tuple[str | int, ...], severity: Severity, kind: str, message: str) -> Complaint:
        line = yaml_line(self._context_text, path)
        return Complaint(severity, kind, message, "correct the entry in context.yaml", CONTEXT_FILE, line)

    def _missing_words(self) -> Iterator[Complaint]:
        context, domain = self._context, self._domain
        # An abstract type needs no words of its own: nobody speaks of "locatables". One that objects have does.
        used = {each for problem in self._problems.values() for each in problem.objects.values()} - {"object"}
        for section, declared, needed, described in (
            ("predicate", set(domain.predicates), set(domain.predicates), set(context.predicates)),
            ("action", set(domain.actions), set(domain.actions), set(context.actions)),
            ("type", set(domain.type_names) - {"object"}, used, set(context.types)),
        ):
            for name in sorted(needed - described):
                line = pddl_line(self._bundle.domain_pddl, name)
                message = f"{section} {name!r} has no words"
                yield Complaint(Severity.WARNING, "without_words", message, _WORDS_REMEDY, "domain.pddl", line)
            for name in sorted(described - declared):
                message = f"{section} {name!r} has words but is not in the domain"
                yield self._in_context((f"{section}s", name), Severity.WARNING, "unknown_name", message)

    def _wrong_templates(self) -> Iterator[Complaint]:
        wrong = partial(self._in_context, severity=Severity.ERROR, kind="wrong_template")
        for name, predicate in self._context.predicates.items():
            if name not in self._domain.predicates:
                continue
            places = {str(index) for index in range(len(self._domain.predicates[name]))}
            for form in _FORMS:
                used = set(_PLACE.findall(getattr(predicate, form)))
                if used != places:
                    message = f"predicate {name!r}, {form}: has places {sorted(used)}, needs {sorted(places)}"
                    yield wrong(("predicates", name, form), message=message)
        for name, action in self._context.actions.items():
            schema = self._domain.actions.get(name)
            if schema is None:
                continue
            known = {parameter.name.removeprefix("?") for parameter in schema.parameters}
            for form, template in (("sentence", action.sentence), ("gerund", action.gerund)):
                strange = set(_PLACE.findall(template)) - known
                if strange:
                    message = f"action {name!r}: {template!r} has places that are not parameters: {sorted(strange)}"
                    yield wrong(("actions", name, form), message=message)
        for number, entry in enumerate(self._context.objects):
            groups = group_count(entry.match)
            for template in (entry.name, *entry.synonyms, entry.sole or "", *entry.sole_synonyms):
                complaint = template_complaint(template, groups)
                if complaint:
                    yield wrong(("objects", number), message=f"object {entry.match!r}: {complaint}")
        for number, group in enumerate(self._context.groups):
            for template in group.names:
                complaint = template_complaint(template, group_count(group.match))
                if complaint:
                    yield wrong(("groups", number), message=f"group {group.match!r}: {complaint}")

    def _wrong_names(self) -> Iterator[Complaint]:
        for number, problem in self._problems.items():
            file, text = f"{PROBLEMS_FOLDER}/{number}.pddl", self._bundle.problems[number]
            for name, names in object_names(self._context, problem).items():
                written = problem.display[name]
                if not any(matched(entry.match, written) for entry in self._context.objects):
                    kind, message = "without_words", f"problem {number}: object {name!r} has no words"
                    remedy = "give context.yaml an entry under objects whose pattern matches it"
                elif names.name.endswith(")"):
                    kind = "ambiguous_name"
                    message = f"problem {number}: object {name!r} shares its phrase with another: {names.name}"
                    remedy = "give each a name of its own under objects in context.yaml"
                else:
                    continue
                yield Complaint(Severity.WARNING, kind, message, remedy, file, pddl_line(text, written))

    def _wrong_drawing(self) -> Iterator[Complaint]:
        """What the keys for drawings name that the domain does not have."""
        wrong = partial(self._in_context, severity=Severity.ERROR, kind="unknown_name")
        for place, name in enumerate(self._context.actors):
            if name.lower() not in self._domain.type_names:
                yield wrong(("actors", place), message=f"actors: {name!r} is not a type of the domain")
        for place, name in enumerate(self._context.movement):
            parameters = self._domain.predicates.get(name.lower())
            if parameters is None:
                yield wrong(("movement", place), message=f"movement: {name!r} is not a predicate of the domain")
            elif len(parameters) != 2:
                message = f"movement: {name!r} has {len(parameters)} places; it needs a thing and a place"
                yield wrong(("movement", place), message=message)
        objects = {problem.display[name] for problem in self._problems.values() for name in problem.objects}
        for place, entry in enumerate(self._context.coordinates):
            if not any(matched(entry.match, written) for written in objects):
                message = f"coordinates: {entry.match!r} matches no object of any problem"
                yield self._in_context(("coordinates", place), Severity.WARNING, "unknown_name", message)

    def _wrong_constraints(self) -> Iterator[Complaint]:
        for place, archetype in enumerate(self._archetypes):
            in_archetypes = partial(self._in_archetypes, place)
            for number, constraints in archetype.ground_truth.items():
                for complaint in self._complaints(f"archetype {archetype.name!r}", number, constraints):
                    yield in_archetypes(("ground_truth", number), Severity.ERROR, "wrong_constraint", complaint)
            unnamed = self._bundle.problems.keys() - archetype.ground_truth.keys() - archetype.left_out.keys()
            for each in sorted(unnamed):
                message = f"archetype {archetype.name!r}: nothing on problem {each!r}"
                yield in_archetypes((), Severity.WARNING, "silent_archetype", message)
        for place, example in enumerate(self._context.examples):
            for complaint in self._complaints(f"example {example.statement!r}", example.problem, example.constraints):
                yield self._in_context(("examples", place), Severity.ERROR, "wrong_constraint", complaint)

    def _in_archetypes(
        self, place: int, path: tuple[str | int, ...], severity: Severity, kind: str, message: str
    ) -> Complaint:
        remedy = (
            "give it a ground truth there, or name the problem under left_out with the reason"
            if kind == "silent_archetype"
            else "correct the constraint in archetypes.yaml"
        )
        line = yaml_line(self._archetypes_text, (place, *path))
        return Complaint(severity, kind, message, remedy, ARCHETYPES_FILE, line)

    def _complaints(self, where: str, number: str, constraints: tuple[str, ...]) -> Iterator[str]:
        if number not in self._bundle.problems:
            yield f"{where}: there is no problem {number!r}"
            return
        if number not in self._problems:
            # Its PDDL cannot be read, which is a complaint of its own.
            return
        for text in constraints:
            complaints: tuple[str, ...]
            try:
                complaints = check_constraint(parse_constraint(text), self._problems[number])
            except PddlSyntaxError as error:
                complaints = (str(error),)
            yield from (f"{where}, problem {number}: {complaint}" for complaint in complaints)
