"""The sentences that a context has for a predicate, made of one clause."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from plancritic.domains.phrases.clause import Clause
from plancritic.domains.phrases.negation import denied, has_indefinite_subject


class Forms(NamedTuple):
    """Sentences of a predicate with places for its arguments, as `PredicateEntry` has them.

    `phrase` is its verb phrase without objects ("be at"; "" where it has none).
    """

    holds: str
    fails: str
    starts: str
    stops: str
    never: str
    ever: str
    phrase: str = ""

    def literal(self, holds: bool) -> str:
        """Return the sentence that says whether a fact holds."""
        return self.holds if holds else self.fails


def forms_of(clause: Clause, named: Forms) -> Forms:
    """Return the sentences of a clause; those of the predicate's name (`named`) where the clause cannot be denied.

    No sentence denies twice: "something is in the oven" denies "nothing is in the oven".
    """
    holds = clause.text
    contrary = denied(clause) or denied(_without_tail(clause))
    plain = clause.without_tense_adverbs
    if clause.negatives:
        if contrary is None:
            return named._replace(holds=holds, starts=f"it comes about that {holds}")
        return Forms(
            holds=holds,
            fails=contrary.text,
            starts=f"it comes about that {holds}",
            stops=_starts(contrary),
            never=f"at all times, {contrary.text}",
            ever=f"it is ever so that {holds}",
        )
    if contrary is None:
        # What joins two statements.
        return Forms(
            holds=holds,
            fails=f"it is not so that {holds}",
            starts=f"it comes about that {holds}",
            stops=f"it is no longer so that {holds}",
            never=f"it is never so that {holds}",
            ever=f"it is ever so that {holds}",
        )
    if has_indefinite_subject(clause):
        never = contrary.with_adverb("ever").text if clause.before != ("there",) else plain.with_adverb("never").text
    else:
        never = plain.with_adverb("never").text
    return Forms(
        holds=holds,
        fails=contrary.text,
        starts=_starts(plain),
        stops=_stops(plain),
        never=never,
        ever=plain.with_adverb("ever").text,
        phrase=_phrase(plain),
    )


def _without_tail(clause: Clause) -> Clause:
    """Return a clause without an addition that denies something: ", not shaken yet", ", and not back"."""
    after = clause.after
    for place, word in enumerate(after):
        if word == "," and after[place + 1 : place + 3] and "not" in after[place + 1 : place + 3]:
            return replace(clause, after=after[:place])
    return clause


def _is_plain(clause: Clause) -> bool:
    """Whether the verb tells of a state now, so that something can come to be in it."""
    is_past = clause.verb in ("was", "were", "had")
    return clause.kind in ("be", "third", "base", "have") and not clause.is_perfect and not is_past


def _starts(clause: Clause) -> str:
    if (
        not _is_plain(clause)
        or clause.base == "come"
        or clause.negatives
        or clause.is_coordinated
        or has_indefinite_subject(clause)
    ):
        return f"it comes about that {clause.text}"
    plural = clause.kind == "base" or clause.verb in ("are", "have")
    base = "have" if clause.kind == "have" else clause.base
    comes = Clause(clause.before, "come" if plural else "comes", ("to", base, *clause.after), "third")
    return comes.text


def _stops(clause: Clause) -> str:
    if clause.is_perfect or clause.verb in ("was", "were", "had") or has_indefinite_subject(clause):
        return f"it is no longer so that {clause.text}"
    return clause.with_adverb("no longer").text


def _phrase(clause: Clause) -> str:
    """The verb phrase of a clause about its first argument, and its second behind it."""
    after = clause.after[:-1] if clause.after[-1:] == ("{1}",) else clause.after
    if clause.before != ("{0}",) or not _is_plain(clause) or any("{" in each for each in after):
        return ""
    base = "have" if clause.kind == "have" else clause.base
    return " ".join((base, *after))
