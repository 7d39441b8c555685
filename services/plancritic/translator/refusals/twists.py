"""Turns of phrase that no reader composes and that may turn a wish round: a statement with one has no reading.

"Stop the scout from avoiding B" denies twice, "the scout may skip A" allows what "skip A" asks for, "not all boats" is
not "no boat". Rather nothing is read than the opposite; guesses are made all the same, for the scorer to judge.
"""

from __future__ import annotations

import re

from plancritic.mentions.text import plain, uncontracted
from plancritic.translator.sentences.anaphora import never_comes
from plancritic.translator.sentences.asides import unclear_no

_NEAR = r"[^.,;:!?]{0,60}?"
_AVOIDING = r"(?:avoid|miss|skip|neglect|omit|shun)(?:s|es|ed|ing|ping|ting)?|stay(?:s|ing)? away"
_SUBJECT = r"(?:^|[.;:!?,] )(?:please )?"

#: What is said, and the reason that is given; places of the pattern in a sentence in lower case.
_TWISTS: tuple[tuple[str, str], ...] = (
    (
        rf"\b(?:not|n't|never|nor)\b{_NEAR}(?:\bbe (?:the |among the )?(?:very )?(?:first|last)\b"
        r"|\b(?:first|last)(?= one\b|[.;!?]|$))",
        "it only says what must not come first or last: say what must come first or last",
    ),
    (
        r"\b(?:do|does|did|doing|done) (?:anything|something)\b(?! (?:about|for)\b)",
        "I cannot tell what 'anything' stands for: name a place or an action",
    ),
    (
        r"\bbefore (?:anything|everything) else\b",
        "I cannot tell what 'everything else' stands for: name what comes after it",
    ),
    (
        r"\b(?:do|does|did|doing) (?:all|most) (?:of )?the \w+ing\b",
        "I cannot read that nobody else may do it: say who must not",
    ),
    (
        r"\bwith (?:nobody|no[- ]one|no \w+|none) (?:left )?(?:in|on|inside|aboard|at)\b",
        "it asks for one thing and forbids another at once: say it in two sentences",
    ),
    (
        r"\bsame (?:way|route|road|path|track)\b|\bthe (?:way|route|road) (?:it|he|she|they) (?:went|came)\b",
        "I cannot tell which way you mean: name the places on it",
    ),
    (
        rf"{_SUBJECT}(?:nothing|nobody|no[- ]one|none) (?:else )?(?:but|except|other than|apart from|besides|save)\b"
        rf"{_NEAR}\bbe \w+(?:ed|en)\b",
        "I cannot tell what you want of all the others",
    ),
    (
        rf"\b(?:stop|stops|stopped|keep|keeps|kept|prevent|prevents|hinder|forbid|bar)\b{_NEAR}\b(?:{_AVOIDING})\b"
        rf"|\b(?:nobody|no[- ]one)\b{_NEAR}\b(?:stop|prevent|hinder|keep)s?\b{_NEAR}\bfrom\b"
        r"|\bnot shy away\b",
        "I cannot tell what the two negations mean together",
    ),
    (
        rf"\b(?:afraid|worried|fear|concerned)\b{_NEAR}\b(?:might|may|could|will)\b{_NEAR}\b(?:{_AVOIDING})\b"
        r"|\b(?:we|i) (?:still |really |do )?miss\b(?! an? )|\b(?:am|are|'m|'re) (?:still )?missing\b",
        "I cannot tell whether you want it or not",
    ),
    (
        rf"\b(?:may|can|could)(?: also| well| safely)? (?:be (?:skipped|omitted|left out|avoided|spared)|do without)\b"
        rf"|(?<!can )(?<!could )\b(?!(?:i|we|you) )\w+ (?:may|can)(?: also| well| safely)? (?:{_AVOIDING})\b",
        "it allows something but asks for nothing",
    ),
    (
        r"\b(?:lift|end|undo|drop|cancel|scrap|revoke)(?:s|ed|ing)? the (?:ban|rule|prohibition|embargo|taboo)\b"
        rf"|\bno longer (?:off limits|forbidden|banned|taboo|out of bounds|{_AVOIDING})\b"
        rf"|\b(?:avoided|forbidden|banned|taboo|off limits) any longer\b",
        "it lifts a ban; I cannot tell whether you also ask for it",
    ),
    (
        r"\bnot (?:all|every|everybody|everyone|each)\b(?! (?:at once|at the same time))",
        "I cannot tell which of them it asks for",
    ),
    (
        rf"{_SUBJECT}(?:somebody|someone|something)\b|\b(?:deliver|bring|send|take) (?:something|someone|somebody)\b",
        "I cannot tell which of them it asks for",
    ),
    (
        r"\bgive\b (?:\w+ ){1,4}a (?:rest|break|pause|breather)\b|\b(?:a )?detour (?:to|via|through|by)\b"
        r"|\bspare\b (?:\w+ ){1,4}(?:walk|trip|drive|way|journey|detour)\b",
        "I cannot tell who must be spared from what",
    ),
    (
        r"\bnot\b[^.;!?]*\bnot even\b(?! (?:once|one|an?|for|then|at|in|by|briefly|temporarily"
        r"|the (?:slightest|smallest|tiniest))\b)",
        "I cannot tell what 'not even' adds",
    ),
    (
        r"(?<!not )(?<!even )\b(?:for|takes?|taking|spends?|spending) (?:a|an) "
        r"(?:while|bit|hour|minute|second|day|moment)\b"
        r"|\bkeep\b(?:(?!\b(?:away|off|out|clear|from)\b)[^.;!?])*\bfor the first\b",
        "I cannot tell for how long it must hold",
    ),
    (
        r"\b(?:which|that|this)(?: is|'s) (?:wrong|a mistake|an error|incorrect"
        r"|not (?:right|ok|okay|good|acceptable))\b",
        "I cannot tell whether the fact is wrong or the wish",
    ),
)
_UNIT = r"(?:h|hrs?|hours?|mins?|minutes?|s|secs?|seconds?|days?|weeks?|(?:time )?units?(?: of time)?|ticks?)"
_COUNT = r"(?:\d+(?:\.\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
#: Turns that nearly every guess would read as their reverse: a statement with one has no guess either.
_REVERSED: tuple[tuple[str, str], ...] = (
    (
        r"\b(?:not|n't) (?:\w+ )?(?:only|merely|solely|exclusively|just(?! (?:now|yet|once|for)\b)|simply)\b"
        r"(?! (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b)",
        "I cannot tell whether 'not only' asks for more than it names: say each wish by itself",
    ),
    (
        rf"\b(?:no|not|never|nor|n't) (?:\w+ ){{0,2}}?(?:more|over|fewer|less) (?:than )?(?:{_COUNT}|a couple|half)"
        rf"(?! (?:and a half )?(?:{_UNIT}|times?|visits?|trips?|stops?|goes?|calls?|stay)\b)(?: \w+)",
        "I cannot tell what {said!r} counts: name each one you mean",
    ),
    (
        rf"\b{_COUNT}[ -]?{_UNIT} (?:(?:must|should|shall|will|have to|has to|need to|to|have) )?"
        rf"(?:pass|elapse|go by|goes by|gone by|expire|be over|run out|tick by)(?:es|s|d|ed)?,? (?:before|until|till)\b"
        rf"|\b{_COUNT}[ -]?{_UNIT}(?: at (?:the )?(?:least|most)| or (?:so|more))?,? "
        rf"(?:before|ahead of|prior to|(?:until|till))\b(?! (?:{_COUNT}\b|{_UNIT}\b|t\b|time\b))",
        "I cannot read a span of time before something: give times from the start, such as 'not before 5 hours'",
    ),
)
_CORRECTS = re.compile(
    r"\b(?:i|we) (?:really |actually )?(?:meant|mean)\b(?! it\b| what\b|,)|\bwhat i (?:meant|mean)\b", re.IGNORECASE
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), reason) for pattern, reason in _TWISTS)
_UNGUESSED = tuple((re.compile(pattern, re.IGNORECASE), reason) for pattern, reason in _REVERSED)


def twisted(statement: str) -> str | None:
    """Why a statement may mean the opposite of what its words name; None where none of these turns stands in it."""
    reason = unguessed(statement)
    if reason is not None:
        return reason
    said = uncontracted(plain(statement))
    return next((reason for pattern, reason in _PATTERNS if pattern.search(said)), None)


def unguessed(statement: str) -> str | None:
    """Why a statement has no guess either: what is near to its words is likely its reverse; None for all others."""
    if corrects(statement):
        return "it corrects an earlier statement, but I read each statement by itself: say the whole statement"
    said = uncontracted(plain(statement))
    if unclear_no(said):
        return "I cannot tell whether 'no' forbids what follows: say the wish without it"
    if never_comes(said):
        return "'then' waits for something that is forbidden and never happens: say each wish by itself"
    found = ((pattern.search(said), reason) for pattern, reason in _UNGUESSED)
    return next((reason.format(said=match.group().strip()) for match, reason in found if match is not None), None)


def corrects(statement: str) -> bool:
    """Return whether a statement puts right an earlier one: "no, I meant waypoint B"."""
    return _CORRECTS.search(plain(statement)) is not None
