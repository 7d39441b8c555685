"""What would make an impossible specification possible, as a plain sentence."""

from __future__ import annotations

from plancritic.contracts.planning import ConstraintChange, Impossible, Relaxation
from plancritic.english.lists import enumerated
from plancritic.wording.constraints import constraint_in_words
from plancritic.wording.lexicon import Lexicon


def relaxation_sentence(relaxation: Relaxation, lexicon: Lexicon | None = None) -> str:
    """One relaxation in words; with a lexicon its constraints are in the domain's words."""
    match relaxation.kind:
        case "later_bound":
            changes = " and ".join(_replaced(change, lexicon) for change in relaxation.changes)
            return f"It is possible with {changes}."
        case "drop_statement":
            named = enumerated([repr(each) for each in relaxation.statements])
            noun = "statement" if len(relaxation.statements) == 1 else "statements"
            return f"It is possible without {noun} {named}: {_dropped(relaxation, lexicon)}"
        case "drop_constraint":
            what = "this" if len(relaxation.changes) == 1 else "these"
            return f"It is possible without {what}: {_dropped(relaxation, lexicon)}"


def has_further_clashes(verdict: Impossible) -> bool:
    """Return whether the relaxations show that the clash is not the only one: none of them gives up one thing alone.

    Where none was found nothing is known.
    """
    given_up = (len(one.statements if one.kind == "drop_statement" else one.changes) for one in verdict.relaxations)
    return bool(verdict.relaxations) and all(number > 1 for number in given_up)


def _replaced(change: ConstraintChange, lexicon: Lexicon | None) -> str:
    weaker = _quoted(constraint_in_words(change.replacement or "", lexicon))
    return f"{weaker} in place of {_quoted(constraint_in_words(change.constraint.constraint, lexicon))}"


def _quoted(sentence: str) -> str:
    return f'"{sentence.rstrip(".")}"'


def _dropped(relaxation: Relaxation, lexicon: Lexicon | None) -> str:
    return " ".join(constraint_in_words(change.constraint.constraint, lexicon) for change in relaxation.changes)
