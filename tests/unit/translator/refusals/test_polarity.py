"""A denial is read as a denial or not at all, and what stays is not there once only: never the reverse.

The sentences stand in tests/cases/polarity, each below what it means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.support.parsers import parser

from plancritic.pddl.language import Atom, Condition, Constraint, ConstraintType, Not, parse_constraint
from plancritic.pddl.specification import canonical_key

CASES = Path(__file__).parents[3] / "cases/polarity"


@dataclass(frozen=True)
class Case:
    """A sentence, what it may be read as, and what it must not be read as."""

    domain: str
    statement: str
    right: tuple[tuple[Constraint, ...], ...]
    wrong: tuple[str, ...]


def _constraints(line: str) -> tuple[Constraint, ...]:
    found, depth, start = [], 0, 0
    for at, character in enumerate(line):
        if character == "(":
            start, depth = (at if depth == 0 else start), depth + 1
        elif character == ")":
            depth -= 1
            if depth == 0:
                found.append(parse_constraint(line[start : at + 1]))
    return tuple(found)


def _cases() -> Iterator[Case]:
    for path in sorted(CASES.glob("*.txt")):
        right: list[tuple[Constraint, ...]] = []
        wrong: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= "):
                right, wrong = [], []
            if line.startswith(("= (", "or (")):
                right.append(_constraints(line))
            elif line.startswith("! "):
                wrong.append(line.removeprefix("! "))
            elif line and not line.startswith(("=", "#")):
                yield Case(path.stem, line, tuple(right), tuple(wrong))


ALL = tuple(_cases())


def _facts(condition: Condition, so: bool = True) -> Iterator[tuple[Atom, bool]]:
    if isinstance(condition, Not):
        yield from _facts(condition.condition, not so)
    elif isinstance(condition, Atom):
        yield condition, so
    else:
        for part in getattr(condition, "conditions", ()):
            yield from _facts(part, so)


def _reverses(read: tuple[Constraint, ...], right: tuple[Constraint, ...]) -> bool:
    """Whether constraints ask for what the right ones deny, deny what they ask for, or turn their order."""
    wanted = {fact for c in right if len(c.conditions) == 1 for fact in _facts(c.conditions[0])}
    orders = {c.conditions for c in right if c.type is ConstraintType.SOMETIME_BEFORE}
    for constraint in read:
        if len(constraint.conditions) == 1:
            if any((atom, not so) in wanted for atom, so in _facts(constraint.conditions[0])):
                return True
        elif constraint.type is ConstraintType.SOMETIME_BEFORE and constraint.conditions[::-1] in orders:
            return True
    return False


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.domain}: {case.statement}")
def test_a_sentence_is_read_rightly_or_not_at_all(case: Case) -> None:
    readings = [parse.constraints for parse in parser(case.domain).parse(case.statement)]
    if case.right and readings:
        assert canonical_key(readings[0]) in {canonical_key(each) for each in case.right}
    assert case.right or not readings
    for reading in readings:
        assert not any(_reverses(reading, right) for right in case.right)


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.domain}: {case.statement}")
def test_no_guess_of_the_parser_says_the_reverse(case: Case) -> None:
    for constraints, _ in parser(case.domain).doubted(case.statement):
        assert not any(_reverses(constraints, right) for right in case.right)
        assert not any(wrong in str(each) for wrong in case.wrong for each in constraints)


def test_most_of_the_sentences_that_mean_something_are_read() -> None:
    meant = [case for case in ALL if case.right]
    read = [case for case in meant if parser(case.domain).parse(case.statement)]
    assert len(ALL) >= 150
    assert len(read) >= 0.7 * len(meant)


#: What forbids something but at one time, or takes something off: never what it takes away.
NEVER_READ = (
    ("waterway", "The scout may be at waypoint B only after 5 hours.", "(hold-after 5 (at sct_ast_0 wpt_b_0))"),
    ("waterway", "Only after 5 hours may the scout be at B.", "(hold-after 5 (at sct_ast_0 wpt_b_0))"),
    ("waterway", "The scout may be at waypoint B only before 5 hours.", "(within 5 (at sct_ast_0 wpt_b_0))"),
    (
        "satellite",
        "Satellite0 must point at Star5 solely before 50 seconds.",
        "(within 50 (pointing satellite0 star5))",
    ),
    ("waterway", "Delay the tug's visit to B by 5 hours.", "(within 5 (at shp_sal_ast_0 wpt_b_0))"),
    ("waterway", "Remove waypoint B from the scout's list.", "(sometime (at sct_ast_0 wpt_b_0))"),
    ("waterway", "Cross waypoint B off the scout's list.", "(sometime (not (at sct_ast_0 wpt_b_0)))"),
    ("haulage", "Cross the market off van 1's list.", "(sometime (not (at van1 market)))"),
    ("waterway", "No vessel may be at B without A having been visited.", "(sometime (at sct_ast_0 wpt_b_0))"),
    ("waterway", "Never: scout at waypoint B.", "(sometime (at sct_ast_0 wpt_b_0))"),
    ("waterway", "No. The scout has to be at B.", "(always (not (at sct_ast_0 wpt_b_0)))"),
)


@pytest.mark.parametrize(("domain", "statement", "wrong"), NEVER_READ)
def test_what_is_taken_away_is_neither_read_nor_guessed(domain: str, statement: str, wrong: str) -> None:
    reader = parser(domain)
    readings = [parse.constraints for parse in reader.parse(statement)]
    guesses = [constraints for constraints, _ in reader.doubted(statement)]
    assert wrong not in {str(each) for said in (*readings, *guesses) for each in said}


def test_nobody_is_asked_to_have_been_there_for_all_others() -> None:
    statement = "No vessel may be at waypoint B without waypoint A having been visited."
    assert parser("waterway").parse(statement) == ()
    assert parser("waterway").why_not(statement)
