"""Holds a bundle against its own PDDL: what a context forgets, misspells or says of things that are not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from plancritic.domains.bundle import DomainBundle
from plancritic.domains.names import object_names, template_complaint
from plancritic.pddl.constraints import check_constraint, parse_constraint
from plancritic.pddl.errors import PddlSyntaxError
from plancritic.pddl.model import Domain, Problem
from plancritic.pddl.parser import parse_domain, parse_problem

_PLACE = re.compile(r"\{(\w+)\}")
_FORMS = ("holds", "fails", "starts", "stops", "never", "ever")


def check_bundle(bundle: DomainBundle) -> tuple[str, ...]:
    """Complaints in words, none if all is well.

    Every type, predicate, action and object has words; templates speak of places that exist and leave no
    object unnamed; archetypes and examples are well-formed constraints on their problems. Raises
    PddlSyntaxError where the PDDL itself is wrong.
    """
    domain = parse_domain(bundle.domain_pddl, f"{bundle.name}/domain.pddl")
    problems = {
        number: parse_problem(text, domain, f"{bundle.name}/problems/{number}.pddl")
        for number, text in bundle.problems.items()
    }
    return (
        *_missing_words(bundle, domain),
        *_wrong_templates(bundle, domain),
        *_wrong_names(bundle, problems),
        *_wrong_constraints(bundle, problems),
    )


def _missing_words(bundle: DomainBundle, domain: Domain) -> Iterator[str]:
    context = bundle.context
    for kind, declared, described in (
        ("predicate", set(domain.predicates), set(context.predicates)),
        ("action", set(domain.actions), set(context.actions)),
        ("type", set(domain.types) | set(domain.types.values()) - {"object"}, set(context.types)),
    ):
        # An abstract type needs no words of its own: nobody speaks of "locatables".
        missing = declared - described if kind != "type" else set()
        yield from (f"{kind} {name!r} has no words" for name in sorted(missing))
        yield from (f"{kind} {name!r} has words but is not in the domain" for name in sorted(described - declared))


def _wrong_templates(bundle: DomainBundle, domain: Domain) -> Iterator[str]:
    for name, predicate in bundle.context.predicates.items():
        places = {str(index) for index in range(len(domain.predicates.get(name, ())))}
        for form in _FORMS:
            used = set(_PLACE.findall(getattr(predicate, form)))
            if used != places:
                yield f"predicate {name!r}, {form}: has places {sorted(used)}, needs {sorted(places)}"
    for name, action in bundle.context.actions.items():
        schema = domain.actions.get(name)
        if schema is None:
            continue
        known = {parameter.name.removeprefix("?") for parameter in schema.parameters}
        for template in (action.sentence, action.gerund):
            strange = set(_PLACE.findall(template)) - known
            if strange:
                yield f"action {name!r}: {template!r} has places that are no parameters: {sorted(strange)}"
    for entry in bundle.context.objects:
        groups = re.compile(entry.match).groups
        for template in (entry.name, *entry.synonyms, entry.sole or "", *entry.sole_synonyms):
            complaint = template_complaint(template, groups)
            if complaint:
                yield f"object {entry.match!r}: {complaint}"
    for group in bundle.context.groups:
        for template in group.names:
            complaint = template_complaint(template, re.compile(group.match).groups)
            if complaint:
                yield f"group {group.match!r}: {complaint}"


def _wrong_names(bundle: DomainBundle, problems: dict[str, Problem]) -> Iterator[str]:
    for number, problem in problems.items():
        for name, names in object_names(bundle.context, problem).items():
            if not any(re.fullmatch(entry.match, name, re.IGNORECASE) for entry in bundle.context.objects):
                yield f"problem {number}: object {name!r} has no words"
            elif names.name.endswith(")"):
                yield f"problem {number}: object {name!r} shares its phrase with another: {names.name}"


def _wrong_constraints(bundle: DomainBundle, problems: dict[str, Problem]) -> Iterator[str]:
    for archetype in bundle.archetypes:
        for number, constraints in archetype.ground_truth.items():
            yield from _complaints(f"archetype {archetype.name!r}", number, constraints, problems)
        unnamed = problems.keys() - archetype.ground_truth.keys() - archetype.left_out.keys()
        yield from (f"archetype {archetype.name!r}: nothing on problem {each!r}" for each in sorted(unnamed))
    for example in bundle.context.examples:
        yield from _complaints(f"example {example.statement!r}", example.problem, example.constraints, problems)


def _complaints(where: str, number: str, constraints: tuple[str, ...], problems: dict[str, Problem]) -> Iterator[str]:
    if number not in problems:
        yield f"{where}: there is no problem {number!r}"
        return
    for text in constraints:
        try:
            complaints = check_constraint(parse_constraint(text), problems[number])
        except PddlSyntaxError as error:
            complaints = (str(error),)
        yield from (f"{where}, problem {number}: {complaint}" for complaint in complaints)
