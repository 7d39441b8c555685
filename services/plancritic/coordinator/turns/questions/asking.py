"""What a question asks: when, where, who, how long, how often, why, or whether something is so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from plancritic.coordinator.mentions.named import NamedObjects
from plancritic.pddl.language import parse_constraint

#: `whether` is answered with yes or no; `what` asks for all that a thing does, `total` for the plan as a whole.
Kind = Literal["when", "where", "who", "how long", "how many", "why", "whether", "what"]

_OPENING = re.compile(
    r"^(?:(?:and|but|so|ok|okay|well|hm+|oh|wait|sorry|please|then|now|hey|hi|hello|just|also|one question|question)"
    r"[\s,:;.–-]+)+",
    re.IGNORECASE,
)
_TELL = re.compile(
    r"^(?:(?:can|could|would) you (?:please )?)?(?:please )?(?:tell me|say|let me know|do you know|i wonder|"
    r"i(?:'d| would) like to know|remind me|explain(?: to me)?|any idea)[\s,:]+",
    re.IGNORECASE,
)
_PATTERNS: tuple[tuple[Kind, str], ...] = (
    ("why", r"\b(?:why|how come|what for|what is the (?:reason|point)|for what reason)\b"),
    ("how many", r"\bhow (?:many|often)\b"),
    ("when", r"\bhow long (?:until|till|before)\b|\bhow (?:soon|late|early)\b"),
    ("how long", r"\bhow (?:long|much time)\b|\b(?:duration|length)\b"),
    ("when", r"\b(?:when|(?:at |by )?(?:what|which) (?:time|hour|minute|second|moment))\b"),
    ("where", r"\bwhere\b|\b(?:at|in|on|to|from) (?:what|which) (?:place|location|point|waypoint|position|spot)\b"),
    (
        "who",
        r"\b(?:who|whom|whose)\b|^(?:by |with )?(?:which|what) (?!is|are|was|does|do|did|will|happen|if|about)",
    ),
    ("what", r"^what\b"),
)
_KINDS = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _PATTERNS)
_AUXILIARY = re.compile(
    r"^(?P<aux>is|are|was|were|does|do|did|will|has|have|isn't|aren't|doesn't|won't)\s+", re.IGNORECASE
)
_SUGGESTS = re.compile(
    r"^(?:how about|what about|why (?:not|don't|do not|can't|couldn't)|can|could|would|may|might|shall|should)\b",
    re.IGNORECASE,
)
_WORD = re.compile(
    r"(?:at |by |to |from |in |with |for )?(?:when|where|who|whom|whose|which|what|why|how)\b", re.IGNORECASE
)
#: So only questions begin, with a question mark or without.
_INVERTED = re.compile(
    r"(?!.*[.?!;] *\w)(?:when|where|why|how (?:long|often|many [\w-]+)|what time|who|which [\w-]+)"
    r" (?:does|do|did|is|are|was|were|will)\b(?! (?:i|we)\b)",
    re.IGNORECASE,
)
#: A verb before its subject; "do" and "have" begin requests, too ("do Star5 last").
_VERB_FIRST = re.compile(
    r"(?:(?:is|are|am|was|were|does|did|will|has|had|can|could|would|may|might|shall|should|must)(?:n't)?"
    r"|(?:do|have)(?:n't)? (?:i|we|you|they|he|she|it|there|any|all))\b",
    re.IGNORECASE,
)
_HOW = re.compile(r"\bhow (?:much|many|long|soon|often|late|early|far|come)\b", re.IGNORECASE)
_CLAUSES = re.compile(r"[,.;:!–—]+\s|\s-+\s|\s(?:and|but|or|like|maybe)\s", re.IGNORECASE)
_SHORT_IS = re.compile(r"^(what|where|who|when|how|why)'?s\b", re.IGNORECASE)
_SHOW = re.compile(
    r"(?:show|list|give|read|describe|summari[sz]e|repeat|recap|remind|compare|name|count)\b", re.IGNORECASE
)
_ARTICLES = re.compile(r"(?:the |all |both |our |my )*", re.IGNORECASE)
_HAS_TO = re.compile(r"\b(?:have|has|need|needs|supposed|going|about) to\b\s*", re.IGNORECASE)
_PARTICIPLE = re.compile(r"^(?:\w+ed|been|gone|left|taken|got|done|driven|brought|kept)\b", re.IGNORECASE)


def kind_of(text: str) -> Kind | None:
    """Return what a question asks; None where that is not clear."""
    asked = _bare(text)
    for kind, pattern in _KINDS:
        if pattern.search(asked):
            return kind
    return "whether" if _AUXILIARY.match(asked) else None


def asks_about_plan(text: str, names: NamedObjects) -> bool:
    """Return whether a text is a question by its form: it ends so, and begins with a question word or a verb.

    What suggests something ("why don't we", "could the tug wait?") is a wish.
    """
    asked = _bare(text)
    told_to_tell = _TELL.match(_OPENING.sub("", text)) is not None
    if not (asked.endswith("?") or told_to_tell or _INVERTED.match(asked)) or _SUGGESTS.match(asked):
        return False
    return _WORD.match(asked) is not None or (not told_to_tell and declarative(asked, names) is not None)


def may_ask(text: str) -> bool:
    """Return whether a text has any form of a question: its mark, a question word or a verb first, "tell me".

    What stands before the question in its sentence does not matter: "step 10, two boats, who goes where".
    """
    if "?" in text or _TELL.match(_OPENING.sub("", text)) or _HOW.search(text):
        return True
    clauses = (_SHORT_IS.sub(r"\1 is", _bare(each)) for each in _CLAUSES.split(text.replace("’", "'")))
    return any(each.match(clause) is not None for clause in clauses for each in (_WORD, _VERB_FIRST, _SHOW))


def declarative(text: str, names: NamedObjects) -> str | None:
    """Return the request whose fulfilment a question asks about: "is the tug at B first?" asks whether it must be.

    None where its subject is not named: then nobody knows what is asked.
    """
    asked = _bare(text).rstrip("?!. ")
    found = _AUXILIARY.match(asked)
    if found is None:
        return None
    rest = _HAS_TO.sub("", asked[found.end() :])
    subject = next((each for each in names.mentions(rest) if _ARTICLES.fullmatch(rest[: each.start])), None)
    if subject is None:
        return None
    predicate = rest[subject.end :].strip()
    # "Isn't it at B?" asks the same as "is it at B?".
    verb = found["aux"].casefold().removesuffix("n't")
    if verb in ("is", "are", "was", "were"):
        predicate = f"be {predicate}"
    elif verb in ("has", "have") and _PARTICIPLE.match(predicate):
        predicate = f"have {predicate}"
    return f"{rest[: subject.end]} must {predicate}".strip() if predicate else None


def is_about_all(constraints: Sequence[str], question: str, names: NamedObjects) -> bool:
    """Return whether constraints are about every thing that a question names; of a group one is enough."""
    about = {name for text in constraints for atom in parse_constraint(text).atoms() for name in atom.arguments}
    return all(each.objects & about for each in names.mentions(question))


def _bare(text: str) -> str:
    asked = " ".join(text.replace("’", "'").split())
    asked = _OPENING.sub("", asked)
    return _OPENING.sub("", _TELL.sub("", asked))
