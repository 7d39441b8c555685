"""What each type of constraint asks of the events that touch its conditions.

A watch lets every event happen in one or more ways (`Option`): with further conditions, and with effects on facts of
its own. An option is allowed to note less than what came true, never more: a plan made of options satisfies the
constraint, and for one that satisfies it there is a choice of options. `exact` is False where the latter may fail for
events that happen together: what an option reads no other event may change at the same time.

Source: Bonassi, De Giacomo, Favorito, Fuggitti, Gerevini, Scala: Planning for temporally extended goals in pure-past
linear temporal logic / TCORE, ICAPS 2021, for the types without times; the windows are our own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from plancritic.pddl.compilation.events import Event
from plancritic.pddl.compilation.literals import ALWAYS, Literal
from plancritic.pddl.compilation.windows import DISTANCE, Envelope, Names, Windows
from plancritic.pddl.execution import TIME_TOLERANCE
from plancritic.pddl.language import Atom, Condition


@dataclass(frozen=True, slots=True)
class Option:
    """One way for an event to happen."""

    conditions: frozenset[Literal] = frozenset()
    adds: frozenset[Atom] = frozenset()
    deletes: frozenset[Atom] = frozenset()


PLAIN = Option()


def option(
    conditions: frozenset[Literal], *more: Atom, adds: Atom | None = None, deletes: Atom | None = None
) -> Option:
    """Return the option that reads further facts and makes one true or false."""
    return Option(
        conditions | frozenset(more),
        frozenset(() if adds is None else (adds,)),
        frozenset(() if deletes is None else (deletes,)),
    )


class Watch(ABC):
    """One constraint compiled.

    Attributes:
        facts: Own facts that are true initially.
        goals: What has to hold in the end.
        exact: Whether no plan is lost.
    """

    def __init__(self) -> None:
        self.facts: list[Atom] = []
        self.goals: list[Condition] = []
        self.exact = True

    @abstractmethod
    def options(self, event: Event) -> list[Option]:
        """Return the ways for an event to happen, the most useful first; none: it must not happen."""


class Always(Watch):
    """`always`: the condition holds initially, and no event makes it false."""

    def __init__(self, condition: Condition) -> None:
        super().__init__()
        self.condition = condition

    def options(self, event: Event) -> list[Option]:
        """Only those after which the condition holds."""
        if not event.touches(self.condition):
            return [PLAIN]
        kept = event.after(self.condition)
        self.exact &= all(not term for term in kept)
        return [option(term) for term in kept]


class Noted(Watch):
    """An event that makes the condition true notes it in `seen`: `sometime` and, with a window, `within`.

    With `read` other events read the note (`sometime-before`): making it again at the same time would interfere
    with them, so there is a way to leave it be where it stands.
    """

    def __init__(self, condition: Condition, names: Names, window: Atom | None = None) -> None:
        super().__init__()
        self.condition = condition
        self.window = () if window is None else (window,)
        self.seen = names.new("seen")
        self.read = False

    def options(self, event: Event) -> list[Option]:
        """Those that make it true also note it."""
        if not event.touches(self.condition):
            return [PLAIN]
        made = event.after(self.condition)
        if not made:
            return [PLAIN]
        self.exact &= not any(made)
        found = [option(term, *self.window, adds=self.seen) for term in made]
        if made != ALWAYS or self.window:
            return [*found, PLAIN]
        return [*found, option(frozenset((self.seen,)))] if self.read else found


class Precedence(Watch):
    """`sometime-before`: an event that makes the condition true needs a note of the other one made before."""

    def __init__(self, condition: Condition, seen: Atom) -> None:
        super().__init__()
        self.condition = condition
        self.seen = seen

    def options(self, event: Event) -> list[Option]:
        """Those that make the condition true read the note."""
        if not event.touches(self.condition):
            return [PLAIN]
        false = event.after(self.condition, positive=False)
        found = [option(term) for term in false]
        if false != ALWAYS:
            found.append(option(frozenset((self.seen,))))
        self.exact &= not any(false)
        return found


class AtMostOnce(Watch):
    """`at-most-once`: it may come true until it has become false after being true.

    An event that may make it false when it never was true reads that: the condition itself would not do, as two
    such events could not happen together then.
    """

    def __init__(self, condition: Condition, initially: bool, names: Names) -> None:
        super().__init__()
        self.condition = condition
        self.open, self.unused = names.new("open"), names.new("unused")
        self.facts = [self.open] if initially else [self.open, self.unused]

    def options(self, event: Event) -> list[Option]:
        """Those that end it close it, those that begin it need it open."""
        if not event.touches(self.condition):
            return [PLAIN]
        true, false = event.after(self.condition), event.after(self.condition, positive=False)
        self.exact &= not any(true) and not any(false)
        found = [option(term, self.open, deletes=self.unused) for term in true]
        was_false = event.before(self.condition, positive=False)
        if was_false == ALWAYS:
            return found + [option(term) for term in false]
        found += [option(term, self.unused) for term in false if was_false]
        return found + [option(term, deletes=self.open) for term in false]


class SometimeAfter(Watch):
    """`sometime-after`: a first without a second leaves a debt that the next second pays.

    With an envelope (`always-within`) a debt is made only while it runs, and it ends only without debts.
    """

    def __init__(self, first: Condition, second: Condition, names: Names, envelope: Envelope | None = None) -> None:
        super().__init__()
        self.first, self.second = first, second
        self.paid = names.new("paid") if envelope is None else envelope.paid
        self.running = () if envelope is None else (envelope.running,)
        self.goals.append(self.paid)
        self._debts = self._payments = False

    def options(self, event: Event) -> list[Option]:
        """Debts and payments; one of each cannot happen together, so that plans may be lost where there are both."""
        touches_second = event.touches(self.second)
        if not touches_second and not event.touches(self.first):
            return [PLAIN]
        true, false = event.after(self.second), event.after(self.first, positive=False)
        found = [option(term, adds=self.paid if touches_second else None) for term in true]
        self._payments |= touches_second and bool(true)
        if true != ALWAYS:
            found += [option(term) for term in false]
            self.exact &= not any(true) and not any(false)
            if false != ALWAYS:
                found.append(option(frozenset(self.running), deletes=self.paid))
                self._debts = True
        self.exact &= not (self._debts and self._payments)
        return found


class Hold(Watch):
    """`hold-after`, `hold-during`: the condition holds when the window opens, and no event in it makes it false.

    Whether it holds when the window opens is noted by events before: no action has to wait for that time.
    """

    def __init__(self, condition: Condition, initially: bool, start: float, end: float, windows: Windows) -> None:
        super().__init__()
        self.condition = condition
        self.good = windows.names.new("good")
        self.goals.append(self.good)
        if initially:
            self.facts.append(self.good)
        self.before = windows.before(start) if start > TIME_TOLERANCE else None
        self.until = windows.before(start + DISTANCE) if start > TIME_TOLERANCE else None
        self.later = windows.since(end - DISTANCE) if end < float("inf") else None

    def options(self, event: Event) -> list[Option]:
        """Before the window they note whether the condition holds; in it they keep it."""
        if not event.touches(self.condition):
            return [PLAIN]
        true = event.after(self.condition)
        self.exact &= not any(true)
        found = [option(term, self.until, adds=self.good) for term in true if self.until]
        found += [option(term) for term in true]
        if true != ALWAYS:
            if self.before:
                found.append(option(frozenset((self.before,)), deletes=self.good))
            if self.later:
                found.append(option(frozenset((self.later,))))
        return found
