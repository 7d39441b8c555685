"""What of a statement asks for something: wishes put as questions, and sentences that only tell.

"Is it possible to go through B?" asks for it; what was yesterday, what somebody believed and which star is brighter
can be met by no plan.
"""

from __future__ import annotations

import re

from plancritic.mentions.text import affirmed, plain, unread_text
from plancritic.translator.sentences.anaphora import joined
from plancritic.translator.sentences.asides import stands_now, without_asides, without_no
from plancritic.translator.sentences.avoidance import plainly_denied
from plancritic.translator.sentences.beginnings import counted_from_start
from plancritic.translator.sentences.fronted import unfronted
from plancritic.translator.sentences.politeness import plainly_asked
from plancritic.translator.sentences.spelled import spelled_names

_END = re.compile(r"(?<=[.!?;])\s+")
_OPENER = r"^(?:(?:so|and|but|well|ok|okay|hi|hello|please|now|then|also|by the way)[, ]+)*"
_ABLE = r"(?:doable|possible|feasible|ok|okay|all right|alright|fine|conceivable|practicable|an option|too much to ask)"
#: Questions whether something can be that are a way to ask for it.
_ASKED = (
    re.compile(
        rf"{_OPENER}(?:is|would|will|might|could) it (?:be )?(?:at all )?{_ABLE}(?: for (?:you|us|me))?,? "
        r"(?:if|that|to have|to let|to make sure that|to)\b(?=.*\?)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPENER}(?:is there )?(?:any|a|some) (?:way|chance|possibility) (?:that|to)\b(?=.*\?)", re.IGNORECASE
    ),
    re.compile(
        rf"{_OPENER}(?:do|would) you (?:think|reckon|suppose|say)(?: that)? (?=.*\b(?:can|could|might)\b.*\?)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_OPENER}i(?: was|'m| am)? wonder(?:ing|ed)? (?:if|whether) (?=.*\b(?:can|could|might|would)\b)",
        re.IGNORECASE,
    ),
)
_WISH = re.compile(
    r"\b(?:must|mustn't|should|shouldn't|shall|ought|needs?|please|wants?|wanted|wish|like|prefer|have to|has to|"
    r"had better|'d better|can|could|may|let|make sure|ensure|rather|never again|don't|do not|if)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night|time|season|summer|winter|spring|autumn|"
    r"monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"ago|the other day|back then|in the past|in those days)\b",
    re.IGNORECASE,
)
_BELIEF = re.compile(
    r"\b(?:i|we)(?: had| have| would have)?(?: always| just| really| actually| only)? "
    r"(?:thought|believed|assumed|figured|guessed|supposed|imagined|understood|reckoned|was told|were told|suspected?|"
    r"believe|assume|guess|suspect|presume|wonder(?:ed)?|expected(?! you| us| it to| the \w+ to))\b(?! so)",
    re.IGNORECASE,
)
_WISHED_VERBS = r"(?!want|need|wish|hop|prefer|lik|ask|plann|request|requir|order|demand|expect|decid|agree|insist)"
_PAST = re.compile(
    rf"^(?:\w+,? ){{0,2}}?(?:we|they|you|he|she|i) (?:(?:never|always|also|just|already|once|then) )?"
    rf"(?:{_WISHED_VERBS}\w{{3,}}ed|went|saw|took|had|came|did|were|was|flew|drove|ran|got|made|lost|left|put|gave|began|"
    r"found|sent|brought|knew|kept|told|said)\b"
    r"|^(?:the|our|my|this|that|its) (?:\w+ ){1,3}(?:was|were|went|came|did|had|took|saw|drove|flew|began|ran|lost)\b",
    re.IGNORECASE,
)
#: What was so once, and what is not known: "used to be berthed at A", "nobody knows how it came to lie there".
_ONCE_SO = re.compile(
    r"\b(?<!is )(?<!are )(?<!be )(?<!get )(?<!not )used to (?:be|lie|go|have|stand|sail|point|look|take|\w+)\b"
    r"|^(?:on|over|during) (?:the )?(?:\w+ )?(?:mon|tues|wednes|thurs|fri|satur|sun|week)(?:day|end)s?,? "
    r".*\b(?:was|were|had|did|went)\b"
    r"|^(?:the|our|my|its) (?:\w+ ){1,3}?(?:once|recently|formerly|previously) \w{3,}ed\b"
    r"|\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun|week)days|every (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"at weekends|on weekends|in (?:summer|winter|spring|autumn))\b"
    r"|\b(?:was|were|had|went|came) .*\b(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
_NOT_KNOWN = re.compile(
    rf"{_OPENER}(?:(?:nobody|no one|no-one|none of us|nobody here|i|we|they|you|not one of us|who|few|few people|"
    r"hardly anyone|hardly anybody)(?: really| quite| yet| even| still| ever)* "
    r"(?:(?:do not|don't|does not|doesn't|can not|cannot|can't|could not|couldn't|did not|didn't|will not|won't|never|"
    r"has|have|had)(?: really| quite| yet| even| ever)* )?"
    r"(?:knows?|knew|known|remembers?|remembered|recalls?|understands?|understood|explains?|saw|seen|says?|tells?|"
    r"told|guess(?:es)?|have a clue|has a clue|has any idea|have any idea|can say|can tell|could say)"
    r"(?: us| me)?(?: exactly| really| for sure| any more)? (?:how|why|when|where|who|whether|what|which|if)\b"
    r"|(?:it is|it's|it remains) (?:unknown|unclear|not known|not clear|a mystery|a riddle|anybody's guess|"
    r"anyone's guess) (?:how|why|when|where|who|whether|what|which|if)\b"
    r"|(?:how|why|when|where|who|whether|what) .* (?:is|remains) (?:unknown|unclear|not known|not clear|a mystery))",
    re.IGNORECASE,
)
#: "I like the picture of Star5" is no wish, "I like the scout to be at A" is one.
_LIKED = re.compile(
    rf"{_OPENER}(?:i|we)(?: (?:really|do|also|just|both|all))* (?:like|love|enjoy|admire|cherish|own|have|sell) "
    r"(?!.*\b(?:to|if|when|that|before|after|until|being|end|always|never|first|last|by|with|as|once|within|\w+ed)\b)",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:is|are|looks?|seems?|was|were|weighs?)(?: not| much| far| a bit| a little| even| probably| surely)* "
    r"(?:(?!earlier|sooner|later|rather|other|faster|quicker|under|over|never)\w{3,}er|"
    r"(?:more|less) (?!than|urgent|important|often)\w+|as \w+) (?:than|as)\b",
    re.IGNORECASE,
)


def telling(statement: str) -> tuple[str, ...]:
    """Return the sentences of a statement that only tell of something, and so ask for nothing."""
    if unread_text(statement) is not None:
        return ()
    sentences = (each.strip(" .!?") for each in _END.split(plain(statement)) if tells(each))
    return tuple(each for each in sentences if each)


def requested(statement: str) -> str:
    """Return the sentences of a statement that may ask for something, with wishes put as questions as wishes.

    Empty where every sentence only tells of something, and where a part of the statement cannot be read at all.
    """
    if unread_text(statement) is not None:
        return ""
    return " ".join(
        _plainly(_wished(sentence))
        for sentence in _END.split(joined(affirmed(without_no(plain(statement)))))
        if not tells(sentence)
    )


def said_plainly(statement: str) -> str:
    """Return a statement with polite wrappings and idioms of avoidance as plain words; it keeps all its sentences."""
    return " ".join(map(_plainly, _END.split(without_no(plain(statement)))))


def _plainly(sentence: str) -> str:
    asked = unfronted(counted_from_start(spelled_names(without_asides(sentence))))
    return plainly_denied(plainly_asked(asked))


def tells(sentence: str) -> bool:
    """Return whether a sentence tells of the past, of a belief or of how two things compare, and asks for nothing."""
    if stands_now(sentence) or _LIKED.match(sentence) is not None:
        return True
    wishes = _WISH.search(sentence) is not None
    if _NOT_KNOWN.search(sentence) is not None and _wish_of(sentence) == sentence:
        return True
    if _COMPARED.search(sentence) and not wishes:
        # "Star5 is brighter than Phenomenon4, so take it first": what is asked for comes after the "so".
        return re.search(r"\b(?:so|therefore|hence|that is why)\b", sentence, re.IGNORECASE) is None
    if wishes:
        return False
    if re.search(r"\bwould\b", sentence, re.IGNORECASE) and _BELIEF.search(sentence) is None:
        return False
    told = (_WHEN, _BELIEF, _PAST, _ONCE_SO)
    return any(pattern.search(sentence) for pattern in told) and not re.search(r"\bso\b|:", sentence)


def _wish_of(sentence: str) -> str:
    """What is wished for beside something that is not known: "nobody knows why, but point it there"."""
    known = _NOT_KNOWN.search(sentence)
    but = (
        re.search(r"[,;:-] ?(?:so|but|and|please|(?=.*\b(?:should|must|shall|let)\b))", sentence[known.end() :])
        if known is not None
        else None
    )
    return sentence if known is None or but is None else sentence[known.end() + but.end() :].strip()


def _wished(sentence: str) -> str:
    sentence = _wish_of(sentence)
    for pattern in _ASKED:
        match = pattern.search(sentence)
        if match is not None:
            return f"please {sentence[match.end() :].strip()}".removesuffix("?").rstrip() + "."
    return sentence
