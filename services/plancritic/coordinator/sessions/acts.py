"""The acts of which a turn is one, and how likely each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict

#: What a person does with a text. `wish`: demands something new of the plan; `change`: alters what was said before;
#: `cancel`: takes back one, several or all statements; `undo`: goes a turn back; `question`: asks about the plan or
#: about what is in force; `accept`: takes the plan as it is; `confirm`, `deny`: says that a statement was read rightly
#: or wrongly; `chatter`: asks for nothing.
Act = Literal["wish", "change", "cancel", "undo", "question", "accept", "confirm", "deny", "chatter"]

ACTS: tuple[Act, ...] = get_args(Act)

#: Acts that can only be about something that was said before.
OF_SESSION: frozenset[Act] = frozenset({"change", "cancel", "undo"})
#: Acts that leave everything in force as it is.
CHANGES_NOTHING: frozenset[Act] = frozenset({"question", "confirm", "deny", "chatter"})


@dataclass(frozen=True)
class Likelihoods:
    """How likely each act is; together they make 1."""

    of: Mapping[Act, float]

    @property
    def likeliest(self) -> Act:
        """Return the likeliest act."""
        return max(ACTS, key=lambda each: self.of.get(each, 0.0))


class Asked(BaseModel):
    """A text that asks about the plan, or asks for nothing: it is answered, and changes nothing.

    `told`: what it was taken for says all that there is to say, so it gets no further answer.
    It is `understood` unless that says that nothing could be made of it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    act: Act
    told: bool = False
    understood: bool = True
