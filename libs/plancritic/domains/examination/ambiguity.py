"""Two things with one name: a person who says it may mean either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from plancritic.domains.complaint import Complaint, Severity
from plancritic.domains.context import DomainContext
from plancritic.domains.files import CONTEXT_FILE
from plancritic.domains.names import object_names, without_article
from plancritic.domains.places import yaml_line
from plancritic.pddl.language import Domain, Problem

#: How many names one note lists.
_LISTED = 5


def ambiguities(
    context: DomainContext, domain: Domain, problems: Mapping[str, Problem], context_text: str
) -> Iterator[Complaint]:
    """Nouns of two types, and what people may say for two objects (those that share their phrase aside)."""
    yield from _types(context, domain, problems, context_text)
    yield from _objects(context, problems, context_text)
    yield from _verbs(context, domain, context_text)


def _types(
    context: DomainContext, domain: Domain, problems: Mapping[str, Problem], context_text: str
) -> Iterator[Complaint]:
    named: dict[str, list[str]] = {}
    for name, entry in context.types.items():
        for noun in {entry.singular.lower(), *(each.lower() for each in entry.synonyms)}:
            named.setdefault(noun, []).append(name)
    for noun, types in sorted(named.items()):
        for one, other in _pairs(types):
            # The narrower of two related types is what a general noun may stand for: "ship" for a salvage boat.
            if not domain.is_subtype(one, other) and not domain.is_subtype(other, one):
                message = f"{noun!r} is a noun for type {one!r} and for type {other!r}"
                line = yaml_line(context_text, ("types", other))
                single = next((each for each in (one, other) if _only_one(each, problems)), None)
                if single is None:
                    severity, remedy = Severity.WARNING, "a sentence about all of them would be about either"
                else:
                    # Its one thing is called by the noun with "the"; what is said of any or all is about the others.
                    severity, remedy = Severity.NOTE, f"this is right if 'the {noun}' is the one {single!r} there is"
                remedy = f"leave it to one of them: {remedy}" if single is None else f"{remedy}; else leave it to one"
                yield Complaint(severity, "ambiguous_name", message, remedy, CONTEXT_FILE, line)


def _only_one(type_name: str, problems: Mapping[str, Problem]) -> bool:
    return bool(problems) and all(len(problem.objects_of(type_name)) <= 1 for problem in problems.values())


def _objects(context: DomainContext, problems: Mapping[str, Problem], context_text: str) -> Iterator[Complaint]:
    shared: dict[str, set[str]] = {}
    for problem in problems.values():
        named: dict[str, set[str]] = {}
        for name, names in object_names(context, problem).items():
            for phrase in (names.name, *names.synonyms):
                named.setdefault(without_article(phrase).lower(), set()).add(name)
        for phrase, objects in named.items():
            if len(objects) > 1:
                shared.setdefault(phrase, set()).update(objects)
    if shared:
        listed = [f"{phrase!r} ({', '.join(sorted(objects))})" for phrase, objects in sorted(shared.items())]
        more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
        message = f"synonyms that mean several objects, all of them where one is said: {'; '.join(listed[:_LISTED])}"
        remedy = "this is right where people mean all of them; otherwise give the synonym to only one"
        line = yaml_line(context_text, ("objects",))
        yield Complaint(Severity.NOTE, "ambiguous_name", message + more, remedy, CONTEXT_FILE, line)


def _verbs(context: DomainContext, domain: Domain, context_text: str) -> Iterator[Complaint]:
    """One verb for two predicates about the same things in the same places: nothing else could tell them apart."""
    hinted: dict[tuple[str, str, tuple[object, ...]], list[str]] = {}
    for name, entry in context.predicates.items():
        if not entry.changes or name not in domain.predicates:
            continue
        types = tuple(parameter.types for parameter in domain.predicates[name])
        for form in ("starts", "stops", "holds", "fails"):
            for verb in dict.fromkeys(getattr(entry.verbs, form)):
                hinted.setdefault((verb.lower(), form, types), []).append(name)
    for (verb, form, _), predicates in sorted(hinted.items(), key=lambda each: each[0][:2]):
        if len(predicates) > 1:
            message = f"the verb {verb!r} ({form}) stands for {' and '.join(map(repr, predicates))} of the same things"
            line = yaml_line(context_text, ("predicates", predicates[-1], "verbs", form))
            remedy = "give the verb to only one of them"
            yield Complaint(Severity.WARNING, "ambiguous_verb", message, remedy, CONTEXT_FILE, line)


def _pairs(items: list[str]) -> Iterable[tuple[str, str]]:
    return ((one, other) for place, one in enumerate(items) for other in items[place + 1 :])
