"""What in a clause a reading leaves unread though it could turn the meaning: then the reading is no answer.

A word that names nothing known, a choice, a number, a permission or an order that no reader takes up is not a little
noise beside what was understood. "Finish with the helicopter at B" says nothing about the boats.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item, Named
from plancritic.mentions.linking import Linker
from plancritic.mentions.text import stem
from plancritic.pddl.language import Constraint, ConstraintType
from plancritic.translator.happenings.facts import negators
from plancritic.translator.happenings.windows import NUMBERS

#: How the reason ends where nothing else is known of a part that asks.
ASKS_UNREAD = "asks for something, but I cannot tell what"
#: What one doubt takes from a reading: no reading with one is offered.
DOUBT = 0.7
_MARKS = frozenset(".!?;")
_MODALS = words("must should shall will would may might can could need needs has have is are does do did ought gets")
_REQUESTS = words("must should shall ought needs never may")
#: With one of these before it, being allowed is what is asked for.
_NEEDING = _REQUESTS | {"have", "has"}
_DETERMINERS = words("the a an our your their its his my this these those every each any no both all another that")
_MAY = words("may might can")
_BEING = words("is are was were be look looks seem seems")
_STAYING = words("stay stays remain remains become becomes")
_PREPOSITIONS = words("at to through in into from with of near past via onto over towards toward across inside")
_ADVERBS = words("not never always also only ever please now still then just even again all very quite too so")
_QUESTIONS = words("why how what where which who whose does did is are was were has had will")
_OWNING = words("have know own see remember recall sell offer like love")
_ASKING = words("will does do did is are was were has have can could would should shall may might")
#: What opens a clause that says why, wherever it stands.
REASONS = words("because since")
_SOME = words("place point time stage way moment day reason location spot")
_ORDER_WORDS = words("first last firstly second earlier then next afterwards afterward thereafter subsequently")
_NUMBER = frozenset(NUMBERS)
#: Words that may turn a wish round where nothing reads them, by their stems.
_TURNING = frozenset(
    stem(word)
    for word in words(
        "hate dislike dread fear loathe detest despise doubt oppose protest resent disapprove against miss lose "
        "hardly scarcely barely rarely seldom abstain desist cease quit refuse decline deny renounce forgo shirk dodge "
        "evade escape cancel abolish bad wrong mistake unwelcome hell beware careful caution "
        "empty deserted abandoned vacant devoid deprive deprived restrain dissuade discourage hinder hamper impede "
        "bar barred bare unlike contrary opposite reverse backwards nix void mind wary"
    )
)
_OPENING = frozenset(map(stem, words("begin start open kick")))
_AGAIN = words("return again back another second revisit")


def question(items: tuple[Item, ...]) -> bool:
    """Return whether one asks to be told, not to have something done ("could the scout ..." does the latter)."""
    spoken = [item for item in items if item.text not in ("please", ",", '"')]
    if not spoken or spoken[0].has(Cue.FILLER):
        return False
    first, *rest = (word for item in spoken for word in item.text.split())
    if first == "why":
        return rest[:1] != ["not"]
    if first in ("how", "what") and rest[:1] == ["about"]:
        return False
    asked = spoken[-1].text == "?"
    if asked and first == "when" and rest[:1] and rest[0] in _ASKING:
        # "When will the picture be there?", but "when the scout is at B, can it ...?".
        return True
    owned = first == "do" and rest[:1] == ["you"] and rest[1:2] and rest[1] in _OWNING
    if asked and owned:
        return True
    polite = (rest[:1] in (["you"], ["someone"]) and first in ("do", "will")) or rest[:1] == ["not"]
    return asked and (first in _QUESTIONS or first == "do") and not polite


def coordinated(items: tuple[Item, ...]) -> bool:
    """Return whether two requests stand side by side, so that what is said of one is not said of the other.

    Two negations with a join or a comma between are two prohibitions and not one wish; after a join a verb with its
    own "must" begins a request of its own.
    """
    for one, other in pairwise(negators(items)):
        if any(_joins(item) for item in items[one + 1 : other]):
            return True
    if any(i.text in REASONS and any(n.named() for n in items[k:]) for k, i in enumerate(items) if k):
        return True
    return contrasted(items)


def contrasted(items: tuple[Item, ...]) -> bool:
    """Return whether a second request begins after a join, or the second part of two is denied and not the first."""
    return any(_begins_request(items, n) or _contrasts(items, n) for n in range(1, len(items) - 1))


def _joins(item: Item) -> bool:
    return item.text in ("and", "but", ",", "while", "whereas", "or", ":", "-", *_MARKS)


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
    ordering = (
        i for n, i in enumerate(items) if not (i.text == "once" and n + 1 < len(items) and _joins(items[n + 1]))
    )
    if any(i.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER) for i in ordering):
        return False
    rest = [i for i in right if i.text not in ("also", "then", "please", "to", "and", "but")]
    if not rest or not any(i.named() for i in rest[1:]):
        return False
    denied = any(n < number for n in negators(items)) or any(i.has(Cue.AWAY) for i in left)
    if rest[0].has(Cue.AWAY) and not denied:
        return True
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
    """Return whether a part has no subject of its own and takes it from the part before: "... and must not pass B"."""
    rest = [i for i in items if i.text not in (",", "and", "but", "then", "also")]
    return bool(rest) and len(rest) < len(items) and (rest[0].text.split()[0] in _MODALS or rest[0].has(Cue.NOT))


def strained(items: tuple[Item, ...], constraints: tuple[Constraint, ...]) -> float:
    """Return how much a plain reading overlooks: "kept from ever going there", "having left, not to return"."""
    said = [word for item in items for word in item.text.split()]
    overlooked = 0.0
    if all(len(c.conditions) > 1 for c in constraints):
        return 0.0
    for number, word in enumerate(said[:-1]):
        following = next((w for w in said[number + 1 :] if w != "ever"), "")
        kept = word == "from" and following.endswith("ing") and {"keep", "prevent", "stop", "bar"} & set(said[:number])
        if kept and not any(c.type is ConstraintType.ALWAYS or "(not" in str(c) for c in constraints):
            overlooked = 0.4
    once = any(c.type is ConstraintType.AT_MOST_ONCE for c in constraints)
    if (
        not once
        and _AGAIN & set(said)
        and ({"having", "once", "after", "twice", "when"} & set(said) or "second" in said)
    ):
        overlooked += 0.25
    if said and said[0] in ("start", "begin", "open") and "with" in said:
        # "Start the imaging with Star5" says what comes first.
        overlooked += 0.25
    if said and said[0] == "having":
        overlooked += 0.3
    return overlooked


def permits(items: tuple[Item, ...]) -> bool:
    """Return whether the clause only allows something: nothing is asked for, nor is anything forbidden."""
    if any(i.has(Cue.INDIFFERENT) for i in items):
        return True
    you = next((n for n, i in enumerate(items[:-1]) if i.text == "you" and items[n + 1].text in _MAY), None)
    leave = you is not None and not any(i.has(Cue.FIRST, Cue.THEN) for i in items[:you])
    if negators(items) or any(
        i.has(Cue.ONLY, Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.AT_MOST_ONCE, Cue.TWICE, Cue.AWAY)
        or (i.text in ("first", "then") and not leave)
        for i in items
    ):
        return False
    if any(i.text == "?" for i in items):
        return False
    said = " ".join(i.text for i in items)
    if "most" in said.split() or "more than" in said or " max" in said or "one stretch" in said or "single" in said:
        return False
    asked = False
    for before, item in zip((None, *items), items, strict=False):
        # "Traffic must be allowed", "it needs its permit": that it is allowed is what is asked for.
        asked = asked or (before is not None and not _NEEDING.isdisjoint(before.text.split()))
        if item.has(Cue.PERMIT) and not item.hints() and not asked:
            return True
        speaks = before is not None and (before.named() or before.has(Cue.IT, Cue.THEM) or before.text == "you")
        if item.text in ("may", "might", "can") and speaks:
            return True
    return False


def requests(items: tuple[Item, ...]) -> bool:
    """Return whether the words ask for something, understood or not."""
    text = " ".join(item.text for item in items)
    asked = any(word in _REQUESTS for word in text.split()) or "do not" in text
    return asked and any(i.named() for i in items)


def elliptical(items: tuple[Item, ...]) -> bool:
    """Return whether a name is followed by nothing but "does" or "must": the verb is to be taken from before."""
    spoken = [i for i in items if i.text not in _MARKS and i.text != ","]
    return len(spoken) >= 2 and spoken[-1].text in ("does", "do", "did", "must", "should", "may", "can", "not", "too")


def doubts(items: tuple[Item, ...], used: frozenset[int], linker: Linker) -> Iterator[str]:
    """Yield what the reading of a clause that accounts for `used` leaves unread, in words."""
    for word in unknown_words(items, linker, used):
        yield f"I do not know what {word!r} means here"
    for item in items:
        if item.slips and item.has(Cue.NOT):
            # "Nether" may be no "neither": a plan must not be turned round by a spelling put right.
            yield f"I cannot tell whether {item.text!r} denies something"
    if denies_order(items):
        yield "it only says which order is wrong: say which order you want"
    ordered = any(i.start in used and i.has(Cue.BEFORE, Cue.AFTER, Cue.UNTIL, Cue.WHENEVER) for i in items)
    negated = False
    negative = set(negators(items))
    for number, item in enumerate(items):
        negated = negated or number in negative or item.has(Cue.BEFORE, Cue.AWAY, Cue.EXCEPT)
        negated = negated or any(h.form in ("fails", "stops") for h in item.hints())
        if item.text in ("or", "either") and not negated and item.start not in used:
            yield "it leaves a choice between things; say what you want of each"
        following = items[number + 1 : number + 3]
        deed = any(isinstance(sense, DeedHint) for sense in item.senses)
        if item.text == "spare" and deed and not any(_lies(name, linker) for i in items for name in i.named()):
            # "Spare the scout A": nothing that could be left where it is.
            yield "I cannot tell who must be spared from what"
        if item.start in used or _counts_all(item, following):
            continue
        if item.text == "more" and number and items[number - 1].text == "any":
            continue
        if _turns(item):
            yield f"I cannot tell whether {item.text!r} reverses the meaning"
        elif _given(items, number):
            yield f"I cannot tell what to do with {item.text!r}"
        elif item.text == "if":
            yield "it depends on something that the plan cannot know"
        elif _counts(item) and not (item.text == "some" and following and following[0].text in _SOME):
            yield f"I cannot tell what {item.text!r} counts"
        elif _orders(item) and not (item.has(Cue.ONLY) and (ordered or item.text == "just")):
            yield f"I cannot tell what {item.text!r} refers to"


def _turns(item: Item) -> bool:
    """Whether a word that nothing has read may turn round what is said: "I doubt that ...", "keep A empty"."""
    if item.named() or item.has(Cue.FILLER):
        return False
    denies = item.has(Cue.NOT) and not item.has(Cue.JOIN, Cue.END, Cue.AT_MOST_ONCE, Cue.INDIFFERENT)
    return denies or any(stem(word) in _TURNING for word in item.text.split())


def denies_order(items: tuple[Item, ...]) -> bool:
    """Return whether "not" stands before a first or a last: "don't scout B first", "nobody takes star 5 last"."""
    seen, ended = 0, -1
    for denied in sorted(negators(items)):
        if denied <= ended:
            continue
        stop = next((n for n in range(denied, len(items)) if items[n].text in (",", ";", ".", "but")), len(items))
        # What stands behind two denials is looked at once.
        for number in range(max(denied, seen), stop):
            seen = number + 1
            if items[number].has(Cue.UNTIL, Cue.BEFORE, Cue.AFTER) or items[number].text == "without":
                # "Not until it has first been at B" denies no order.
                ended = number
                break
            opens = stem(items[number].text.split()[0]) in _OPENING
            if opens and number and items[number - 1].text == "the":
                # "Leave the start with the tug": a place.
                continue
            opens = opens and any("with" in i.text.split() for i in items[number:stop])
            if opens or _comes_first(items[number : number + 2]) or _comes_last(items[number : number + 2]):
                return True
    return False


def _comes_last(items: tuple[Item, ...]) -> bool:
    """Whether the first of two items puts something last: "the last 35 seconds" does not."""
    counts = len(items) > 1 and (_is_number(items[1]) or items[1].text in _NUMBER - {"one"})
    return items[0].text in ("last", "lastly", "the last", "last of all") and not counts


def _comes_first(items: tuple[Item, ...]) -> bool:
    """Whether the first of two items puts something first: "the first 35 seconds" does not."""
    counts = len(items) > 1 and (_is_number(items[1]) or items[1].text in _NUMBER - {"one"})
    return items[0].has(Cue.FIRST) and not items[0].has(Cue.NOT) and items[0].text != "one" and not counts


def _lies(name: Named, linker: Linker) -> bool:
    """Whether a name is of things that deeds are about."""
    problem = linker.world.problem
    return any(problem.is_a(each, deed.type) for each in name.objects for deed in linker.context.deeds)


def _given(items: tuple[Item, ...], number: int) -> bool:
    """Whether a noun is what is "given" to something, and so is the verb: "give A a rest"."""
    item = items[number]
    if item.named() or item.hints() or not item.text.isalpha() or item.text in _DETERMINERS or number < 2:
        return False
    article = items[number - 1].text in ("a", "an") and not items[number - 1].named()
    return article and any(stem(i.text) == "giv" for i in items[:number])


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


def unknown_words(items: tuple[Item, ...], linker: Linker, read: frozenset[int] = frozenset()) -> Iterator[str]:
    """Words without a meaning where a name, a thing or a deed should stand; those at `read` have been accounted for."""
    for number, item in enumerate(items):
        if item.start in read or not linker.is_unknown(item):
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
        # "Star0 is very bright" says nothing of where to look; a participle tells of a state.
        quality = before in _BEING and not item.text.endswith(("ing", "ed", "en", "ly"))
        quality = quality and back > 0 and bool(items[back - 1].named())
        # "A stays deserted", where "A is surveyed" only tells of what is done.
        quality = quality or (before in _STAYING and any(i.named() for i in items[max(0, back - 2) : back]))
        opens = back < 0 and number + 1 < len(items) and (bool(items[number + 1].named()) or after in _DETERMINERS)
        if (noun or deed or opens or quality) and stem(item.text) not in linker.known_stems:
            yield item.text
