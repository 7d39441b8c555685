"""How rows of a reader's table are related."""

from __future__ import annotations

from enum import IntEnum, auto


class Relation(IntEnum):
    """How the second row is related to the first; the inverse of each comes `RELATIONS` later."""

    NONE = 0
    SAME = auto()
    NEXT = auto()
    SECOND_NEXT = auto()
    THIRD_NEXT = auto()
    LATER = auto()
    OTHER_SENTENCE = auto()
    NAMED = auto()
    BY_ROLE = auto()
    BY_GROUP = auto()
    NAMED_SET = auto()
    TOLD = auto()
    DENIED = auto()
    HINTED = auto()
    TIMED = auto()
    MEMBER = auto()
    FIRST_PLACE = auto()
    SECOND_PLACE = auto()
    FURTHER_PLACE = auto()
    #: The object stands at that place of a fact of the predicate that is true at first.
    FIRST_PLACE_AT_FIRST = auto()
    SECOND_PLACE_AT_FIRST = auto()
    FURTHER_PLACE_AT_FIRST = auto()
    #: Two objects stand in one fact: true at first, wanted by the goal, never changed.
    AT_FIRST = auto()
    WANTED = auto()
    LASTING = auto()


RELATIONS = len(Relation)
