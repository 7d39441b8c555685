"""What a domain's names mean in plain language: the schema of `context.yaml`.

The translator reads it to find what a person means, wording to say what the machine means. Names of
objects are given by patterns, so that a new problem of the domain needs no edit here.

Two kinds of text need explaining. A **sentence template** has places in braces: `{0}`, `{1}` are a
fact's arguments, `{ast}` an action's parameter; each is filled with the object's phrase ("the debris
boat"). A **name template** belongs to an object pattern: `{0}` is the object's name as the problem file
writes it and `{1}` what the pattern's first group matched; `{1|upper}` is that in capitals, `{1|words}`
taken apart ("GroundStation1": "ground station 1"), `{1|spelled}` as radio operators say it ("a":
"Alpha"), and `{name wpt_{1}}` the phrase of another object, whose own name is put together first.
Patterns match whole names, case-blind.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from plancritic.contracts.envelope import Contract
from plancritic.domains.patterns import checked_pattern


def _checked_fact(fact: str) -> str:
    for part in fact.strip("()").split()[1:]:
        if part != "?":
            checked_pattern(part)
    return fact


def _is_empty(value: tuple[object, ...]) -> bool:
    return not value


#: A regular expression that must match a whole PDDL name, case-blind; one that could take long is refused.
Pattern = Annotated[str, AfterValidator(checked_pattern)]


class TimeUnit(Contract):
    """What one unit of the domain's time is: "within 5 hours" has a number.

    `seconds` is the length of one unit; other units of a statement ("90 minutes") are converted by it.
    """

    singular: str = Field(min_length=1)
    plural: str = Field(min_length=1)
    abbreviations: tuple[str, ...] = ()
    seconds: float = Field(gt=0, allow_inf_nan=False)


class TypeEntry(Contract):
    """A PDDL type in words.

    `singular` and `plural` are used in sentences ("no vessel", "all vessels"), `synonyms` are other
    nouns for a thing of this type (singular; `plurals` where adding -s does not make the plural), `all`
    are phrases that mean all of them without a quantifier ("the fleet", "everyone") and `none` those
    that mean none of them ("nobody").
    """

    singular: str = Field(min_length=1)
    plural: str = Field(min_length=1)
    synonyms: tuple[str, ...] = ()
    plurals: dict[str, str] = Field(default_factory=dict)
    all: tuple[str, ...] = ()
    none: tuple[str, ...] = ()


class ObjectEntry(Contract):
    """The names of the objects that `match` a pattern; the first entry that matches an object names it.

    `name` is the phrase used in sentences, with its article ("the debris boat"); `synonyms` are what
    people may say instead, without article. `sole` is the phrase, and `sole_synonyms` are further
    synonyms, where the problem has no other object of the same type. All are name templates.
    """

    match: Pattern
    name: str = Field(min_length=1)
    synonyms: tuple[str, ...] = ()
    sole: str | None = None
    sole_synonyms: tuple[str, ...] = ()


class GroupEntry(Contract):
    """A set of objects that people name as one, besides the types: "branch A", "the initial images".

    `names` without article; `match` is the pattern of the objects in it. With groups in the pattern one
    entry makes one group for each thing they match (`wpt_([a-z])_\\d+` makes branch A and branch B), and
    `names` are name templates.
    """

    match: Pattern
    names: tuple[str, ...] = Field(min_length=1)


class RoleEntry(Contract):
    """A name for whatever object stands in a place of an initial fact: "the wreck" is where the wreck lies.

    `fact` is the fact with patterns for arguments and `?` for the object that is meant:
    `(at shp_\\d+ ?)`. `names` without article.
    """

    names: tuple[str, ...] = Field(min_length=1)
    fact: Annotated[str, AfterValidator(_checked_fact)] = Field(pattern=r"^\(\S+( \S+)+\)$")


class Verbs(Contract):
    """Words that hint at a fact, by what is said of it (base forms; "go to" stands for "goes to" too).

    `starts`: it becomes true ("reach"); `stops`: it becomes false ("leave"); `holds`: it is true ("be
    at", "stay at"); `fails`: it is false ("avoid", "be restricted").
    """

    starts: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()


class PredicateEntry(Contract):
    """A predicate in words; all forms are sentence templates without capital and full stop.

    With "every vessel", "no vessel" or "each of A and B" in a place the forms still are good English,
    which is why they are singular. `holds` and `fails` describe a state ("{0} is at {1}", "{0} is not at
    {1}"), `starts` and `stops` the change into it and out of it ("{0} reaches {1}", "{0} leaves {1}").
    `never` says that it is false all the time, `ever` is the same with the negation left to the subject
    ("no vessel" + "ever visits waypoint A"). `changes` is false for facts that no action changes: no
    feedback is about them alone. `verbs` are for the translator. `heard` are more words of people that only it reads:
    phrases that tell of a fact but would make no good sentence ("nothing on" of a satellite's power), and the words of
    facts that hardly anybody wishes for.
    """

    holds: str = Field(min_length=1)
    fails: str = Field(min_length=1)
    starts: str = Field(min_length=1)
    stops: str = Field(min_length=1)
    never: str = Field(min_length=1)
    ever: str = Field(min_length=1)
    changes: bool = True
    verbs: Verbs = Verbs()
    heard: Verbs = Verbs()


class ActionEntry(Contract):
    """An action in words: a sentence template over its parameters, and its verbs (base forms).

    `gerund` is for "while ...ing" and "without ...ing".
    """

    sentence: str = Field(min_length=1)
    gerund: str = Field(min_length=1)
    verbs: tuple[str, ...] = ()


class DeedCase(Contract):
    """What a deed comes to for the objects that match: conditions with `\\1` for the pattern's groups.

    `done` holds at the end if the deed was done to the object, `undone` if it was not; `\\0` is the
    object itself.
    """

    match: Pattern
    done: tuple[str, ...] = Field(min_length=1)
    undone: tuple[str, ...] = Field(min_length=1)


class DeedEntry(Contract):
    """A verb whose object is a thing and whose outcome is facts about other things.

    "Remove the underwater debris" means that the ways it blocks are free; "keep the normal debris" that
    it is still there. `do` and `leave` are the verbs (base forms, with the object in between where it
    stands there: "leave ... in place"), `type` the PDDL type of the object.
    """

    type: str
    do: tuple[str, ...] = Field(min_length=1)
    leave: tuple[str, ...] = Field(min_length=1)
    cases: tuple[DeedCase, ...] = Field(min_length=1)


class CoordinatesEntry(Contract):
    """Where the object that matches stands on a map: x to the right, y down, in any unit."""

    match: Pattern
    x: float = Field(allow_inf_nan=False)
    y: float = Field(allow_inf_nan=False)


class Example(Contract):
    """A worked example for the translator: a statement about a problem, its goal and its constraints."""

    problem: str = "1"
    statement: str = Field(min_length=1)
    mid_level_goal: str = Field(min_length=1)
    constraints: tuple[str, ...] = Field(min_length=1)


class DomainContext(Contract):
    """All of a domain's `context.yaml`.

    The last three are for drawings of plans, and optional. `actors` are the types whose objects get a lane of their
    own, `movement` the predicates that say where a thing is (`at` of a thing and a place), `coordinates` where places
    stand on the map. Without them all three are derived from the actions.
    """

    title: str = Field(min_length=1)
    description: str = Field(min_length=1)
    time: TimeUnit
    types: dict[str, TypeEntry]
    objects: tuple[ObjectEntry, ...]
    groups: tuple[GroupEntry, ...] = ()
    roles: tuple[RoleEntry, ...] = ()
    predicates: dict[str, PredicateEntry]
    actions: dict[str, ActionEntry]
    deeds: tuple[DeedEntry, ...] = ()
    examples: tuple[Example, ...] = ()
    # Left out of the bundle where they are empty: a context without them keeps its hash.
    actors: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    movement: tuple[str, ...] = Field(default=(), exclude_if=_is_empty)
    coordinates: tuple[CoordinatesEntry, ...] = Field(default=(), exclude_if=_is_empty)
