"""What a sentence about steps says besides what was read of it: where that could turn the meaning it is refused.

"Do not do step 6 too early" is no wish to leave step 6 out, and "step 6 need not wait for step 5" asks for no order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from plancritic.english.lists import words
from plancritic.mentions.items import DeedHint
from plancritic.translator.plan_steps import words as step_words
from plancritic.translator.plan_steps.asked import Asked
from plancritic.translator.plan_steps.references import Line, Piece, line_text

_PREPOSITIONS = words("of in from at during under for with")
_PARTING = words(", and but so because since - : (")
_REASONS = words("because since")
_BEFORE_NOUNS = words("the a an this that all both")
#: Words that say no more of a step than that it is to be, or is not to be.
_LIGHT = words(
    "@ the a an this that these those it them they its my our your we i you me us and or but both either neither nor "
    "must should shall will would could can may might ought to has have had be is are been being do does did "
    "doing let please kindly just simply really definitely absolutely certainly completely entirely altogether "
    "totally ever also still not no never without want wish like prefer think believe insist say see there here in "
    "from of out on for plan schedule programme mission need needs needed rather thanks thank indeed "
    "sure ensure make get permitted allowed acceptable all ok okay yes suggest propose ask demand require"
)
#: Phrases that add as little.
_PHRASES = re.compile(
    r"(?<!\S)(?:at all(?: costs)?|in (?:any|no) case|under (?:any|no) circumstances|on (?:any|no) account|"
    r"at any (?:price|cost|rate|time)|by all means|(?:any|no) (?:more|longer)|anymore|this time|today|"
    r"whatsoever|where (?:it|they) (?:is|are)|as (?:it|they) (?:is|are)|for (?:now|me|us)|"
    r"for (?:another|some other|next|later|the next)(?: time| day| run)?|"
    r"if (?:possible|need be|you (?:can|could|please))|of course|see to it|to be sure)(?!\S)"
)
#: Words and phrases that deny or weaken what a sentence says of steps, and that nothing else here reads.
_TURNS = re.compile(
    r"(?<!\S)(?:hardly|scarcely|barely|rarely|seldom|doubt|doubts|doubtful|hate|hates|dislike|dread|loathe|detest|lack|"
    r"refuse|decline|deny|quit|hell|anything but|everything but|far from|over my dead body|no way|rather not|as if|"
    r"not for|nonsense)(?!\S)"
)
_SEVERAL = re.compile(r"(?<!\S)(?:one|any|either|some|part|parts|most|half|two|none|each|every) of (?:the )?@")
_NOBODY = re.compile(r"(?<!\S)(?:nobody|nothing|no one|none|noone)(?!\S)")
_NOBODY_MAY = re.compile(
    r"(?<!\S)(?:nothing|(?:nobody|no one|none|noone) (?:may|must|should|shall|can|will|is to|has to|ought))(?!\S)"
)
_FREE = re.compile(r"(?<!\S)(?:not (?:\S+ )?(?:have|need|got|obliged|required|compelled|forced) to|need not)(?!\S)")
_NOT_ASKED = re.compile(
    r"(?<!\S)(?:(?:not|no|never|hardly) (?:\S+ ){0,2}(?:needs?|needed|necessary|necessity|required?|requires|"
    r"requirement|obligatory|mandatory|compulsory|essential|important|vital|crucial|depends?|dependent|presupposes?|matters?)|"
    r"not a must|unnecessary|needless|optional|(?:nobody|no one) (?:needs|wants|asked|asks|said|says))(?!\S)"
)
_MAY = re.compile(r"(?<!if )(?<!\S)you (?:may|might|can) [a-z]")
_NARROWS = re.compile(r"(?:but|only|not|though|except)(?!\S)")
_SPAN = re.compile(
    r"(?<!\S)(?:takes?(?! place)|taking(?! place)|took|taken|lasts?|lasting|longer|shorter|duration|delay(?:ed|s|ing)?|"
    r"postpone[ds]?|wait(?:s|ing)?|forward|shift(?:ed)?|put off|push(?:ed)?|advance|extend(?:ed)?|shorten(?:ed)?|"
    r"# (?:earlier|later|sooner|faster|longer|apart|before|after|between))(?!\S)"
)
_DEADLINE = re.compile(
    r"(?:within|by|before|(?:no|not) later than|not after|prior to|ahead of|no more than|at most|inside|under)"
    r"(?: the)?(?: first| next)? #"
)
_LATEST = re.compile(r"(?<!\S)latest(?!\S)|(?<!only )(?:later than|after|past|beyond)(?: the)?(?: first)? #")
_OVER_IN = re.compile(r"(?<!\S)in(?: less than| under| at most| no more than)?(?: the)?(?: first| next)? #")
_SOON = re.compile(
    r"(?:within|inside|under|(?:no|not) later than|less than|at most|(?:no|not) more than)(?: the)?(?: first| next)? #"
)


def doubt(sentence: Line, asked: Set[Asked]) -> str | None:
    """Return why a sentence of which `asked` was read says something else or more, or None if it does not."""
    text = line_text(sentence)
    if not asked:
        if step_words.DENIAL.fullmatch(text.strip(" ,-")):
            return f"I cannot tell what {text!r} forbids"
        narrows = _NARROWS.match(text) is not None and not any(piece.steps for piece in sentence)
        return f"I cannot tell what {text!r} adds" if narrows and not step_words.SWAP.search(text) else None
    turning = _TURNS.search(text)
    if turning is not None:
        return f"I cannot tell whether {turning[0]!r} reverses what you say about the steps"
    groups = sum(bool(piece.steps) for piece in sentence)
    if groups < 2 and _NOBODY_MAY.search(text):
        return "I cannot read 'nothing' or 'nobody' in a statement about a step; name what you mean"
    if _FREE.search(text):
        return "it says what need not be and asks for nothing"
    if asked <= {Asked.LEFT_OUT, Asked.KEPT}:
        return _beside(sentence, Asked.LEFT_OUT in asked)
    if _NOT_ASKED.search(text):
        return "it says what need not be and asks for nothing"
    if _MAY.search(text) and "only" not in text.split() and not any(w in step_words.NOT for w in text.split()):
        return "it allows something but asks for nothing"
    if asked & {Asked.WITHIN, Asked.SOON_AFTER}:
        return _untimely(text, Asked.SOON_AFTER in asked)
    return None


def _untimely(text: str, soon: bool) -> str | None:
    """Why a time is no deadline: a span, a delay or a moment."""
    denied = any(word in step_words.NOT for word in text.split())
    if soon:
        fits = _SOON.search(text) is not None and re.search(r"(?<!\S)not within", text) is None
        return None if fits else "I can only require that one step follows another within a given time"
    over = any(word in step_words.OVER or word == "done" for word in text.split())
    begun = any(word in step_words.BEGUN for word in text.split())
    fits = _DEADLINE.search(text) is not None or "latest" in text.split()
    fits = fits or (denied and _LATEST.search(text) is not None) or (over and _OVER_IN.search(text) is not None)
    span = _SPAN.search(text) is not None and not (denied and _LATEST.search(text))
    if span or begun or not fits:
        return "I can only set by when a step is done, not how long it takes, when it begins or by how much it moves"
    return None


def _beside(sentence: Line, left_out: bool) -> str | None:
    """Why a step is not just to be left out or kept: how, when or by whom it is to be done is said too."""
    text = line_text(sentence)
    if _SEVERAL.search(text):
        return "it asks for some of the steps, but does not say which"
    spoken = any(piece.steps for piece in sentence)
    if len({_turn(clause) for _, clause in _clauses(sentence) if any(piece.steps for piece in clause)}) > 1:
        return "it asks different things of different steps: say each in a sentence of its own"
    omits = spoken and left_out and step_words.OMIT.search(text) is not None
    for opener, clause in _clauses(sentence):
        said = line_text(clause)
        if not any(piece.steps for piece in clause):
            unneeded = left_out and step_words.NOT_NEEDED.search(said) is not None
            if unneeded:
                continue
            denied = any(word in step_words.NOT for word in said.split())
            if not denied and (opener in _REASONS or (omits and opener != "but")):
                continue
        elif _NOBODY.search(said):
            return "I cannot read 'nothing' or 'nobody' in a statement about a step; name what you mean"
        left = _left(clause)
        if left:
            return f"I cannot tell what {left!r} says about a step"
    return None


def _turn(clause: Line) -> bool:
    """Whether a clause denies its steps, by its words for leaving out and its denials."""
    denied = sum(piece.text in step_words.NOT and piece.text != "without" for piece in clause) % 2 == 1
    return denied != (step_words.OMIT.search(line_text(clause)) is not None)


def _clauses(sentence: Line) -> Iterator[tuple[str, Line]]:
    """The parts of a sentence, each with the word that opens it."""
    start, opener = 0, ""
    for number, piece in enumerate(sentence):
        if piece.text in _PARTING:
            yield opener, sentence[start:number]
            start, opener = number + 1, piece.text
    yield opener, sentence[start:]


def _left(clause: Line) -> str:
    """The words of a clause that say more than that a step is to be or not to be."""
    told = [piece.text for number, piece in enumerate(clause) if number not in set(_described(clause))]
    text = _PHRASES.sub(" ", " ".join(told))
    # Of "leave ... out" only the verb itself is taken out, what stands between is still looked at.
    text = step_words.OMIT.sub(lambda match: " " + " ".join(match[0].split()[1:-1]) + " ", text)
    for pattern in (step_words.DONE, step_words.KEEP):
        text = pattern.sub(" ", text)
    return " ".join(word for word in text.split() if word not in _LIGHT and not re.fullmatch(r"\W+", word))


def _described(clause: Line) -> Iterator[int]:
    """The pieces of "the scouting in step 3" that say what is done in the step."""
    for at, piece in enumerate(clause):
        if not piece.steps or at < 2 or clause[at - 1].text not in _PREPOSITIONS:
            continue
        number = at - 2
        while number >= 0 and _noun(clause[number]):
            yield number
            number -= 1


def _noun(piece: Piece) -> bool:
    if piece.text == "point":
        # "I do not see the point of step 6" tells of no place.
        return False
    spoken = any(i.named() or i.hints() or any(isinstance(s, DeedHint) for s in i.senses) for i in piece.items)
    return spoken or piece.text in _BEFORE_NOUNS
