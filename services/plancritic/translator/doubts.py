"""What in a clause a reading leaves unread though it could turn the meaning: then the reading is no answer.

A word that names nothing known, a choice, a number, a permission or an order that no reader takes up is not a little
noise beside what was understood. "Finish with the helicopter at B" says nothing about the boats.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from plancritic.translator.facts import negators
from plancritic.translator.grammar import Cue
from plancritic.translator.items import DeedHint, Item
from plancritic.translator.linking import Linker
from plancritic.translator.text import stem, words
from plancritic.translator.windows import NUMBERS

#: What one doubt takes from a reading: no reading with one is offered.
DOUBT = 0.7
_MARKS = frozenset(".!?;")
_MODALS = words("must should shall will would may might can could need needs has have is are does do did ought gets")
_REQUESTS = words("must should shall ought needs never may")
_DETERMINERS = words("the a an our your their its his my this these those every each any no both all another that")
_PREPOSITIONS = words("at to through in into from with of near past via onto over towards toward across inside")
_ADVERBS = words("not never always also only ever please now still then just even again all")
_QUESTIONS = words("why how what where which who whose does did is are was were has had will")
#: What opens a clause that says why, wherever it stands.
REASONS = words("because since")
_SOME = words("place point time stage way moment day reason location spot")
_ORDER_WORDS = words("first last firstly second earlier then next afterwards afterward thereafter subsequently")
_NUMBER = frozenset(NUMBERS)


def question(items: tuple[Item, ...]) -> bool:
    """Whether one asks to be told, not to have something done ("could the scout ..." does the latter)."""
    spoken = [item for item in items if item.text not in ("please", ",", '"')]
    if not spoken or spoken[0].has(Cue.FILLER):
        return False
    first, *rest = (word for item in spoken for word in item.text.split())
    if first == "why":
        return rest[:1] != ["not"]
    if first in ("how", "what") and rest[:1] == ["about"]:
        return False
    asked = spoken[-1].text == "?"
    return asked and (first in _QUESTIONS or first == "do") and rest[:1] not in (["you"], ["not"], ["someone"])


def coordinated(items: tuple[Item, ...]) -> bool:
    """Whether two requests stand side by side, so that what is said of one is not said of the other.

    Two negations with a join or a comma between are two prohibitions and not one wish; after a join a verb with its
    own "must" begins a request of its own.
    """
    for one, other in pairwise(negators(items)):
        if any(_joins(item) for item in items[one + 1 : other]):
            return True
    if any(i.text in REASONS and any(n.named() for n in items[k:]) for k, i in enumerate(items) if k):
        return True
    return any(_begins_request(items, n) or _contrasts(items, n) for n in range(1, len(items) - 1))


def _joins(item: Item) -> bool:
    return item.text in ("and", "but", ",", "while", "whereas", "or", *_MARKS)


def _begins_request(items: tuple[Item, ...], number: int) -> bool:
    """Whether a join is followed by "must ...", "it should ..." or "the boat must ...", after a request that is one."""
    if items[number].text not in ("and", "but", "while", "whereas") or any(
        i.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER, Cue.WHILE) for i in items[:number] if i.text != "with"
    ):
        return False
    if not _acts(items[:1]) and not (any(i.named() for i in items[:number]) and _acts(items[:number])):
        return False
    rest = [i for i in items[number + 1 :] if i.text not in ("also", "then", "the", "a", "our", "please")]
    if rest and (rest[0].named() or rest[0].has(Cue.IT, Cue.THEM)):
        rest = rest[1:]
    return bool(rest) and (rest[0].text.split()[0] in _MODALS or rest[0].has(Cue.NOT))


def _contrasts(items: tuple[Item, ...], number: int) -> bool:
    """Whether one part of two is negated: "go to B, not to A", "never turn to Star0 and end at GroundStation1"."""
    left, right = items[:number], items[number + 1 :]
    if items[number].text not in ("and", "but", ",") or not any(i.named() for i in left) or not _acts(left):
        return False
    if any(i.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER) for i in items):
        return False
    rest = [i for i in right if i.text not in ("also", "then", "please", "to", "and", "but")]
    if not rest or not any(i.named() for i in rest[1:]):
        return False
    denied = any(n < number for n in negators(items)) or any(i.has(Cue.AWAY) for i in left)
    begins = rest[0].text == "do" or rest[0].has(Cue.END) or any(h.form == "starts" for h in rest[0].hints())
    return (0 in negators(tuple(rest)) and not denied) or (denied and begins and not rest[0].named())


def _acts(items: tuple[Item, ...]) -> bool:
    """Whether the words hold a verb: a deed, a move, an end or a "must"."""
    return any(
        not i.named()
        and (_spoken_of(i) or i.has(Cue.END, Cue.AWAY, Cue.GONE, Cue.STAY) or i.text.split()[-1] in _MODALS)
        for i in items
    )


def takes_over(items: tuple[Item, ...]) -> bool:
    """Whether a part has no subject of its own and takes it from the part before: "... and must not pass B"."""
    rest = [i for i in items if i.text not in (",", "and", "but", "then", "also")]
    return bool(rest) and len(rest) < len(items) and (rest[0].text.split()[0] in _MODALS or rest[0].has(Cue.NOT))


def permits(items: tuple[Item, ...]) -> bool:
    """Whether the clause only allows something: nothing is asked for, nor is anything forbidden."""
    if any(i.has(Cue.INDIFFERENT) for i in items):
        return True
    if negators(items) or any(
        i.has(Cue.ONLY, Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.AT_MOST_ONCE, Cue.TWICE, Cue.AWAY)
        or i.text in ("first", "then")
        for i in items
    ):
        return False
    if any(i.text == "?" for i in items):
        return False
    for before, item in zip((None, *items), items, strict=False):
        if item.has(Cue.PERMIT) and not item.hints():
            return True
        speaks = before is not None and (before.named() or before.has(Cue.IT, Cue.THEM) or before.text == "you")
        if item.text in ("may", "might", "can") and speaks:
            return True
    return False


def requests(items: tuple[Item, ...]) -> bool:
    """Whether the words ask for something, understood or not."""
    text = " ".join(item.text for item in items)
    asked = any(word in _REQUESTS for word in text.split()) or "do not" in text
    return asked and any(i.named() for i in items)


def elliptical(items: tuple[Item, ...]) -> bool:
    """Whether a name is followed by nothing but "does" or "must": the verb is to be taken from before."""
    spoken = [i for i in items if i.text not in _MARKS and i.text != ","]
    return len(spoken) >= 2 and spoken[-1].text in ("does", "do", "did", "must", "should", "may", "can", "not", "too")


def doubts(items: tuple[Item, ...], used: frozenset[int], linker: Linker) -> Iterator[str]:
    """What the reading of a clause that accounts for `used` leaves unread, in words."""
    for word in unknown_words(items, linker):
        yield f"what {word!r} means here is not known"
    ordered = any(i.start in used and i.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER) for i in items)
    negated = False
    for number, item in enumerate(items):
        negated = negated or number in negators(items) or item.has(Cue.BEFORE, Cue.AWAY, Cue.EXCEPT)
        negated = negated or any(h.form in ("fails", "stops") for h in item.hints())
        if item.text in ("or", "either") and not negated:
            yield "it leaves a choice between things, and only what is to be so of each can be read"
        following = items[number + 1 : number + 3]
        if item.start in used or _counts_all(item, following):
            continue
        if item.text == "if":
            yield "it makes a wish depend on something that the plan cannot know"
        elif _counts(item) and not (item.text == "some" and following and following[0].text in _SOME):
            yield f"what {item.text!r} counts cannot be read"
        elif _orders(item) and not (item.has(Cue.ONLY) and (ordered or item.text == "just")):
            yield f"what {item.text!r} refers to cannot be read"


def _counts(item: Item) -> bool:
    return item.has(Cue.PART, Cue.TWICE) or item.text == "times" or _is_number(item)


def _orders(item: Item) -> bool:
    if item.text in _ORDER_WORDS or (item.has(Cue.EXCEPT) and not item.has(Cue.JOIN, Cue.NOT)) or item.has(Cue.OTHER):
        return True
    cue = item.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER, Cue.ONLY)
    return cue and not item.has(Cue.JOIN, Cue.FILLER, Cue.EVER) and not _spoken_of(item)


def _is_number(item: Item) -> bool:
    if item.text == "one" or item.named():
        return False
    return item.text in _NUMBER or item.text.replace(".", "", 1).isdigit()


def _counts_all(item: Item, following: tuple[Item, ...]) -> bool:
    """Whether a number only says how many things there are of a name beside it: "all three boats"."""
    if not _is_number(item):
        return False
    value = NUMBERS.get(item.text) or float(item.text)
    percent = value == 100 and bool(following) and following[0].text == "percent"
    return percent or any(len(name.objects) == value for i in following for name in i.named())


def _spoken_of(item: Item) -> bool:
    return bool(item.named() or item.hints() or any(isinstance(s, DeedHint) for s in item.senses))


def unknown_words(items: tuple[Item, ...], linker: Linker) -> Iterator[str]:
    """Words without a meaning where a name, a thing or a deed should stand."""
    for number, item in enumerate(items):
        if not linker.is_unknown(item):
            continue
        back = number - 1
        while back >= 0 and number - back <= 3 and (linker.is_unknown(items[back]) or items[back].has(Cue.PART)):
            back -= 1
        before = items[back].text.split()[-1] if back >= 0 else ""
        after = items[number + 1].text.split()[0] if number + 1 < len(items) else ""
        gerund = item.text.endswith("ing")
        subject = after in _MODALS - {"is", "are"} and (back < 0 or items[back].text in (*_MARKS, ",", "and", "but"))
        noun = before in _DETERMINERS or (before in _PREPOSITIONS and not gerund) or before in _NUMBER or subject
        while before in _ADVERBS and back > 0:
            back -= 1
            before = items[back].text.split()[-1]
        deed = before in _MODALS - {"is", "are", "has", "have"}
        opens = back < 0 and number + 1 < len(items) and (bool(items[number + 1].named()) or after in _DETERMINERS)
        if (noun or deed or opens) and stem(item.text) not in linker.known_stems:
            yield item.text
