"""Statements about step numbers of the plan that was shown, read through what those steps achieve.

"Step 6 before step 5" ([PC] table II): what step 6 makes so must come before what step 5 sets off.
"""

from __future__ import annotations

import re

from plancritic.pddl.conditions import Atom, Condition, negate
from plancritic.pddl.constraints import Constraint, ConstraintType
from plancritic.pddl.plan import Plan, Step
from plancritic.translator.events import EventReader
from plancritic.translator.offline import Parse
from plancritic.translator.text import plain

_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        start=1,
    )
}
_ENUMERATED = re.compile(
    r"\b(?:steps?|actions?|no\.?|number|#)\s*#?(\d+)(?:\s*(?:and|,|&|/|with)\s*(?:step\s*)?#?(\d+))?"
)
_ORDINAL = re.compile(rf"\b(?:the )?({'|'.join(_NUMBER_WORDS)}) (?:step|action)\b(?!\s+#?\d)")
_BARE = re.compile(r"(?<![\w.])#?(\d+)(?!\w|\.\d)")

_LATER_FIRST = re.compile(
    r"\b(after|once|until|till|unless|later than|follow(?:s|ing)?|wait(?:s|ing)? for|depends? on)\b"
)
_EARLIER_FIRST = re.compile(r"\b(before|ahead of|prior to|earlier than|sooner than|precede[sd]?)\b")
_NEGATED = re.compile(r"\b(not|n't|never|no|without|don't|mustn't|shouldn't|can't|cannot)\b|n't\b")
_OMIT = re.compile(
    r"\b(leave|left|skip\w*|omit\w*|drop\w*|remove[ds]?|delete[ds]?|without|cut|scrap\w*|get rid of|avoid\w*|cancel\w*"
    r"|eliminate\w*|no)\b"
)
_SWAP = re.compile(r"\b(swap\w*|exchange\w*|switch\w*|reverse[ds]?|the other way round|interchange\w*)\b")
_COMES_FIRST = re.compile(r"\b(?:step |so that |with |put |do |let )*#?(\d+) (?:\w+ ){0,3}(?:first|earlier)\b")


class StepReader:
    """Reads statements about the steps of one shown plan."""

    def __init__(self, reader: EventReader, plan: Plan) -> None:
        self._world = reader.world
        self._reader = reader
        self._steps: dict[int, list[Step]] = {}
        for number, step in plan.numbered():
            self._steps.setdefault(number, []).append(step)

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Readings of a statement that names steps, best first; none where it names none, or none there are."""
        text = self._digits(plain(statement).lower())
        named = _ENUMERATED.search(text)
        if named is None:
            return ()
        numbers = list(dict.fromkeys(int(n) for n in _BARE.findall(text)))
        if not numbers or any(number not in self._steps for number in numbers):
            return ()
        if len(numbers) == 2:
            return self._order(text, numbers[0], numbers[1])
        if len(numbers) == 1 and (_OMIT.search(text) or _NEGATED.search(text)):
            constraints = self._omit(numbers[0])
            return (Parse(constraints, 0.9),) if constraints else ()
        return ()

    def unknown(self, statement: str) -> str | None:
        """Why the steps a statement names cannot be meant, or None if it names none or all are there."""
        text = self._digits(plain(statement).lower())
        if _ENUMERATED.search(text) is None:
            return None
        missing = sorted({int(n) for n in _BARE.findall(text)} - self._steps.keys())
        if not missing:
            return None
        return f"the plan shown has steps 1 to {max(self._steps, default=0)}, there is no step {missing[0]}"

    @staticmethod
    def _digits(text: str) -> str:
        return _ORDINAL.sub(lambda match: f"step {_NUMBER_WORDS[match[1]]}", text)

    def _order(self, text: str, one: int, other: int) -> tuple[Parse, ...]:
        first = self._first(text, one, other)
        if first is None:
            return ()
        then = other if first == one else one
        constraints = tuple(
            Constraint(ConstraintType.SOMETIME_BEFORE, (late, early))
            for late in self._setting_off(then)
            for early in self._achieved(first)
            if late != early
        )
        return (Parse(constraints, 0.95),) if constraints else ()

    def _first(self, text: str, one: int, other: int) -> int | None:
        """Which of two steps is to come first."""
        comes = _COMES_FIRST.search(text)
        if comes is not None and int(comes[1]) in (one, other):
            return int(comes[1])
        earlier, later = _EARLIER_FIRST.search(text), _LATER_FIRST.search(text)
        connective = earlier or later
        if connective is not None:
            # "Before step 5, do step 6": the connective opens the sentence, so its step is the nearer one.
            opens = connective.end() <= text.index(str(one))
            main, sub = (other, one) if opens else (one, other)
            negated = bool(_NEGATED.search(text)) and not re.search(r"\b(until|till|unless)\b", text)
            before = (earlier is not None) != negated
            return main if before else sub
        if _SWAP.search(text):
            # As shown the smaller number comes first.
            return max(one, other)
        then = re.search(r"\b(then|followed by|next|>|->)\b|->|>", text)
        return one if then is not None or "first" in text else None

    def _achieved(self, number: int) -> tuple[Condition, ...]:
        return tuple(dict.fromkeys(atom for step in self._steps[number] for atom in self._results(step)))

    def _setting_off(self, number: int) -> tuple[Condition, ...]:
        """What shows that a step has begun: a move leaves its place, anything else makes its facts so."""
        found: list[Condition] = []
        for step in self._steps[number]:
            leaves = [a for a in self._world.losses(step) if self._is_position(a)]
            moved = [a for a in leaves if any(g.arguments[:1] == a.arguments[:1] for g in self._world.outcome(step))]
            found.extend(negate(atom) for atom in moved)
            if not moved:
                found.extend(self._results(step))
        return tuple(dict.fromkeys(found))

    def _is_position(self, atom: Atom) -> bool:
        return self._world.positions.get(atom.arguments[0] if atom.arguments else "") == atom.predicate

    def _results(self, step: Step) -> tuple[Atom, ...]:
        """The facts a step is done for: those it gives that are no mere flags, each said once.

        Where it makes a way free in both directions one is enough.
        """
        facts: list[Atom] = []
        for atom in self._world.outcome(step):
            if atom.predicate in self._world.locks or atom in self._world.problem.facts:
                continue
            if any(f.predicate == atom.predicate and sorted(f.arguments) == sorted(atom.arguments) for f in facts):
                continue
            facts.append(atom)
        return tuple(facts)

    def _omit(self, number: int) -> tuple[Constraint, ...]:
        found: list[Constraint] = []
        for step in self._steps[number]:
            things = [a for a in step.arguments if self._reader.deed_conditions(a, False)]
            if things:
                found.extend(
                    Constraint(ConstraintType.AT_END, (atom,))
                    for thing in things
                    for atom in self._reader.deed_conditions(thing, False)
                )
            else:
                found.extend(Constraint(ConstraintType.ALWAYS, (negate(atom),)) for atom in self._results(step))
        return tuple(dict.fromkeys(found))
