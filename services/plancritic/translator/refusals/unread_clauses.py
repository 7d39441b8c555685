"""Clauses of a statement of which a reading has nothing: "... and the van has to come home".

A reading that leaves one out is half of what was asked for: it is offered with the words that it does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import Item

_ENDS = words(". ! ? ; : , -")
_JOINS = words("and but then plus")
#: Words that ask for something, whatever stands beside them.
_ASKING = words("must should shall ought needs need never ensure")
#: What opens a clause that says why or when, or is only courteous.
_ASIDES = words(
    "because since as for so or otherwise though although else if unless when while until thanks thank please cheers "
    "which who that half"
)
#: A clause with one of these tells how something is, or lets it be.
_BEING = words("is are was were has had not you")
#: Who a clause tells of, which asks for nothing then: "and it is late".
_TELLING = words("it this that there i we they he she you these those which who")
_FEWEST_WORDS = 2
#: Words that say nothing by themselves: where no others are left out, nothing is told.
_LITTLE = words(
    "a an the of to in on at by for from with and or but so as is are be was were it that this there i we you they he "
    "she me us my our your do does did will would can could may might shall should must have has had please thanks "
    "just also then too very well oh ok okay want like need go goes get let's let us"
)


@dataclass(frozen=True)
class Account:
    """What a reading has of a statement, in the person's words, in their order.

    `used` are the stretches of words for which it accounts, `unused` the others that say anything: a reason, what is
    unknown here. `unread` are those clauses among the others that ask for something.
    """

    used: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


def account_of(items: tuple[Item, ...], used: frozenset[int]) -> Account:
    """Return what a reading that accounts for the items that start at `used` has of a statement."""
    taken, left = list[str](), list[str]()
    # None between clauses: a stretch ends there.
    for is_used, stretch in groupby(items, lambda item: None if item.text in _ENDS else item.start in used):
        told = tuple(stretch)
        if is_used:
            taken.append(_text(told))
        elif is_used is False and any(word not in _LITTLE for item in told for word in item.text.split()):
            left.append(_text(told))
    return Account(tuple(taken), tuple(left), unread_clauses(items, used))


def unread_clauses(items: tuple[Item, ...], used: frozenset[int]) -> tuple[str, ...]:
    """Return the clauses that ask for something and of which nothing is read, in words.

    `used` are the items for which the reading accounts.
    """
    return tuple(
        _text(clause) for joined, clause in _clauses(items) if _asks(clause, joined) and not _read(clause, used)
    )


def _clauses(items: tuple[Item, ...]) -> Iterator[tuple[bool, tuple[Item, ...]]]:
    """Yield the clauses, each with whether a word joins it to the one before."""
    joined, clause = False, list[Item]()
    for item in items:
        if item.text in _ENDS or item.text in _JOINS:
            if clause:
                yield joined, tuple(clause)
                joined, clause = False, []
            joined = joined or item.text in _JOINS
        else:
            clause.append(item)
    if clause:
        yield joined, tuple(clause)


def _asks(clause: tuple[Item, ...], joined: bool) -> bool:
    said = _text(clause).split()
    if len(said) < _FEWEST_WORDS or said[0] in _ASIDES:
        return False
    if any(one in ("has", "have") and other == "to" for one, other in pairwise(said)):
        return True
    if any(one in _ASKING and other != "not" for one, other in pairwise(said)):
        return True
    return joined and said[0] not in _TELLING and not any(word in _BEING for word in said)


def _read(clause: tuple[Item, ...], used: frozenset[int]) -> bool:
    """Return whether the reading has more of a clause than who it is about and that it denies something."""
    return any(item.start in used and not item.has(Cue.IT, Cue.NOT, Cue.JOIN) for item in clause)


def _text(clause: tuple[Item, ...]) -> str:
    return " ".join(item.text for item in clause)
