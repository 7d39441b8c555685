"""The frames of English that say when a condition is meant: windows, counts, "whenever", "at the end", "never".

Each is a pattern over a line of symbols (`symbols`), where names are "@" and times "#".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from plancritic.mentions.symbols import Symbols, covered, starts_of, text_of, without
from plancritic.pddl.language import ConstraintType


def pattern(text: str) -> re.Pattern[str]:
    """A pattern whose blanks are single blanks, at the borders of symbols."""
    squeezed = re.sub(r"\s+", " ", text.strip()).replace(" |", "|").replace("| ", "|")
    return re.compile(rf"(?<!\S)(?:{squeezed})(?!\S)")


_IN_PLAN = (
    r"(?: (?:in|into the plan|into it|mark|of the plan|into the mission|have|has|are|is|gone by|gone|"
    r"passed|past|up|over|into this))*"
)
_SPAN = pattern(
    rf"(?:(?:at any time|at any moment|at every moment|any time|all the time|the whole time) )?"
    rf"(?:(?:all|right|at all times|throughout|the time|the window|the stretch|the period|the hours) )*"
    rf"(?:(?:from|between|starting|as of|as from|for|of|beginning at|while the clock goes from) )?(?:the )?"
    rf"#{_IN_PLAN}(?: on| onwards?)?(?: right| all the way)?"
    rf"(?: (?:-|to|and|until|till|through|thru|up to|right to|and until|and up to|up until|on to|as far as|"
    rf"through to|up through))?"
    rf" (?:the )?#{_IN_PLAN}"
)
_FIRST_ALL = pattern(
    rf"(?:throughout|during|for|all through|over|through)(?: all)?(?: of)? (?:the )?(?:first|opening|"
    rf"initial) #{_IN_PLAN}"
)
_FIRST = pattern(
    rf"(?<!after )(?<!once )(?<!beyond )(?<!past )(?:(?:in|within|during|"
    rf"over)(?: the course of)? )?(?:the )?(?:first|opening|initial) #{_IN_PLAN}"
)
_UNTIL = pattern(
    rf"(?:from the (?:start|beginning|outset)(?: of the plan)? )?(?:until|till|up to|up until|to) #{_IN_PLAN}"
)
_FROM = pattern(
    rf"(?:(?:at any time|at any moment|any time|any more|all the time) )?"
    rf"(?:(?:right|starting|beginning|as|onwards?|counting) )?"
    rf"(?:from|of|as of|starting|starting at|beginning|at|with|since|once|after|beyond|past|"
    rf"later than)(?: the)?(?: first)?"
    rf" #{_IN_PLAN}(?: (?:on|onwards?|forward|right|permanently))*"
    rf"(?: and (?:after|later|beyond|at all times after|from then on|permanently from then on))?"
    rf"|# (?:on|onwards?)(?: ,? ?and (?:after|later))?|# and (?:after|later|beyond|at all times after|"
    rf"permanently from then on)"
    rf"|# (?:in|into the plan) and (?:after|at all times after|from then on)"
)
_LATEST = r"(?: ,? ?(?:at (?:the )?(?:very )?(?:latest|most|outside)|or less|or sooner|or earlier))"
_WITHIN = pattern(
    rf"(?:(?:at some (?:time|moment|point|stage)|some time|sometime|at one time or another) )?"
    rf"(?:within|inside|by|no later than|not later than|in less than|in under|in at most|in no more than|under)"
    rf"(?: the)?(?: first| next)?(?: space of)? #{_LATEST}*(?: mark)?(?: (?:are|is) (?:up|over|out))?"
    rf"|(?:by the time the clock shows|before|before the first|by the end of) #(?: (?:are|is|have|"
    rf"has) (?:up|over|out|passed|gone by))?"
    rf"|(?:in )?#(?: (?:in|into the plan|from the start))?{_LATEST}+(?: until)?|(?:no|"
    rf"not) more than # (?:may|must|should)? ?(?:pass|go by)(?: until)?"
    rf"|in (?:the )?#"
    rf"|# (?:is|are) (?:(?:the|all) )?(?:(?:very|absolute) )?(?:latest|longest|limit|deadline|cutoff|cut off|"
    rf"time limit|we have|i have|i can wait|i can give)(?: (?:by|for|until|till|to|within|before))*(?: which)?"
    rf"|(?:do )?not (?:let|allow) more than # (?:to )?(?:go by|pass|elapse|go)(?: (?:until|before|"
    rf"without))?|not more than # (?:until|before)"
    rf"|(?:no|not) later than #|# (?:in )?(?:and no|,? ?no) later"
    rf"|(?:(?:the|with a|a|its|our) )?(?:deadline|cutoff|time limit)(?: (?:for|of|is|at|:|to|being|set))* (?:the )?#"
    rf"|# ,? ?(?:that|this|which) is (?:how long|all|the time|all the time|as long as|the most)"
    rf"(?: (?:we|you|they|i|there))?"
    rf"(?: (?:have|has|is|get|got|are given|may take|can have))*(?: (?:to|for|until))?"
)
_NOT_PASS = pattern(
    r"(?:do not (?:let|allow)|(?:may|must|should|shall|can) not(?: (?:let|allow))?)?(?: the)?(?: first)? # "
    r"(?:(?:may|must|should|shall|can) not )?(?:to )?(?:go by|pass|go|elapse|be over|"
    r"run out)(?: from the (?:beginning|start))? without"
)
#: "The deadline for the picture is 40 s".
_DEADLINE = pattern(r"(?:(?:is|are|lies|falls|set|:|-)(?: (?:set|fixed|at|to|on|after))* )#(?: (?:in|from the start))?")


@dataclass(frozen=True, slots=True)
class Window:
    """Times that bound a condition, what the clause says beside them, and the items that named them."""

    type: ConstraintType
    bounds: tuple[float, ...]
    rest: Symbols
    used: frozenset[int]


def windows(symbols: Symbols) -> Iterator[Window]:
    """Yield the windows that a clause may name, the likeliest first; none where it holds other times as well."""
    text = text_of(symbols)
    denied = _denies(text) or any(name.negative for symbol in symbols for name in symbol.names)
    times = text.split().count("#")
    if times == 2:
        match = _SPAN.search(text)
        if match is not None:
            first, last = (s.value for s in covered(symbols, match) if s.text == "#")
            if first < last:
                yield _window(symbols, match, ConstraintType.HOLD_DURING, (first, last))
        return
    if times != 1:
        return
    value = next(s.value for s in symbols if s.text == "#")
    match = _NOT_PASS.search(text) or (_DEADLINE.search(text) if "deadline" in text.split() else None)
    if match is not None:
        yield _window(symbols, match, ConstraintType.WITHIN, (value,))
        return
    match = _FIRST_ALL.search(text)
    if match is not None and (_ALL.search(text) or denied or not match.group().startswith("during")):
        yield _window(symbols, match, ConstraintType.HOLD_DURING, (0.0, value))
        return
    match = _FIRST.search(text)
    if match is not None and (_ALL.search(text) or (denied and not SOME.search(text))):
        yield _window(symbols, match, ConstraintType.HOLD_DURING, (0.0, value))
        return
    for pattern, kind in ((_FIRST, ConstraintType.WITHIN), (_WITHIN, ConstraintType.WITHIN)):
        match = pattern.search(text)
        if match is not None and not (pattern is _WITHIN and _FROM.search(text) and match.group().startswith("in")):
            if match.group().startswith("by") and re.search(r"and (?:after|at all times after|stay|from then)", text):
                yield _window(symbols, match, ConstraintType.HOLD_AFTER, (value,))
                return
            if kind is ConstraintType.WITHIN and denied and not SOME.search(text):
                continue
            yield _window(symbols, match, kind, (value,))
            return
    match = _FROM.search(text)
    if match is not None:
        yield _window(symbols, match, ConstraintType.HOLD_AFTER, (value,))
        return
    match = _UNTIL.search(text)
    if match is not None:
        yield _window(symbols, match, ConstraintType.HOLD_DURING, (0.0, value))


def _window(symbols: Symbols, match: re.Match[str], type_: ConstraintType, bounds: tuple[float, ...]) -> Window:
    return Window(type_, bounds, without(symbols, match), frozenset(starts_of(covered(symbols, match))))


def _denies(text: str) -> bool:
    return re.search(r"(?<!\S)(?:not|no|never|none|nobody|neither|without|nothing)(?!\S)", text) is not None


_ALL = pattern(
    r"always|throughout|all the time|all along|the whole (?:time|while|period|window)|"
    r"the entire (?:time|while|period)|at all times"
    r"|at every moment|at each moment|every moment|all through it|all through|all the while|all of it|"
    r"all that (?:time|while)"
    r"|that (?:whole|entire) time|for all that time|for that time|in that time|permanently|"
    r"without (?:a )?(?:gap|break|interruption)"
    r"|constantly|continuously|the whole plan|the entire plan|the whole of the plan|"
    r"for the whole plan|for the whole of the plan"
    r"|from start to finish|from beginning to end|from the first (?:moment|second|hour) to the last|"
    r"right through|right through to the finish"
    r"|all the way|as long as the plan lasts|the whole plan through|the plan long|at any given moment|"
    r"day long|for the duration"
)
#: All of the time: with a "not" before it, some of the time is enough.
WHOLE = pattern(
    r"(?:(?:for|through|throughout) )?(?:the )?(?:(?:whole|entire) (?:of the )?(?:time|plan|while|"
    r"mission|run)|all along|all the (?:time|while)"
    r"|all day(?: long)?|at all times|always|throughout(?: the (?:whole |entire )?(?:plan|time))?|"
    r"at (?:every|each) moment(?: of the plan)?"
    r"|at every (?:time|instant|point)|permanently|for good|constantly|continuously|the plan long|"
    r"from (?:the )?(?:start|beginning) to (?:the )?(?:finish|end)"
    r"|from the first (?:moment|second|hour) to the last|for the duration|as long as the plan lasts|"
    r"all through(?: the plan)?|every moment"
    r"|for the whole of (?:it|the plan)|without (?:any |a )?(?:gap|break|interruption)|"
    r"right (?:through )?to the (?:very )?(?:finish|end|xend|close)"
    r"|(?:right )?through to the (?:very )?(?:finish|end|close)|(?:right )?until the (?:very )?(?:end|"
    r"finish)|to the (?:very )?(?:end|finish)|till the end)"
)
_MARKS = r"(?: (?:whatsoever|whatever|at all))?"
#: At no time.
NEVER = pattern(
    rf"(?:(?:must|may|should|shall|can|will|is|are|let|has|have|to|do|does) )?never(?: (?:ever|once|"
    rf"again))?(?: at any (?:time|point|moment))?{_MARKS}"
    rf"|at no (?:time|point|moment|stage|instant)(?: (?:of|in|during) the (?:whole )?plan)?{_MARKS}(?: in the plan)?"
    rf"|(?:there (?:is|must be|may be|should be|can be|has|have|is to be|shall be|"
    rf"ought) (?:to be )?)?(?:no|not a|not one|not any)(?: single)? (?:time|moment|instant|second|"
    rf"point)"
    rf"(?: at all)?{_MARKS}(?: any more)?(?: (?:at which|in which|when|where|with|should pass|may pass|"
    rf"that|between|from))?"
    rf"|not (?:for|at|even for|once at|during)(?: even)? (?:a|one|any)(?: single)? (?:moment|time|"
    rf"instant|second|point)"
    rf"|under no circumstances|in no (?:case|way)|on no account"
)
#: Some time: "at least once", "at one moment or another".
SOME = pattern(
    r"(?:(?:at|for|on) )?(?:least )?(?:at )?(?:some|one|a|some other)(?: single)? (?:time|point|"
    r"moment|stage|instant)(?: or (?:other|another|the other|an other))*"
    r"(?: at (?:the )?least)?(?: (?:of|in|during|within|along) (?:the|this) (?:plan|run|way|"
    r"mission))?(?: (?:when|at which|where|in which|which finds|with))?"
    r"|(?:at )?least (?:for )?(?:once|(?:one|a) (?:moment|time))|at least (?:once|(?:at |for )?(?:one|"
    r"a) (?:time|moment|point)|one time)|sometime(?: or other)?|some time"
    r"|at (?:some|one) (?:time|point|moment|stage)|some (?:point|moment|stage)|"
    r"somewhere (?:in the plan|along the way|in it|in there)"
    r"|(?:at )?(?:one|a) moment|(?:even )?once|one or more times|whenever (?:that (?:may|might) be|"
    r"you (?:like|can|want)|it suits)|it does not matter when|no matter when|in the course of the plan"
    r"|during the plan|at any rate once|for a moment|in passing|eventually"
)
#: Any time at all: only beside a "not".
ANY = pattern(
    r"(?:at )?any (?:time|point|moment|stage|instant)(?: (?:of|in|during) (?:the|"
    r"this) plan)?(?: at all)?|even once|ever|whatsoever|in any way|at all"
    r"|any (?:more|longer)|even for a moment|for a (?:single )?moment|anywhere in the plan|"
    r"during the plan|in the plan|single time|even"
)
#: The end of the plan.
END = pattern(
    r"(?:(?:at|by|in|for|until|to) )?(?:the )?(?:very )?(?:xend|end|finish|close|conclusion|"
    r"final (?:state|situation|picture|position|attitude|direction)|end (?:state|attitude|position|"
    r"direction|situation|picture))"
    r"(?: of the (?:plan|mission|day|run|whole plan|whole thing))?"
    r"|(?:(?:to|must|should|shall|may|can|would|will|has|have) )?(?:finish(?:es)?|end|ends|close|"
    r"closes|conclude|concludes|wind|winds)(?: (?:up|off|over))?(?: (?:with|in|on|at))?"
    r"|(?:the )?last (?:position|attitude|place|direction|thing)|when (?:all|everything|it) (?:is|"
    r"has) (?:all )?(?:over|done|finished|been done)"
    r"|(?:when|once|after|before|by the time|as|until) (?:the )?(?:plan|mission|it|all|everything|we|"
    r"you) (?:is|has|are|have)? ?(?:all )?(?:xend|ends?|over|finish(?:es)?|finished|closes?|done|"
    r"through)"
    r"|in (?:its|the) (?:last|final|closing) (?:state|moment)|before you (?:leave|finish)|when (?:we|"
    r"you) (?:are (?:done|through|finished)|finish|close|leave)|(?:parked|back) (?:up )?at the end|"
    r"finally|ultimately|done with it all"
)
#: A plan is no good without it: it must hold at some time.
NOT_WITHOUT = pattern(
    r"(?:do not (?:let|allow)|(?:can|may|must|should|shall|could|will|would)(?: not| n t)|"
    r"never(?: let)?|not)(?: (?:the|a|this|any|whole|let|plan|ought|to|have|one|it))*"
    r"(?: (?:plan|it|mission|xend|end|ends|finish|close|go|goes|by|through|pass|over|be|is|to|come|"
    r"conclude|the|whole|spend|in|an|allowed|a|may|should))* without(?: (?:ever|once|having|"
    r"at least once))?"
    r"|(?P<denied>(?:may|must|should|shall|can|is to|are to)(?: (?:go|get|come|pass|run|finish|end|"
    r"through|the|whole|entire|plan|be|xend|over))+ without(?: (?:ever|once|having))*)"
    r"|(?:a|any) plan (?:in which|where|that has|with|which)(?P<missing>(?: never| no| not)?)"
)
_NO_GOOD = pattern(
    r"(?:is|will|would|does|do)(?: not)?(?: be)? (?:no|any|not)? ?(?:good|do|help|use|acceptable|"
    r"accepted|wanted|work)(?: (?:to|for|with) (?:me|us|anybody))?|(?:is|are) (?:out|ruled out|"
    r"unacceptable|useless|worthless)"
)
#: Once at most.
_KIND = (
    r"(?:stretch|stretches|go|stay|spell|period|pass|visit|session|piece|block|stop|round|occasion|turn|"
    r"trip|sitting|interval|phase|absence|time|look|call)"
)
ONCE = pattern(
    rf"(?:(?:in|for|during|as|of|to|with|over|form|than|but|be) )*(?:(?:only|just|at most|no more than|"
    rf"not more than|a maximum of|max|never more than|not in more than|not for more than|"
    rf"in no more than) )*"
    rf"(?:one|a|1)(?: (?:single|continuous|uninterrupted|unbroken|pointing|joint|common|coherent|sole|"
    rf"contiguous|and the same|and only))* {_KIND}"
    rf"(?: (?:of time|in total|in all|of|during which|in which|when|where|pointing|"
    rf"together))*(?: ,? ?(?:at (?:the )?(?:very )?most|max|maximum|only|no more|if any|if at all|"
    rf"or none|or not at all|is the most|that is it|and no more|tops))*"
    rf"|(?:(?:only|just|at most|no more than|not more than|max) )*(?:once|(?:one|a single|"
    rf"1) times?)(?: (?:only|no more|,? ?at (?:the )?(?:very )?most|max|maximum|and only once|"
    rf"and not again|tops|or not at all|altogether))*"
    rf"|(?:not|never|no)(?: [a-z@]+){{0,4}}? (?:twice|more than once|more than one {_KIND})|at most once"
)
#: "One visit to the dump, tops": what limits the count stands apart from it.
_ONE = pattern(rf"(?:(?:just|only|a|the) )?(?:one|1|single)(?: single)? {_KIND}")
_LIMIT = pattern(
    r",? ?(?:and )?(?:tops|no more(?: than that)?|not more(?: than that)?|at (?:the )?(?:very )?(?:most|maximum)|"
    r"max|maximum|(?:that|this) is (?:it|all|the limit|enough|plenty)|is (?:enough|plenty|the limit|the maximum|"
    r"the most|all)|will do|suffices)"
)
_ONCE_STRICT = re.compile(
    r"(?<!\S)(?:most|max|maximum|only|single|more|if any|one|1|none|uninterrupted|continuous|twice|"
    r"tops|not at all)(?!\S)"
)
_AGAIN = pattern(
    r"second|again|return|returns|returning|back|another|resume|resuming|anew|once more|other|"
    r"for good|afresh|repeat|go(?:ing|es)? back|coming back"
)


def limited(text: str) -> bool:
    """Return whether words count one visit or the like and say that it is the most."""
    one = _ONE.search(text)
    return one is not None and _LIMIT.search(text, one.end()) is not None


def once_of(symbols: Symbols) -> Iterator[tuple[Symbols, frozenset[int]]]:
    """Yield what a clause says may be so once, with the items that say "once at most"."""
    text = text_of(symbols)
    one = _ONE.search(text)
    limit = _LIMIT.search(text, one.end()) if one is not None else None
    if one is not None and limit is not None and not re.search(r"[.;!?]", text[one.end() : limit.start()]):
        cued = frozenset(starts_of((*covered(symbols, one), *covered(symbols, limit))))
        # The later first: what stands before it stays where it is.
        yield without(without(symbols, limit), one), cued
        return
    for match in ONCE.finditer(text):
        if re.search(r"(?:least|at|some)(?: (?:for|in|at))?$", text[: match.start()].rstrip()):
            continue
        returns = again(text[match.end() :]) and _denies(text[match.end() :])
        if _ONCE_STRICT.search(match.group()) is None and not returns:
            continue
        following = text[match.end() :].split()[:1]
        if (
            match.group().split()[-1] == "once"
            and following
            and following[0] in ("the", "@", "it", "we", "a", "our", "after")
        ):
            # "Only once the scout is there ..." counts nothing.
            continue
        used = frozenset(starts_of(covered(symbols, match)))
        yield without(symbols, match), used


def no_good(symbols: Symbols) -> Symbols | None:
    """Return the symbols without "... is no good", where a plan is said to be none without something."""
    match = _NO_GOOD.search(text_of(symbols))
    return without(symbols, match) if match is not None else None


def again(text: str) -> bool:
    """Return whether something is said to come back."""
    return _AGAIN.search(text) is not None
