"""A context as YAML that says of itself that it is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import yaml

from plancritic.domains.context import DomainContext, Verbs

_HEAD = """\
# Written by `plancritic domain scaffold` from the names in the PDDL. Every word here is a GUESS: review each line,
# then take this note away. `plancritic domain check` says what is missing or cannot be.
# The schema, field by field: libs/plancritic/domains/context.py. Worth doing first: title and description, the unit
# of time, synonyms (what people say instead), the sentences, and a few worked examples at the end.
"""
_DESCRIBED_HEAD = """\
# Written by `plancritic` from the words of the description (description.yaml); what it does not say is a GUESS: review
# each line, then take this note away. `plancritic domain check` says what is missing or cannot be.
# The schema, field by field: libs/plancritic/domains/context.py. Worth doing first: the unit of time, synonyms (what
# people say instead), the sentences, and a few worked examples at the end.
"""
_EXAMPLES = """
# Worked examples for a language model that translates: statement, the same naming the problem's objects, constraints.
# - statement: ...
#   mid_level_goal: ...
#   constraints: ["(at end (...))"]
examples: []
"""


def context_text(context: DomainContext, described: bool = False) -> str:
    """Return the YAML of a context, section by section; what it says is what is read again.

    `described`: its words are those of a description.
    """
    return "".join((_DESCRIBED_HEAD if described else _HEAD, *(f"{line}\n" for line in _lines(context)), _EXAMPLES))


def _lines(context: DomainContext) -> Iterator[str]:
    yield f"title: {_scalar(context.title)}"
    yield f"description: {_scalar(context.description)}"
    yield "\n# GUESS: what one unit of time in the PDDL is, and how many seconds it has."
    yield "time:"
    yield f"  singular: {_scalar(context.time.singular)}"
    yield f"  plural: {_scalar(context.time.plural)}"
    yield f"  seconds: {context.time.seconds:g}"
    yield "\ntypes:" if context.types else "\ntypes: {}"
    for name, entry in context.types.items():
        words = f"singular: {_flow(entry.singular)}, plural: {_flow(entry.plural)}"
        yield f"  {_scalar(name)}: {{{words}, synonyms: {_list(entry.synonyms)}}}"
    yield "\n# The first entry that matches an object names it." if context.objects else "\nobjects: []"
    if context.objects:
        yield "objects:"
    for each in context.objects:
        yield f"  - match: {_scalar(each.match)}"
        yield f"    name: {_scalar(each.name)}"
        yield f"    synonyms: {_list(each.synonyms)}"
        if each.sole is not None:
            yield f"    sole: {_scalar(each.sole)}"
            yield f"    sole_synonyms: {_list(each.sole_synonyms)}"
    yield "\n# GUESSES: sentences, and verbs by the actions that bring a fact about or take it away."
    yield "predicates:" if context.predicates else "predicates: {}"
    for name, predicate in context.predicates.items():
        yield f"  {_scalar(name)}:"
        for form in ("holds", "fails", "starts", "stops", "never", "ever"):
            yield f"    {form}: {_scalar(getattr(predicate, form))}"
        if not predicate.changes:
            yield "    changes: false"
        elif predicate.verbs != Verbs():
            yield "    verbs:"
            for form in ("starts", "stops", "holds", "fails"):
                yield f"      {form}: {_list(getattr(predicate.verbs, form))}"
    yield "\n# GUESSES: who does it is taken to be the first parameter."
    yield "actions:" if context.actions else "actions: {}"
    for name, action in context.actions.items():
        yield f"  {_scalar(name)}:"
        yield f"    sentence: {_scalar(action.sentence)}"
        yield f"    gerund: {_scalar(action.gerund)}"
        yield f"    verbs: {_list(action.verbs)}"
    yield "\n# GUESS: the types whose objects get a lane of their own in drawings of plans (`plancritic show --html`)."
    yield f"actors: {_list(context.actors)}"
    yield "# Which predicates say where a thing is, and where places stand on the map; without these both are derived."
    yield "# movement: [at]"
    yield "# coordinates:"
    yield "#   - {match: the-name-of-a-place, x: 0, y: 0}"


def _scalar(text: str) -> str:
    """A text as YAML writes it, quoted where it has to be (`on`, braces)."""
    return str(yaml.safe_dump(text, width=10_000)).removesuffix("...\n").rstrip("\n")


def _flow(text: str) -> str:
    """A text within brackets or braces."""
    return str(yaml.safe_dump([text], width=10_000, default_flow_style=True)).strip()[1:-1]


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(map(_flow, items))}]"
