"""Wishes about the whole plan: "finish within 10 hours", "at most 12 steps", "faster", "as few steps as you can".

A text is read only if every word of it is known here: a word that names anything else, or denies, makes it another
wish. So "within 10 hours the scout is at A" is none of these.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plancritic.contracts.specification import Strength
from plancritic.domains.context import TimeUnit
from plancritic.english.lists import words
from plancritic.mentions.numbers_said import SECONDS, with_digits
from plancritic.mentions.text import stem
from plancritic.pddl.language import TOTAL_STEPS, TOTAL_TIME, Atom, Constraint, Plan, PlanBound
from plancritic.translator.happenings.windows import NUMBERS

#: How sure a reading is; of "a shorter plan", that it is about time and that it is about steps.
_SURE, _RATHER_TIME, _RATHER_STEPS = 0.95, 0.75, 0.2

#: Why nothing can be said where no plan is known that a wish compares with.
NOTHING_SHOWN = "it compares with a plan, but no plan is shown"

_NUMBER = rf"(?:\d+(?:\.\d+)?|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
_TIME = rf"(?:(?P<number>{_NUMBER}) ?(?P<unit>[a-z]+)|(?P<before>hour|minute|second|time|t) ?=? ?(?P<at>\d+(?:\.\d+)?))"
_STEPS = rf"(?P<number>{_NUMBER}) (?P<unit>steps?|actions?)"
_NOT = r"(?:not|never|cannot|can't|don't|doesn't|mustn't|shouldn't|won't|can not)"
_LESS = r"(?:less|fewer|shorter|sooner|earlier|quicker|faster)"
#: Phrases before an amount, strict ones ("less than") and others; some bound only what has an end.
_STRICT = rf"(?:in |to |for |with |at )?(?:{_LESS} than|under|below)"
_LOOSE = (
    r"(?:in |to |for |with |at |by )?(?:no|not) (?:more|longer|later|greater|fewer and no more) than"
    r"|(?:in |to |for |with |at )?(?:at (?:the )?most|up to|(?:a )?max(?:imum)?(?: of)?|within|inside(?: of)?)"
    rf"|{_NOT} (?:ever )?(?:take|last|need|be|go on|run|use|have|require|contain)(?: for)? (?:any )?"
    r"(?:more|longer) than"
    rf"|(?:{_NOT} )(?:ever )?(?:exceed|go over|go beyond|go above)"
)
_ENDING_STRICT = r"before"
_ENDING_LOOSE = r"by|in|at"
_BEHIND = (
    r"(?:at (?:the )?(?:most|latest|longest|very most|very latest)|max(?:imum)?|tops"
    r"|or (?:less|fewer|sooner|earlier|under))"
)
_TOTAL = (
    r"(?:in all|in total|altogether|overall|all told|all in all|all together|from (?:the )?(?:start|beginning)"
    r"|(?:from|after|of) the (?:start|beginning)|counted from the (?:start|beginning))"
)

_ENDS = words(
    "finish finishes finished finishing end ends ended ending complete completes completed conclude concludes"
)
_ENDS |= words("done over through wrapped wrap up")
_COMPLETES = words("finish finishes finished complete completes completed done wrap wrapped")
_TAKES = words("take takes last lasts need needs require requires keep keeps limit cap hold restrict be is stay stays")
_PLAN = words("plan schedule mission job operation work task project makespan duration length")
_REFERS = words(
    "it this that everything all thing whole entire total overall complete full lot of the a an our my your"
)
_ASKS = words(
    "please kindly can could would will shall should must may might has have had to want wants need needs like prefer "
    "i we you me us i'd we'd let's let make makes makes sure ensure see that get gets gotten do does try just also so "
    "then and's now ok okay thanks thank running time for with its it's is be"
)
_STEP_WORDS = words("use uses using take takes have has contain contains consist consists of with in need needs number")
_FILLING = _ENDS | _TAKES | _PLAN | _REFERS | _ASKS
_SHOWN = words("than now before current shown last previous present first one version what earlier this that it is was")
_BETTER = words(
    "make do get have find give show build look try choose pick take go finish be end run work for me us use uses "
    "using with in"
)
_COMPARING = _FILLING | _SHOWN | _BETTER | words("even much bit little somewhat still any lot solution alternative")

_SOFT = re.compile(
    r"\b(?:if (?:at all )?possible|if you can|if it can be done|ideally|preferably|if feasible|where possible)\b"
)
_AS_CAN = r"as (?:possible|you can|we can|it (?:can|gets|goes)|can be|you could|you possibly can|you are able to)"
_BEST_TIME = re.compile(
    rf"\bas (?:fast|quick|quickly|short|soon|early|rapidly|swiftly|speedily) {_AS_CAN}\b|\basap\b"
    r"|\b(?:the )?(?:fastest|quickest|shortest)(?: possible)?(?= (?:plan|schedule|solution|way|one|time)\b|$)"
    r"|\bin (?:the )?(?:shortest|least|minimum|minimal)(?: possible)? (?:amount of )?time(?: possible)?\b"
    r"|\b(?:minimi[sz]e|minimal|minimum) (?:the )?(?:total |overall |whole )?(?:time|duration|makespan|length)\b"
    rf"|\b(?:in )?as little time {_AS_CAN}\b"
)
_BEST_STEPS = re.compile(
    rf"\b(?:in |with |using )?as (?:few|little) (?:steps|actions) {_AS_CAN}\b"
    r"|\b(?:minimi[sz]e|minimal|minimum) (?:the )?(?:number of )?(?:steps|actions)\b"
    r"|\b(?:the )?(?:fewest|least|smallest number of)(?: possible)? (?:steps|actions)(?: possible)?\b"
    r"|\b(?:without|no) (?:any )?(?:needless|unnecessary|superfluous|unneeded|redundant) (?:steps|actions)\b"
)
_TOO_LONG = (
    r"(?:takes?|lasts?|is) (?:(?:way|far|much|still|just|really|simply|a (?:bit|little|lot)) )*(?:too|so) (?:long|slow)"
)
_BETTER_TIME = re.compile(
    r"\b(?:faster|quicker|speedier|more quickly|more rapidly|in less time|less time|speed (?:it |this |things |"
    r"everything |the plan |the whole thing )?up|save (?:some )?time|hurry up|"
    rf"{_TOO_LONG})\b"
    r"|\b(?:finish|finishes|finished|end|ends|done|over|complete|completed)(?: it| this| everything)? "
    r"(?:sooner|earlier)\b"
    r"|\b(?:reduce|cut|shorten|lower|decrease)(?: down)? (?:the )?(?:total |overall |whole )?"
    r"(?:time|duration|makespan)\b"
)
_BETTER_STEPS = re.compile(
    r"\b(?:with |in |using |use )?(?:fewer|less) (?:steps|actions)\b"
    r"|\b(?:reduce|cut|lower|decrease)(?: down)? (?:the )?number of (?:steps|actions)\b"
)
#: Beside a number these say no more than it: a complaint, a comparison, that the rest is to stay as it is.
_BESIDE_A_BOUND = re.compile(
    rf"\b(?:(?:that|this|it|which)(?: plan| one)? )?{_TOO_LONG}(?: for (?:me|us))?\b"
    r"|\b(?:(?:much|even|a (?:bit|little|lot)|somewhat) )*"
    r"(?:faster|quicker|sooner|earlier|shorter|more (?:quickly|rapidly)|quick(?:ly)?|fast)"
    r"(?: than (?:this|that|it|now|before|it is)(?: now)?)?\b(?! than\b)"
    r"|\b(?:speed (?:it|this|that|things|everything) up|hurry(?: up)?|in less time|less time)\b(?! than\b)"
    r"|\b(?:(?:do|make|give me|i want|with) )?(?:the )?same (?:thing|plan|again|as (?:before|now|it is))(?: again)?\b"
    r"|\b(?:just )?(?:like|as) (?:before|now)\b|\botherwise (?:the same|unchanged|as (?:it is|before|now))\b"
    r"|\b(?:keep|leave) (?:the rest|everything else|all else)(?: (?:the same|unchanged|as it is))?\b"
    r"|\b(?:the rest|everything else|all else) (?:(?:stays?|is|can stay|may stay|as) )?"
    r"(?:the same|unchanged|as (?:it is|before)|it is)\b"
)
_SHORTER = re.compile(r"\b(?:shorter|shorten (?:it|this|the (?:whole |entire )?(?:plan|schedule)))\b")

_SENTENCE_END = re.compile(r"(?<=[.!;])\s+")
_JOINT = re.compile(r"\s*,?\s+(?:and|but)\s+(?:also\s+)?(?!a half\b|a quarter\b)", re.IGNORECASE)
#: What names the whole plan, and what may refer to something else that was named.
_EXPLICIT = re.compile(
    r"\b(?:plan|schedule|mission|makespan|everything|whole|entire|total|overall|altogether|in all|all told|steps|"
    r"actions)\b",
    re.IGNORECASE,
)
_REFERRING = re.compile(r"(?:please )?(?:it|this|that|they|he|she)\b", re.IGNORECASE)


@dataclass(frozen=True)
class PlanWish:
    """One reading of a wish about the whole plan; `strength` where its words say how much it is wanted."""

    constraint: Constraint
    score: float
    strength: Strength | None = None


def is_preference(text: str) -> bool:
    """Return whether a text calls what it wishes a preference: "if possible", "ideally"."""
    return _SOFT.search(_plain(text)) is not None


class PlanWishes:
    """Reads wishes about the whole plan, in a domain's unit of time."""

    def __init__(self, unit: TimeUnit) -> None:
        self._scale = {name: seconds / unit.seconds for name, seconds in SECONDS.items()}
        for name in (unit.singular, unit.plural, *unit.abbreviations):
            self._scale[stem(name)] = 1.0

    def read(self, text: str, shown: Plan | None) -> tuple[PlanWish, ...] | str:
        """Return the readings of a text, best first, none where it is no such wish; or why it cannot be met.

        A wish that compares with the plan shown asks for less than that; where it asks for the least, as a should,
        because nobody knows the least.
        """
        plain, soft = _SOFT.subn(" ", _plain(text))
        strength: Strength | None = "should" if soft else None
        bound = self._bound(plain) or self._bound_beside(plain)
        if bound is not None:
            return (PlanWish(bound.constraint(), _SURE, strength),)
        for pattern, measures, best in (
            (_BEST_STEPS, (TOTAL_STEPS,), True),
            (_BEST_TIME, (TOTAL_TIME,), True),
            (_BETTER_STEPS, (TOTAL_STEPS,), False),
            (_BETTER_TIME, (TOTAL_TIME,), False),
            (_SHORTER, (TOTAL_TIME, TOTAL_STEPS), False),
        ):
            rest, found = pattern.subn(" ", plain)
            if not found or not _COMPARING.issuperset(rest.split()):
                continue
            if shown is None:
                return NOTHING_SHOWN
            wanted: Strength | None = "should" if best else strength
            scores = (_SURE,) if len(measures) == 1 else (_RATHER_TIME, _RATHER_STEPS)
            return tuple(
                PlanWish(_below(shown, measure), score, wanted) for measure, score in zip(measures, scores, strict=True)
            )
        return ()

    def apart(self, text: str, shown: Plan | None) -> tuple[Constraint, str] | None:
        """Return a wish about the whole plan beside others, and the text without it; None where there is none.

        A part without a subject of its own ("and be done by hour 10") may speak of who was named before it: it is only
        taken where it comes first, is a sentence, or names the plan.
        """
        for mark in (_SENTENCE_END, _JOINT):
            parts = mark.split(text.strip())
            if len(parts) < 2:
                continue
            for number, part in enumerate(parts):
                named = bool(_EXPLICIT.search(part))
                if not named and (_REFERRING.match(part.strip()) or (mark is _JOINT and number)):
                    continue
                found = self.read(part, shown)
                if isinstance(found, str) or len(found) != 1 or found[0].strength is not None:
                    continue
                rest = [each for index, each in enumerate(parts) if index != number and each.strip(" .!?,;")]
                joint = " " if mark is _SENTENCE_END else " and "
                return (found[0].constraint, joint.join(rest)) if rest else None
        return None

    def _bound_beside(self, plain: str) -> PlanBound | None:
        """A bound in a text that beside it says nothing of its own."""
        bare, found = _BESIDE_A_BOUND.subn(" ", plain)
        return self._bound(re.sub(r"\bbut\b", " ", bare)) if found else None

    def _bound(self, plain: str) -> PlanBound | None:
        return self._steps_bound(plain) or self._time_bound(plain)

    def _steps_bound(self, plain: str) -> PlanBound | None:
        for operator, pattern in (
            ("<", rf"\b(?:{_STRICT}) {_STEPS}\b"),
            ("<=", rf"\b(?:{_LOOSE}) {_STEPS}\b(?: {_BEHIND})?"),
            ("<=", rf"\b(?:in |with )?{_STEPS} {_BEHIND}(?!\w)"),
        ):
            found = re.search(pattern, plain)
            if found and _is_filled(plain, found, _FILLING | _STEP_WORDS):
                return PlanBound(TOTAL_STEPS, operator, _number(found["number"]))
        return None

    def _time_bound(self, plain: str) -> PlanBound | None:
        for operator, pattern, needed in (
            ("<", rf"\b(?:{_STRICT}) {_TIME}(?!\w)(?: {_BEHIND})?", None),
            ("<=", rf"\b(?:{_LOOSE}) {_TIME}(?!\w)(?: {_BEHIND})?", None),
            ("<", rf"\b{_ENDING_STRICT} {_TIME}(?!\w)(?: {_BEHIND})?", _ENDS),
            ("<=", rf"\b(?:{_ENDING_LOOSE}) {_TIME}(?!\w) {_BEHIND}(?!\w)", _ENDS | _TAKES),
            ("<=", rf"\b(?:{_ENDING_LOOSE}) {_TIME}(?!\w)", _COMPLETES | words("end ends over")),
            ("<=", rf"\b{_TIME} {_BEHIND}(?!\w)", None),
            ("<=", rf"\b(?:to|at) {_TIME}(?!\w)", words("limit cap restrict")),
        ):
            found = re.search(pattern, plain)
            if found is None or not _is_filled(plain, found, _FILLING):
                continue
            if needed is not None and needed.isdisjoint(plain.split()):
                continue
            if found["at"] is not None:
                unit = "" if found["before"] in ("time", "t") else stem(found["before"])
                value, factor = float(found["at"]), 1.0 if not unit else self._scale.get(unit)
            else:
                value, factor = _number(found["number"]), self._scale.get(stem(found["unit"]))
            if factor is not None:
                return PlanBound(TOTAL_TIME, operator, round(value * factor, 9))
        return None


def _plain(text: str) -> str:
    """The text in small letters without punctuation, numbers as digits where they are above ten."""
    low = with_digits(text.lower().replace("’", "'"))
    low = re.sub(r"\b(that|this|it)'?s (?=(?:way|far|much|still|just|really|simply|a|too|so)\b)", r"\1 is ", low)
    low = re.sub(r"(?<!\d)[.]|[.](?!\d)|[,;:!?\"()]|(?<!\w)-|-(?!\w)", " ", low)
    return " ".join(low.split())


def _is_filled(plain: str, found: re.Match[str], filling: frozenset[str] | set[str]) -> bool:
    """Whether all that stands around a phrase is known to say no more than it."""
    rest = re.sub(rf"\b{_TOTAL}(?!\w)", " ", f"{plain[: found.start()]} | {plain[found.end() :]}")
    return filling.issuperset(word for word in rest.split() if word != "|")


def _number(text: str) -> float:
    return NUMBERS[text] if text in NUMBERS else float(text)


def _below(shown: Plan, measure: Atom) -> Constraint:
    value = round(shown.makespan, 6) if measure == TOTAL_TIME else float(len(shown.steps))
    return PlanBound(measure, "<", value).constraint()
