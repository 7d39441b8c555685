"""Words beside a name that a reading must not lose: "off", a verb that nothing is known of, "make it brighter".

They say something else of the thing than what is read: a fact that is not to be so, a quality, what it always does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item
from plancritic.mentions.linking import Linker
from plancritic.pddl.language import Condition, Constraint, Not, atoms

_PARTICLES = words("off out away down")
_MARKS = words(". ! ? ; , : - and but or then")
#: "Waypoint C" is no waypoint in general; "a" and "i" are words of their own.
_LETTERS = frozenset("bcdefghjklmnopqrstuvwxyz")
_HABITS = words("always often usually generally typically normally sometimes mostly also still now only hardly never")
_MAKING = words("make makes made making render renders turn turns")
_QUALITIES = words("bigger better smaller great good nicer newer older best greater worse")
_LOOKING = words("looks look seems seem sounds sound is are")
_TELLERS = words("we they he she people")
_WISHING = words("fancy crave covet beg suggest propose advise recommend desire urge target")
_WHEN = ("when", "while", "whilst", "as long as", "so long as")
_HAVING = words("has have had")
_BETWEEN = words(
    "the a an better best good nicer nicest finer worse worst bad great much far most more its some any no"
)
#: Units of time in the plural, and what stands before a number of them.
_UNITS = words("hours minutes seconds days hrs mins secs")
_BOUNDING = words("within inside under after for before until till by in past than")
_LIMITS = words("by before until till after within past since from")
_DAYTIMES = words(
    "noon midday midnight dawn dusk sunrise sunset morning evening afternoon night nightfall daybreak tonight tomorrow "
    "lunch lunchtime dinner breakfast deadline monday tuesday wednesday thursday friday saturday sunday weekend"
)
_ARTICLES = words("the a an our this that next")
_JUDGED = words(": - = ( /")
#: What opens a wish and judges nothing.
_HEADINGS = words(
    "request reminder note update goal task wish requirement constraint todo important urgent info fyi attention "
    "bug req issue ticket spec ask instruction preference objective priority"
)
_COURTESIES = words("thanks thank cheers regards sincerely yours love best")
_ASKED = words("must should shall ought need needs has have please never may want")
_LETTING = words("let have get ask tell")


def reject_words(
    items: tuple[Item, ...], used: frozenset[int], constraints: tuple[Constraint, ...], linker: Linker
) -> Iterator[str]:
    """Yield what says something else of a name than the reading that accounts for `used`, in words."""
    yield from _stands(items)
    turning = dict(turning_words(items, used, constraints))
    for number, item in enumerate(items):
        if item.start in used or item.named():
            continue
        before = items[number - 1] if number else None
        if before is not None and _names_nothing(before, item, linker):
            yield f"I know no '{before.text} {item.text}' here"
        elif item.text in _UNITS and any(i.text.split()[-1] in _BOUNDING for i in items[max(0, number - 3) : number]):
            yield f"I cannot tell how many {item.text} you mean"
        elif number in turning:
            yield turning[number]
        elif _bounds_unread(items, number, linker):
            yield f"I cannot tell what '{item.text} {_object(items, number)[0].text}' limits"
        elif number == 0 and item.text in _WHEN and _timed(items):
            yield f"I cannot tell what {item.text!r} refers to"
        elif _quality(items, number, linker):
            yield f"I cannot tell what being {item.text!r} requires"
        elif _other_verb(items, number, linker) or _possession(items, number, linker):
            yield f"I do not know what {item.text!r} means here"
        elif _somebody(items, number, linker):
            yield f"I do not know who or what {item.text!r} is"


def names_of_nothing(items: tuple[Item, ...], linker: Linker) -> Iterator[str]:
    """Yield the names behind a word for a kind of thing that nothing here has: "waypoint zebra"."""
    for before, item in pairwise(items):
        if not item.named() and _names_nothing(before, item, linker):
            yield f"{before.text} {item.text}"


def turning_words(
    items: tuple[Item, ...], used: frozenset[int], constraints: tuple[Constraint, ...]
) -> Iterator[tuple[int, str]]:
    """Yield the small words beside a name that say the reverse of the facts read, by number: "power it down"."""
    wanted = {fact for c in constraints for condition in c.conditions for fact in _so(condition)}
    for number, item in enumerate(items):
        if item.start in used or item.named():
            continue
        before = items[number - 1] if number else None
        after = items[number + 1] if number + 1 < len(items) else None
        # A weak word ("off") may stand for itself; a strong one ("unscouted") has its own way to be read.
        denies = any(h.weak and h.form in ("fails", "stops") and h.predicate in wanted for h in item.hints())
        beside = before is not None and before.named() and (after is None or not after.named() or after.has(Cue.END))
        beside = beside or (item.text == "off" and after is not None and bool(after.named()))
        # "Sending the crews out with ..." is a verb in two parts; "camera out at the end" tells how it is to be.
        alone = item.text == "off" or after is None or after.text in _MARKS or after.has(Cue.END)
        particle = item.text in _PARTICLES and beside and alone and (after is None or after.text != "of")
        if denies or particle:
            yield number, f"I cannot tell what {item.text!r} says about it"


def _object(items: tuple[Item, ...], number: int) -> tuple[Item, ...]:
    """What stands behind a word, without articles."""
    return tuple(i for i in items[number + 1 : number + 4] if i.text not in _ARTICLES)[:1]


def _bounds_unread(items: tuple[Item, ...], number: int, linker: Linker) -> bool:
    """Whether a word bounds by something that nothing is known of: "by noon", "before dusk"."""
    bounded = _object(items, number)
    if items[number].text not in _LIMITS or not bounded or bounded[0].named() or bounded[0].hints():
        return False
    what = bounded[0].text
    return what in _DAYTIMES or (linker.is_unknown(bounded[0]) and not what.endswith("ing"))


def verdicts(items: tuple[Item, ...], linker: Linker) -> Iterator[str]:
    """Yield unknown words behind a colon or a dash, or before one, that may judge what is named: "B: verboten"."""
    for number, item in enumerate(items):
        if not linker.is_unknown(item) or item.text in _HEADINGS:
            continue
        if any(i.text in _COURTESIES for i in items[max(0, number - 4) : number]):
            continue  # "Thanks. - Soren" is signed
        before = items[number - 1].text if number else ""
        after = items[number + 1].text if number + 1 < len(items) else ""
        behind = before in _JUDGED and (not after or after in _MARKS or after == ")")
        # "REQ: instrument0 shall ..." says itself what must hold.
        asked = any(i.text.split()[0] in _ASKED for i in items[number:])
        if behind or (not asked and after in (":", "-", "=") and (not before or before in ".!?;")):
            yield f"I do not know what {item.text!r} means here"


def lone_denial(part: tuple[Item, ...], after: tuple[Item, ...]) -> bool:
    """Return whether a part is nothing but a denial with a colon or a dash beside it: "Never: scout at B"."""
    marked = any(item.text in (":", "-") for item in (*part[:1], *after))
    said = [item for item in part if item.text not in _MARKS]
    return marked and bool(said) and all(item.has(Cue.NOT) for item in said)


def _names_nothing(before: Item, item: Item, linker: Linker) -> bool:
    letter = before.named() and len(item.text) == 1 and item.text in _LETTERS
    return bool(letter) or _names_another(before, item, linker)


def _names_another(before: Item, item: Item, linker: Linker) -> bool:
    """Whether a word behind the word for a place is a name that nothing here has: "waypoint A7", "waypoint Zebra"."""
    if not any(name.kind == "type" for name in before.named()) or not linker.is_unknown(item):
        return False
    numbered = any(character.isdigit() for character in item.text)
    # "The debris boat shd go" and "the first of the set tonight" name nothing more.
    entries = linker.context.types.values()
    place = any(len(n.objects) > 1 and set(n.objects) <= linker.world.places for n in before.named())
    singular = place and any(before.text in (entry.singular, *entry.synonyms) for entry in entries)
    return numbered or (singular and not item.text.endswith(("ing", "ed", "s")))


_NOT_YET = re.compile(r"\b(?:is|are|has|have|does) not (?:\S+ ){0,4}yet\b")
_LINKED = re.compile(r"\b(?:when|while|if|until|till|before|after|with|once|where|unless|as long as)\b")
_STANDS = re.compile(
    r"\b(?:is|are|does|has) not (?:\w+ )?(?:currently|presently|right now|at the moment|at present)\b"
    r"|(?:^|[.;!?] )(?:currently|presently|right now|at the moment|at present) (?:[^,.;!?]+ )?"
    r"(?:is|are|does|do|has|have) not\b"
    r"|\b(?:currently|presently|right now|at the moment|at present) ,? ?(?:(?:it|this|that) )?(?:is|are|does|has) not\b"
)


def _stands(items: tuple[Item, ...]) -> Iterator[str]:
    """Where words deny how something is now: no reading may take that for what is wished for."""
    text = " ".join(item.text for item in items)
    said = _STANDS.search(text) or (_NOT_YET.search(text) if _LINKED.search(text) is None else None)
    if said is not None:
        yield f"I cannot tell whether {said.group()!r} describes a fact or a wish"


def _so(condition: Condition) -> Iterator[str]:
    """Yield the predicates of facts that must hold."""
    if isinstance(condition, Not):
        return
    for atom in atoms(condition):
        yield atom.predicate


def _timed(items: tuple[Item, ...]) -> bool:
    """Whether names stand in what "when" or "while" opens: it tells of a time and asks for nothing by itself."""
    comma = next((n for n, i in enumerate(items) if i.text == ","), len(items))
    return any(i.named() for i in items[:comma])


def _quality(items: tuple[Item, ...], number: int, linker: Linker) -> bool:
    """Whether a word says how a thing is to be made: "make the picture of Star5 brighter"."""
    item = items[number]
    following = items[number + 1].text if number + 1 < len(items) else ""
    if item.text.endswith("er") and linker.is_unknown(item) and following == "than":
        return True
    looks = number > 1 and items[number - 1].text in _LOOKING and bool(items[number - 2].named())
    if looks and item.text in _QUALITIES:
        return True
    if not number or not items[number - 1].named() or (number + 1 < len(items) and items[number + 1].named()):
        return False
    unknown = linker.is_unknown(item) and not item.text.endswith("ly")
    if unknown and item.text.endswith("er") and _ends_clause(items, number):
        return True
    making = any(i.text in _MAKING for i in _clause(items, number))
    return making and (unknown or item.text in _QUALITIES) and _ends_clause(items, number)


def _other_verb(items: tuple[Item, ...], number: int, linker: Linker) -> bool:
    """Whether an unknown word behind a name and "always" is its verb: "pictures of Star5 always sell well"."""
    back = number - 1
    while back >= 0 and items[back].text in _HABITS:
        back -= 1
    unknown = linker.is_unknown(items[number]) and not items[number].text.endswith("ly")
    # "We sell pictures", but "can we find a plan ...".
    opens = number == 1 or (number > 1 and items[number - 2].text in _MARKS)
    if unknown and opens and items[number - 1].text in _TELLERS and items[number].text not in _WISHING:
        return True
    return unknown and 0 <= back < number - 1 and bool(items[back].named())


def _possession(items: tuple[Item, ...], number: int, linker: Linker) -> bool:
    """Whether an unknown noun is what a thing has: "GroundStation2 has the better weather"."""
    back = number - 1
    while back >= 0 and items[back].text in _BETWEEN:
        back -= 1
    noun = linker.is_unknown(items[number]) and not items[number].text.endswith(("ed", "ly", "en", "ing"))
    return noun and back > 0 and items[back].text in _HAVING and bool(items[back - 1].named())


def _somebody(items: tuple[Item, ...], number: int, linker: Linker) -> bool:
    """Whether an unknown noun with a name before it is who is to do something: "let the harbour master inspect"."""
    if not number or not items[number - 1].named() or number + 1 >= len(items) or not linker.is_unknown(items[number]):
        return False
    lets = any(i.text in _LETTING for i in _clause(items, number)[:3])
    does = items[number + 1]
    return lets and bool(does.hints()) and not does.named()


def _clause(items: tuple[Item, ...], number: int) -> tuple[Item, ...]:
    """The items of a clause before a word."""
    start = max((n + 1 for n in range(number) if items[n].text in _MARKS and not items[n].named()), default=0)
    return items[start:number]


def _ends_clause(items: tuple[Item, ...], number: int) -> bool:
    following = items[number + 1] if number + 1 < len(items) else None
    return following is None or following.text in _MARKS or following.text in ("than", "please", "again", "next")
