"""What a change makes of a statement: other numbers, other objects, the other way round, softer, the same for another.

It is made at the level of the reading: constraints with numbers or objects exchanged. So nothing is read twice, and
the doubt of a reading stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from plancritic.contracts.sessions import StatementInForce
from plancritic.contracts.specification import Strength
from plancritic.coordinator.commands.aims import stem
from plancritic.coordinator.mentions.amounts import Amount, amounts
from plancritic.coordinator.mentions.named import Mention, NamedObjects, tokens_of
from plancritic.coordinator.mentions.parts import kept_for, left_of
from plancritic.english.lists import words
from plancritic.pddl.language import (
    Atom,
    PddlSyntaxError,
    Problem,
    conjuncts,
    form_complaints,
    number_text,
    parse_constraint,
    with_atoms,
)
from plancritic.wording import Lexicon, constraints_sentence

_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])")
_SAME = re.compile(r"\b(?:same|likewise|ditto)\b", re.IGNORECASE)
_BESIDE = re.compile(
    r"\b(?:same|likewise|ditto|(?<!may )(?<!might )as well|too(?=\s*(?:[.,!?]|$|please|and))|also|similarly|equally"
    r"|applies to|goes for|holds for|and for|identical)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\b(?:the |an)?other (?P<noun>one|[a-z]+)\b", re.IGNORECASE)
_WRONG = re.compile(r"\bwrong (?P<noun>[a-z]+)\b", re.IGNORECASE)
_SWAP = re.compile(
    r"\b(?:other way (?:a)?round|vice versa|(?:opposite|reverse|inverse|wrong) (?:order|way)|swap|reversed?|flip)\b",
    re.IGNORECASE,
)
_SOFTER = re.compile(
    r"\b(?:if (?:it(?:'s| is)? )?(?:at all )?possible|if you can|if it can be|if that works|ideally|preferably"
    r"|nice to have|would be nice|only a (?:wish|preference)|not (?:that|so|very) important|not a must|optional"
    r"|no big deal if|soft(?:er)?|as far as possible|where possible|try to|best effort|don't insist|not insist"
    r"|rather than a must|prefer(?:ence|ably)?)\b",
    re.IGNORECASE,
)
_HARDER = re.compile(
    r"\b(?:no exceptions?|absolutely must|a must|mandatory|non.?negotiable|compulsory)\b", re.IGNORECASE
)
_OLD = re.compile(
    r"\b(?:instead of|rather than|in place of|and not|not|isn't|wasn't)\s+(?:at |to |by |the |a |an )*$", re.I
)
#: What is counted: a plural after a number, if it is a noun of the domain's or of plans; "this" and "works" are none.
_COUNTED = re.compile(r"\s*(?P<noun>[a-z]{2,}(?<!s)s)\b", re.IGNORECASE)
_OF_PLANS = frozenset(map(stem, words("steps actions moves trips turns times visits")))
_FROM = re.compile(r"\b(?:from|after|since|once past)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|before|up to|for the first|during the first)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


@dataclass(frozen=True)
class Change:
    """A statement in force as it is after a change: its words and its constraints.

    `beside` says that it holds too, not instead. `exchanged` counts what was exchanged.
    """

    entry: StatementInForce
    text: str
    constraints: tuple[str, ...]
    strength: Strength
    beside: bool = False
    exchanged: int = 1


def changes_of(text: str, entry: StatementInForce, names: NamedObjects, lexicon: Lexicon) -> list[Change]:
    """Return what a text may make of a statement in force; none where it says nothing that fits it."""
    if _SWAP.search(text):
        # Whatever it names, it names in its new order.
        swapped = _swapped(entry.constraints, names)
        if swapped is None:
            return []
        return [Change(entry, _in_words(swapped, entry, lexicon), swapped, entry.statement.strength)]
    mentions = names.mentions(text)
    said = amounts(text, lexicon.time, mentions)
    if not _counts_the_same(text, said, entry, lexicon):
        return []
    found: list[tuple[str, ...]] = [entry.constraints]
    exchanged = 0
    about = frozenset(each for mention in mentions for each in mention.objects)
    # Of a statement about several things what is named alone gets another time.
    part, rest = kept_for(entry.constraints, about, names), left_of(entry.constraints, about, names)
    changing = part if part is not None and rest is not None else entry.constraints
    numbered = _with_amounts(text, changing, said)
    if numbered is not None and changing is part and rest is not None:
        numbered = (*rest, *numbered)
    if numbered is not None:
        found, exchanged = [numbered], 1
    named = _with_objects(text, mentions, entry, names)
    if named is None:
        return []
    if named:
        spoken_of = frozenset(o for each in names.mentions(entry.statement.text) for o in each.objects)
        found = [
            _as_the_goal(_renamed(each, renaming), renaming, spoken_of, lexicon.problem)
            for each, renaming in product(found, named)
        ]
        exchanged += 1
    strength = entry.statement.strength
    if _SOFTER.search(text) and strength == "must":
        strength, exchanged = "should", exchanged + 1
    elif _HARDER.search(text) and strength != "must":
        strength, exchanged = "must", exchanged + 1
    beside = bool(named) and bool(_SAME.search(text) or (_BESIDE.search(text) and numbered is None))
    return [
        Change(entry, _in_words(each, entry, lexicon), each, strength, beside, exchanged)
        for each in dict.fromkeys(found)
        if exchanged and (each != entry.constraints or strength != entry.statement.strength)
    ]


def _counts_the_same(text: str, said: Sequence[Amount], entry: StatementInForce, lexicon: Lexicon) -> bool:
    """Return whether a statement speaks of whatever a text counts: "four turns" is about a statement about turns."""
    found = (_COUNTED.match(text, each.end) for each in said if not each.has_unit)
    counted = {stem(each["noun"].casefold()) for each in found if each is not None}
    known = _stems(entry.statement.text, entry.said_back)
    return counted <= known or not (counted - known) & (_OF_PLANS | _nouns(lexicon))


def _nouns(lexicon: Lexicon) -> frozenset[str]:
    """Return the stems of the words for a domain's things and of its names for actions and facts."""
    context, problem = lexicon.context, lexicon.problem
    types = [text for each in context.types.values() for text in (each.singular, each.plural, *each.synonyms)]
    plurals = [text for each in context.types.values() for text in each.plurals.values()]
    objects = [text for each in problem.objects for text in lexicon.synonyms(each)]
    names = [re.sub(r"[_-]", " ", each) for each in (*context.actions, *context.predicates, *problem.domain.types)]
    return _stems(*types, *plurals, *objects, *names)


def _stems(*texts: str) -> frozenset[str]:
    return frozenset(stem(each.casefold()) for text in texts for each in tokens_of(text))


def _in_words(constraints: tuple[str, ...], entry: StatementInForce, lexicon: Lexicon) -> str:
    if constraints == entry.constraints:
        return entry.statement.text
    return constraints_sentence([parse_constraint(each) for each in constraints], lexicon)


def _with_time(text: str, constraints: tuple[str, ...], said: Sequence[Amount]) -> tuple[str, ...] | None:
    """Return a constraint without a time that has one now: by then, only until then, or from then on."""
    if len(constraints) != 1 or len(said) != 1 or said[0].shift or said[0].old or not said[0].has_unit:
        return None
    constraint, time = parse_constraint(constraints[0]), number_text(said[0].value)
    if len(constraint.conditions) != 1 or constraint.bounds:
        return None
    condition = constraint.conditions[0]
    later = _FROM.search(text[: said[0].start]) is not None
    match str(constraint.type):
        case "sometime" if not later:
            return (f"(within {time} {condition})",)
        case "at end" | "always" if later:
            return (f"(hold-after {time} {condition})",)
        case "always" if _UNTIL.search(text[: said[0].start]):
            return (f"(hold-during 0 {time} {condition})",)
    return None


def _with_amounts(text: str, constraints: tuple[str, ...], said: Sequence[Amount]) -> tuple[str, ...] | None:
    """Return the constraints with other numbers; None where those of the text do not fit theirs one by one."""
    places = [(index, match) for index, each in enumerate(constraints) for match in _NUMBER.finditer(each)]
    there = list(dict.fromkeys(float(match[0]) for _, match in places))
    if not said:
        return None
    if not there:
        return _with_time(text, constraints, said)
    if any(each.old and each.value not in there for each in said):
        # It corrects a number that is not there.
        return None
    new = [each for each in said if (each.value not in there and not each.old) or each.shift]
    if len(said) == len(there) > 1 and not any(each.old or each.shift for each in said):
        # "From 5 to 7" for "from 4 to 5": what was said before may stand in it.
        new = list(said)
    old = [each.value for each in said if each.value in there and each not in new]
    if not new:
        return None
    meant = [each for each in there if each in old] if old and len(there) > 1 else there
    exchange: dict[float, float] = {}
    if len(new) == 1 and new[0].shift:
        # "An hour earlier" moves a window as a whole; "ten more minutes" lengthens it.
        moved = meant if len(meant) == 1 or new[0].has_unit else meant[-1:]
        exchange = {each: each + new[0].shift * new[0].value for each in moved}
    elif len(new) == len(meant):
        exchange = {each: amount.value for each, amount in zip(meant, new, strict=True)}
    elif len(new) == len(there):
        exchange = {each: amount.value for each, amount in zip(there, new, strict=True)}
    if not exchange or any(each < 0 for each in exchange.values()):
        return None
    changed = tuple(
        _NUMBER.sub(lambda match: number_text(exchange.get(float(match[0]), float(match[0]))), each)
        for each in constraints
    )
    return changed if _well_formed(changed) else None


def _with_objects(
    text: str, mentions: Sequence[Mention], entry: StatementInForce, names: NamedObjects
) -> list[dict[str, str]] | None:
    """Return what objects may be renamed; empty where the text names no other one, None where it fits nowhere."""
    own = _own_objects(entry.constraints, names)
    olds = {o for each in mentions if _OLD.search(text[: each.start]) for o in each.objects} & set(own)
    context = {o for each in mentions for o in each.objects} & set(own) - olds
    new = [
        next(iter(each.objects))
        for each in mentions
        if len(each.objects) == 1 and not each.objects & set(own) and not _OLD.search(text[: each.start])
    ]
    if not new:
        return _the_other(text, own, context | olds, names)
    if len(set(new)) > 1 and not olds:
        return None
    wanted = new[0]
    kinship = {each: names.kinship(frozenset((each,)), frozenset((wanted,))) for each in own}
    candidates = [each for each in own if kinship[each] > 0]
    if olds & set(candidates):
        candidates = [each for each in candidates if each in olds]
    elif len(candidates) > 1 and set(candidates) - context:
        candidates = [each for each in candidates if each not in context]
    best = max((kinship[each] for each in candidates), default=0)
    if not best:
        return None
    return [{each: wanted} for each in candidates if kinship[each] == best]


def _the_other(text: str, own: Sequence[str], said: set[str], names: NamedObjects) -> list[dict[str, str]]:
    """Return what "the other boat" and "wrong boat" may exchange: the one other object of the kind."""
    found = _OTHER.search(text) or _WRONG.search(text)
    if found is None or found["noun"].casefold() in ("way", "order", "day", "time", "word", "words", "wise"):
        return []
    noun = found["noun"]
    renamings = []
    for each in own:
        kind = names.are_of_kind(frozenset((each,)), noun)
        if not kind and noun.casefold() != "one":
            continue
        others = [
            other
            for other in names.known
            if other != each
            and (names.are_of_kind(frozenset((other,)), noun) if kind else names.of_one_type(each, other))
        ]
        if len(others) == 1:
            renamings.append({each: others[0]})
    if len(renamings) > 1 and said:
        renamings = [each for each in renamings if set(each) & said] or renamings
    return renamings


def _own_objects(constraints: Sequence[str], names: NamedObjects) -> list[str]:
    tokens = [each for text in constraints for each in re.findall(r"[\w-]+", text)]
    return list(dict.fromkeys(each for each in tokens if each in names.known))


def _renamed(constraints: tuple[str, ...], renaming: dict[str, str]) -> tuple[str, ...]:
    return tuple(re.sub(r"[\w-]+", lambda match: renaming.get(match[0], match[0]), each) for each in constraints)


def _as_the_goal(
    constraints: tuple[str, ...], renaming: dict[str, str], spoken_of: frozenset[str], problem: Problem
) -> tuple[str, ...]:
    """Return renamed constraints in which what was a goal is the goal of the new object: its own place, its own mode.

    Of "parcel 2 by 40" comes that parcel 3 is at the mill by then, where these are the goals. A place that the
    statement names (`spoken_of`) stays.
    """
    goals = [each for each in conjuncts(problem.goal) if isinstance(each, Atom)]

    def own_goal(atom: Atom) -> Atom:
        first, *others = atom.arguments or ("",)
        before = [old for old, new in renaming.items() if new == first and old in spoken_of]
        if not before or spoken_of & set(others) or Atom(atom.predicate, (before[0], *others)) not in goals:
            return atom
        own = [each for each in goals if each.predicate == atom.predicate and each.arguments[:1] == (first,)]
        return own[0] if len(own) == 1 else atom

    return tuple(
        str(replace(each, conditions=tuple(with_atoms(condition, own_goal) for condition in each.conditions)))
        for each in map(parse_constraint, constraints)
    )


def _swapped(constraints: tuple[str, ...], names: NamedObjects) -> tuple[str, ...] | None:
    """Return the constraints with two conditions, or two objects of a kind, the other way round."""
    for each in constraints:
        constraint = parse_constraint(each)
        if constraint.type == "sometime-before":
            first, second = constraint.conditions
            turned = f"(sometime-before {second} {first})"
            return tuple(turned if one == each else one for one in constraints)
    own = _own_objects(constraints, names)
    pairs = [(a, b) for place, a in enumerate(own) for b in own[place + 1 :] if names.of_one_type(a, b)]
    if len(pairs) != 1:
        return None
    ((one, other),) = pairs
    return _renamed(constraints, {one: other, other: one})


def _well_formed(constraints: tuple[str, ...]) -> bool:
    try:
        return not any(form_complaints(parse_constraint(each)) for each in constraints)
    except PddlSyntaxError:
        return False
