"""Names for facts of the compilation, facts that hold until or since a time, envelopes, clocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plancritic.pddl.language import Atom, Domain, number_text

#: The least time between two happenings that interfere.
EPSILON = 0.001
#: How far a timed literal lies from events that it must let happen. The margin is for sums of decimals; as large
#: as 1e-6 it would let Kairos put an event an epsilon late, as it keeps no more from a timed literal.
DISTANCE = EPSILON + 1e-7


class Names:
    """New names that a domain does not use."""

    def __init__(self, domain: Domain) -> None:
        self.prefix = "w"
        taken = (*domain.predicates, *domain.functions, *domain.actions, *domain.type_names)
        while any(name.startswith(f"{self.prefix}-") for name in taken):
            self.prefix += "w"
        self.facts: list[str] = []
        self._count = 0

    def text(self, kind: str) -> str:
        """Return a new name."""
        self._count += 1
        return f"{self.prefix}-{kind}-{self._count}"

    def new(self, kind: str) -> Atom:
        """Return a new fact without arguments."""
        self.facts.append(self.text(kind))
        return Atom(self.facts[-1])


class Windows:
    """Facts that hold before or since a time: timed literals change them, actions only read them."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.times: dict[Atom, float] = {}
        self.initially: list[Atom] = []
        self._before: dict[float, Atom] = {}
        self._since: dict[float, Atom] = {}

    def before(self, time: float) -> Atom:
        """True for events before a time, at least an epsilon."""
        time = round(time, 9)
        if time not in self._before:
            fact = self._before[time] = self.names.new("before")
            self.initially.append(fact)
            self.times[fact] = time
        return self._before[time]

    def since(self, time: float) -> Atom:
        """True for events after a time, at least an epsilon."""
        time = round(time, 9)
        if time not in self._since:
            fact = self._since[time] = self.names.new("since")
            if time <= 0:
                self.initially.append(fact)
            else:
                self.times[fact] = time
        return self._since[time]

    def at(self, fact: Atom, time: float) -> bool | None:
        """Return whether such a fact is true for an event at a time; None for other facts."""
        if fact not in self.times:
            return True if fact in self.initially else None
        return (time < self.times[fact]) is (fact in self.initially)

    def timed_literals(self) -> list[str]:
        """Return the changes, as PDDL."""
        return [
            f"(at {number_text(time)} {f'(not {fact})' if fact in self.initially else fact})"
            for fact, time in sorted(self.times.items(), key=lambda item: item[1])
        ]


@dataclass(frozen=True)
class Envelope:
    """An action of at most some time, around what has to happen within that time."""

    name: str
    idle: Atom
    running: Atom
    paid: Atom
    longest: float

    @classmethod
    def of(cls, names: Names, longest: float) -> Envelope:
        """Return a new one, that allows for an epsilon at both ends."""
        made = round(longest + 2 * EPSILON, 9)
        return cls(names.text("envelope"), names.new("idle"), names.new("running"), names.new("paid"), made)

    def __str__(self) -> str:
        return f"""(:durative-action {self.name} :parameters ()
  :duration (<= ?duration {number_text(self.longest)})
  :condition (and (at start {self.idle}) (at end {self.paid}))
  :effect (and (at start (not {self.idle})) (at start {self.running})
    (at end (not {self.running})) (at end {self.idle})))"""


@dataclass(frozen=True)
class Clock:
    """What makes time pass in a compiled problem, as PDDL.

    Attributes:
        facts: Initial facts and timed literals.
        actions: Actions by name that no plan of the original has.
        requirements: What they need.
        condition: What every (plain) action of the original needs besides.
        effect: What every (plain) action of the original does besides.
    """

    facts: Sequence[str] = ()
    actions: Mapping[str, str] = field(default_factory=dict)
    requirements: Sequence[str] = ()
    condition: str = ""
    effect: str = ""


@dataclass(frozen=True)
class Countdown:
    """A debt has to be paid within so many steps; see `step_counter`."""

    paid: Atom
    steps: int
