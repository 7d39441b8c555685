"""Statements about step numbers of the plan that was shown, read through what those steps achieve.

"Step 6 before step 5" ([PC] table II): what step 6 makes so must come before what step 5 sets off.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from plancritic.english.lists import words
from plancritic.mentions.grammar import Cue
from plancritic.mentions.items import DeedHint, Item
from plancritic.mentions.text import stems
from plancritic.pddl.language import (
    Atom,
    Condition,
    Constraint,
    ConstraintType,
    Plan,
    Step,
    atoms,
    bind_atom,
    conjuncts,
    negate,
)
from plancritic.translator.candidates.offline import Parse
from plancritic.translator.happenings.events import EventReader
from plancritic.translator.happenings.facts import Context
from plancritic.translator.plan_steps.asked import Asked, Relation, Side
from plancritic.translator.plan_steps.references import STEPS, Line, StepReferences, denial_or_number, line_text
from plancritic.translator.plan_steps.relations import StepRelations, sentences
from plancritic.translator.refusals.doubts import question, requests, unknown_words

_SURE, _LIKELY = 0.95, 0.8
#: Words that tell the beginning of a step from its end.
_MOMENTS = re.compile(
    r"\b(?:wait(?:s|ing)?|until|till|start(?:s|ed|ing)?|begin(?:s|ning)?|begun|commence[sd]?|hold(?:s|ing)? off|"
    r"finish(?:es|ed)?|complete[sd]?|done|over|through|ends?|ended)\b",
    re.IGNORECASE,
)
_REASONS = words("because since so as")
_HAPPENING = (Cue.END, Cue.AWAY, Cue.STAY, Cue.GONE, Cue.MOVE, Cue.SET_OUT)


class StepReader:
    """Reads statements about the steps of one shown plan."""

    def __init__(self, reader: EventReader, plan: Plan) -> None:
        self.plan = plan
        self._world = reader.world
        self._reader = reader
        self._context = reader.linker.context
        self._steps: dict[int, list[Step]] = {}
        for number, step in plan.numbered():
            self._steps.setdefault(number, []).append(step)
        self._references = StepReferences(reader.linker, max(self._steps, default=0))

    def parse(self, statement: str) -> tuple[Parse, ...]:
        """Readings of a statement that names steps, best first; none where it names none, or none there are."""
        line = self._references.line(statement)
        if self._missing(line) or not any(piece.text == STEPS for piece in line) or self._asks(line):
            return ()
        read = StepRelations(line)
        if read.refused is not None or not read.found or self._beside(line, read.found) or denial_or_number(statement):
            return ()
        constraints: list[Constraint] = []
        for relation in read.found:
            meant = self._meant(relation)
            if not meant:
                return ()
            constraints.extend(meant)
        sure = all(r.asked in (Asked.BEFORE, Asked.WITHIN, Asked.LEFT_OUT) for r in read.found)
        return (Parse(tuple(dict.fromkeys(constraints)), _SURE if sure else _LIKELY),)

    def unread(self, statement: str) -> tuple[str, ...]:
        """Return what a statement says of beginnings of steps that no fact shows, so that no constraint can hold them.

        "Step 6 should wait until step 9 is finished": where step 6 takes time and changes facts at its end alone, its
        end is read, and it may begin before step 9 is over.
        """
        if _MOMENTS.search(statement) is None:
            return ()
        found = StepRelations(self._references.line(statement)).found
        late = (each.other for each in found if each.asked is Asked.BEFORE and each.one.steps and not each.other.over)
        hidden = {n for side in late for n in side.steps if any(map(self._begins_unseen, self._steps.get(n, ())))}
        return tuple(f"when step {number} begins (the plan's facts show only its end)" for number in sorted(hidden))

    def _begins_unseen(self, step: Step) -> bool:
        return bool(step.duration) and set(self._setting_off([step], False)) == set(self._results(step))

    def unknown(self, statement: str) -> str | None:
        """Return why what a statement says of steps cannot be read, or None if it names none or all of it can."""
        line = self._references.line(statement)
        missing = self._missing(line)
        if missing:
            return f"there is no step {missing[0]}; the plan shown has steps 1 to {max(self._steps, default=0)}"
        if not any(piece.text == STEPS for piece in line):
            return None
        if self._asks(line):
            return "it is a question; say what the plan must do"
        if denial_or_number(statement):
            return "I cannot tell whether its 'no' forbids a step or means 'number'"
        read = StepRelations(line)
        if read.refused is not None:
            return read.refused
        beside = self._beside(line, read.found) if read.found else ""
        if beside:
            return f"{beside!r} asks for something else than the rest: say it in a statement of its own"
        if not read.found:
            return None
        for relation in read.found:
            if not self._meant(relation):
                return self._unsayable(relation)
        return None

    def named(self, statement: str) -> tuple[int, ...]:
        """Return the steps of the plan that a statement names, in its order."""
        pieces = self._references.line(statement)
        return tuple(dict.fromkeys(n for piece in pieces for n in piece.steps if n in self._steps))

    def actions(self, number: int) -> tuple[Step, ...]:
        """Return the actions with a number, in the plan's order."""
        return tuple(self._steps.get(number, ()))

    def left_by(self, step: Step) -> tuple[tuple[str, str], ...]:
        """Return who leaves which place in a step."""
        gone = (atom for atom in self._world.losses(step) if self._is_position(atom))
        return tuple((atom.arguments[0], atom.arguments[1]) for atom in gone)

    def _unsayable(self, relation: Relation) -> str:
        """Why no constraint says what is asked of steps: most often one of them leaves nothing new."""
        numbers = (*relation.one.steps, *relation.other.steps)
        back = [n for n in numbers if not any(map(self._results, self._steps[n]))]
        if back:
            return (
                f"step {back[0]} achieves nothing that did not already hold at the start; I can order or time only "
                "steps that achieve something new"
            )
        steps = " and ".join(map(str, numbers))
        return f"no constraint on what step {steps} achieves can express this"

    @staticmethod
    def _beside(line: Line, found: Iterable[Relation]) -> str:
        """What names no step and asks for something all the same; empty where there is nothing.

        That is a sentence of its own, or a part after "and" that was read as no side of a relation.
        """
        related = {item for each in found for side in (each.one, each.other) for item in (*side.words, *side.described)}
        for sentence in sentences(line):
            if not any(piece.steps for piece in sentence) and requests(_items(sentence)):
                return line_text(sentence)
            for part in _joined_parts(sentence):
                items = _items(part)
                if not any(piece.steps for piece in part) and _happens(items) and related.isdisjoint(items):
                    return line_text(part).strip(" ,")
        return ""

    def _missing(self, line: Line) -> list[int]:
        return sorted({n for piece in line for n in piece.steps} - self._steps.keys())

    @staticmethod
    def _asks(line: Line) -> bool:
        return question(_items(line))

    def _meant(self, relation: Relation) -> tuple[Constraint, ...]:
        one, other = relation.one, relation.other
        if relation.asked is Asked.BEFORE:
            return self._ordered(one, other)
        if relation.asked is Asked.LEFT_OUT:
            return self._omit(self._chosen(one))
        if relation.asked is Asked.KEPT:
            described = {o for item in one.described for name in item.named() for o in name.objects}
            # "The debris of step 7 stays where it is": the step is not done.
            things = any(self._reader.deed_conditions(o, False) for o in described)
            return self._omit(self._chosen(one)) if things else self._keep(self._chosen(one))
        if relation.asked in (Asked.FIRST_OF_ITS_SORT, Asked.LAST_OF_ITS_SORT):
            sorts = {step.action for n in one.steps for step in self._steps[n]}
            alike = {n: [s for s in steps if s.action in sorts] for n, steps in self._steps.items()}
            others = Side(tuple(n for n, steps in alike.items() if steps and n not in one.steps))
            first = relation.asked is Asked.FIRST_OF_ITS_SORT
            return self._ordered(one, others) if first else self._ordered(others, one)
        achieved = self._achieved(self._chosen(one))
        if relation.asked is Asked.WITHIN:
            return tuple(Constraint(ConstraintType.WITHIN, (atom,), (relation.time,)) for atom in achieved)
        if relation.asked is Asked.NOT_BEFORE:
            begun = self._setting_off(self._chosen(one), False)
            return tuple(Constraint(ConstraintType.HOLD_DURING, (negate(c),), (0.0, relation.time)) for c in begun)
        effects = self._achieved(self._chosen(other))
        return tuple(
            Constraint(ConstraintType.ALWAYS_WITHIN, (cause, effect), (relation.time,))
            for cause in achieved
            for effect in effects
        )

    def _ordered(self, one: Side, other: Side) -> tuple[Constraint, ...]:
        early = self._chosen(one)
        late = self._free_of(self._chosen(other), early)
        earlier = self._achieved(early) if early else self._told(one.words)
        later = self._setting_off(late, other.over) if late else self._told(other.words)
        return tuple(
            Constraint(ConstraintType.SOMETIME_BEFORE, (then, before))
            for then in later
            for before in earlier
            if then != before
        )

    # Which of the actions that share a number are meant.

    def _chosen(self, side: Side) -> list[Step]:
        """The actions of the steps, those described where some are: "the two boats of step 4"."""
        steps = [step for number in side.steps for step in self._steps[number]]
        named = {o for item in side.described for name in item.named() for o in name.objects}
        by_name = [step for step in steps if named & set(step.arguments)]
        spoken = {stem for item in side.described for stem in stems(item.text)}
        by_deed = [step for step in by_name or steps if self._does(step.action, spoken)]
        return by_deed or by_name or steps

    def _does(self, action: str, spoken: set[str]) -> bool:
        entry = self._context.actions.get(action)
        return entry is not None and any(set(stems(verb)) <= spoken for verb in entry.verbs)

    def _free_of(self, late: list[Step], early: list[Step]) -> list[Step]:
        """The later actions without those that the earlier ones need: the scout goes there to scout."""
        needed = {atom for step in early for atom in self._needs(step)}
        free = [step for step in late if not needed & set(self._world.outcome(step))]
        return free or late

    def _needs(self, step: Step) -> Iterable[Atom]:
        action = self._world.domain.actions.get(step.action)
        if action is None or len(action.parameters) != len(step.arguments):
            return
        binding = dict(zip((p.name for p in action.parameters), step.arguments, strict=True))
        for condition in (action.conditions_at_start, action.conditions_over_all, action.conditions_at_end):
            for need in conjuncts(condition):
                for atom in atoms(need):
                    yield bind_atom(atom, binding)

    def _told(self, items: tuple[Item, ...]) -> tuple[Condition, ...]:
        """What words beside a step say happens: "the debris boat to reach the end point", "the calibration"."""
        if any(True for _ in unknown_words(items, self._reader.linker)):
            return ()
        events = self._reader.events(items, Context(), None)
        if events:
            best = max(events, key=lambda event: len(event.used) - event.assumed)
            return best.conditions
        if any(item.named() for item in items):
            return ()
        spoken = {stem for item in items for stem in stems(item.text)}
        done = [step for step in self._all if self._does(step.action, spoken | self._gerunds(spoken))]
        return self._achieved(done) if len(done) == 1 else ()

    @cached_property
    def _all(self) -> list[Step]:
        return [step for steps in self._steps.values() for step in steps]

    def _gerunds(self, spoken: set[str]) -> set[str]:
        """The stems of verbs that a noun is made from: "calibration" from "calibrate"."""
        verbs = {stem for entry in self._context.actions.values() for verb in entry.verbs for stem in stems(verb)}
        nouns = {word: word.removesuffix("ion").removesuffix("al") for word in spoken if word.endswith(("ion", "al"))}
        return {verb for verb in verbs for noun in nouns.values() if len(noun) > 3 and verb.rstrip("e") == noun}

    # What they achieve.

    def _achieved(self, steps: list[Step]) -> tuple[Condition, ...]:
        return tuple(dict.fromkeys(atom for step in steps for atom in self._results(step)))

    def _setting_off(self, steps: list[Step], over: bool) -> tuple[Condition, ...]:
        """What shows that steps have begun: a first move leaves its place, anything else makes its facts so.

        A place that one comes to later is left, as far as a constraint can tell, from the beginning: then it is the
        arrival that shows the move. With `over` it always is.
        """
        found: list[Condition] = []
        for step in steps:
            leaves = [a for a in self._world.losses(step) if self._is_position(a) and a in self._world.problem.facts]
            moved = [a for a in leaves if any(g.arguments[:1] == a.arguments[:1] for g in self._world.outcome(step))]
            if moved and not over:
                found.extend(negate(atom) for atom in moved)
            else:
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

    def _deeds(self, step: Step, done: bool) -> list[Atom]:
        return [atom for name in step.arguments for atom in self._reader.deed_conditions(name, done)]

    def _omit(self, steps: list[Step]) -> tuple[Constraint, ...]:
        found: list[Constraint] = []
        for step in steps:
            undone = self._deeds(step, False)
            if undone:
                found.extend(Constraint(ConstraintType.AT_END, (atom,)) for atom in undone)
            else:
                found.extend(Constraint(ConstraintType.ALWAYS, (negate(atom),)) for atom in self._results(step))
        return tuple(dict.fromkeys(found))

    def _keep(self, steps: list[Step]) -> tuple[Constraint, ...]:
        found: list[Constraint] = []
        for step in steps:
            done = self._deeds(step, True)
            if done:
                found.extend(Constraint(ConstraintType.AT_END, (atom,)) for atom in done)
            else:
                found.extend(Constraint(ConstraintType.SOMETIME, (atom,)) for atom in self._results(step))
        return tuple(dict.fromkeys(found))


def _items(line: Line) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(item for piece in line for item in piece.items))


def _joined_parts(sentence: Line) -> Iterator[Line]:
    """The parts of a sentence that "and" or "but" joins; what is told as a reason is left out."""
    start = 0
    for number, piece in enumerate(sentence):
        if piece.text in _REASONS:
            yield sentence[start:number]
            return
        if piece.text in ("and", "but"):
            yield sentence[start:number]
            start = number + 1
    yield sentence[start:]


def _happens(items: tuple[Item, ...]) -> bool:
    """Whether words tell that something named does something."""
    doing = (i for i in items if not i.named() or i.has(Cue.END))
    return any(i.named() and not i.has(Cue.END) for i in items) and any(
        i.hints() or i.has(*_HAPPENING) or any(isinstance(s, DeedHint) for s in i.senses) for i in doing
    )
