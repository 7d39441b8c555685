"""What sets two candidates with time and numbers apart beyond their STRIPS part, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from plancritic.pddl.language import Action, FactEffect, action_text
from plancritic.pddl.language.writer import effect_text
from plancritic.pddl.strips_part import is_literal, timed_conditions
from plancritic.schema_library.candidates.candidate import Candidate
from plancritic.schema_library.candidates.durative import renamed_text

#: The moments at which an action has a condition (`True`) or an effect, by its text; and whether it is about numbers.
_Parts = dict[tuple[bool, str], tuple[list[str], bool]]


def timed_differences(one: Candidate, two: Candidate, renamed: Mapping[str, str]) -> Iterator[str]:
    """Give a sentence for each difference in duration, in numbers, and in the moment of a literal that both have.

    `renamed` has the first candidate's name of each variable of the second one. Literals that come or go are told with
    the STRIPS part.
    """
    first, second = one.whole or one.schema, two.whole or two.schema
    before, after = _duration(first, {}), _duration(second, renamed)
    if before != after:
        yield f"the action {one.action} takes {after or 'no time'} instead of {before or 'no time'}"
    had, has = _parts(first, {}), _parts(second, renamed)
    for is_condition, text in sorted(had.keys() | has.keys(), key=lambda each: (not each[0], each[1])):
        old, is_number = had.get((is_condition, text), ([], False))
        new, is_new_number = has.get((is_condition, text), ([], False))
        if old == new:
            continue
        verb = "needs" if is_condition else "brings about"
        if old and new:
            yield f"the action {one.action} {verb} {text} {' and '.join(new)} instead of {' and '.join(old)}"
        elif is_number or is_new_number:
            yield f"the action {one.action} {'also' if new else 'no longer'} {verb} {text} {' and '.join(new or old)}"


def _duration(action: Action, renamed: Mapping[str, str]) -> str:
    head, _ = action_text(action.name, action, action.parameters)
    _, _, rest = head.partition("\n  :duration ")
    return renamed_text(rest.partition("\n")[0], renamed)


def _parts(action: Action, renamed: Mapping[str, str]) -> _Parts:
    found: _Parts = {}
    for moment, parts in timed_conditions(action).items():
        for part in parts:
            text = renamed_text(str(part), renamed)
            found.setdefault((True, text), ([], not is_literal(part)))[0].append(moment)
    for moment, effects in (("at start", action.effects_at_start), ("at end", action.effects_at_end)):
        for effect in effects:
            text = renamed_text(effect_text(effect), renamed)
            found.setdefault((False, text), ([], not isinstance(effect, FactEffect)))[0].append(moment)
    return found
