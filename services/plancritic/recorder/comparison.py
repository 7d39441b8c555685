"""Compares what came of an input with what was recorded: same, better, worse or failed, with the reasons in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.errors import FaultCode
from plancritic.recorder.outcomes import NoEnd, Outcome, Refused, Result, StatementResult

Word = Literal["same", "better", "worse", "failed"]

#: Verdicts on a statement, the best first. A proved impossibility is an answer, so it comes before a mere failure.
_VERDICTS = ("adhered", "unconfirmed", "impossible", "violated", "disputed", "not_understood")
#: Ends of plans that are nearer to each other than this are equal.
_TOLERANCE = 1e-3
#: Refusals that are no answer to the person but a failure of the system: a plan instead is better. Every other refusal
#: is right as long as the same feedback comes.
_FAILURES = frozenset(
    {
        FaultCode.NO_BASE_PLAN,
        FaultCode.EXPANSION_TOO_LARGE,
        FaultCode.UNKNOWN_DOMAIN,
        FaultCode.UNKNOWN_PROBLEM,
        FaultCode.MODEL_MISSING,
        FaultCode.MODEL_UNUSABLE,
        FaultCode.LANGUAGE_MODEL_FAILED,
        FaultCode.SERVICE_UNAVAILABLE,
        FaultCode.DEADLINE_EXCEEDED,
        FaultCode.WORKER_FAILED,
    }
)


@dataclass(frozen=True)
class Comparison:
    """How an outcome compares with the recorded one.

    `reasons` say why it is not the same; `notes` what else is different. Without either specification, plan and
    statements are equal.
    """

    word: Word
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def compare(recorded: Result | Refused, replayed: Outcome) -> Comparison:
    """Compare an outcome with the one that was recorded.

    Statements count before the plan: where one fares worse the outcome is worse. Where all fare alike the end of the
    plan decides, then its number of steps.
    """
    match recorded, replayed:
        case Result(), Result():
            return _compare_results(recorded, replayed)
        case Refused(), Refused():
            return _compare_refusals(recorded, replayed)
        case Refused(code=code), Result():
            reason = f"refused ({code}) -> a plan of {len(replayed.plan)} steps"
            return Comparison("better" if code in _FAILURES else "worse", (reason,))
        case Result(), Refused(code=code, message=message):
            return Comparison("failed", (f"a plan of {len(recorded.plan)} steps -> refused ({code}): {message}",))
        case _, NoEnd(reason=reason):
            return Comparison("failed", (reason,))
    raise AssertionError("these are the kinds of outcomes")


def _compare_refusals(recorded: Refused, replayed: Refused) -> Comparison:
    if recorded.code == replayed.code:
        return Comparison("same")
    reason = f"refused ({recorded.code}) -> refused ({replayed.code}): {replayed.message}"
    if replayed.code in _FAILURES:
        return Comparison("failed", (reason,))
    return Comparison("better" if recorded.code in _FAILURES else "worse", (reason,))


def _compare_results(recorded: Result, replayed: Result) -> Comparison:
    worse, better, notes = _compare_statements(recorded.statements, replayed.statements)
    size = _size_changes(recorded, replayed)
    if worse or better:
        # With other statements met, the plan has another job: its size says nothing.
        notes += size
    elif size:
        (worse if _size(replayed) > _size(recorded) else better).extend(size)
    elif recorded.plan != replayed.plan:
        notes.append("another plan that ends at the same time in as many steps")
    if recorded.specification != replayed.specification:
        notes.append(f"the specification {_changed(recorded.specification, replayed.specification)}")
    if worse:
        return Comparison("worse", tuple(worse), tuple(better + notes))
    if better:
        return Comparison("better", tuple(better), tuple(notes))
    return Comparison("same", (), tuple(notes))


def _compare_statements(
    recorded: Iterable[StatementResult], replayed: Iterable[StatementResult]
) -> tuple[list[str], list[str], list[str]]:
    """Return what is worse, better, and otherwise different."""
    worse: list[str] = []
    better: list[str] = []
    notes: list[str] = []
    before, now = ({each.id: each for each in some} for some in (recorded, replayed))
    for name in [*before, *(each for each in now if each not in before)]:
        old, new = before.get(name), now.get(name)
        if old is None or new is None:
            # Either way the session holds something else than the person was told.
            worse.append(f"statement {name}: {_told(old)} -> {_told(new)}")
        elif old.verdict != new.verdict:
            fares = better if _rank(new.verdict) < _rank(old.verdict) else worse
            fares.append(f"statement {name}: {old.verdict} -> {new.verdict}")
            if old.constraints != new.constraints:
                notes.append(f"statement {name}: its reading {_changed(old.constraints, new.constraints)}")
        elif old.constraints != new.constraints:
            # Another reading that the plan adheres to as well: one of the two is not what was meant.
            reads = worse if old.verdict == "adhered" else notes
            reads.append(f"statement {name}: its reading {_changed(old.constraints, new.constraints)}")
    return worse, better, notes


def _told(statement: StatementResult | None) -> str:
    return "absent" if statement is None else statement.verdict


def _rank(verdict: str) -> int:
    return _VERDICTS.index(verdict) if verdict in _VERDICTS else len(_VERDICTS)


def _size(result: Result) -> tuple[int, int]:
    # In whole tolerances: that keeps the order of sizes one order, whatever is compared with what.
    return round(result.end / _TOLERANCE), len(result.plan)


def _size_changes(recorded: Result, replayed: Result) -> list[str]:
    changes = []
    (old_end, old_steps), (new_end, new_steps) = _size(recorded), _size(replayed)
    if old_steps != new_steps:
        changes.append(f"plan {old_steps} -> {new_steps} steps")
    if old_end != new_end:
        changes.append(f"end {recorded.end:g} -> {replayed.end:g}")
    return changes


def _changed(old: frozenset[str], new: frozenset[str]) -> str:
    lost, gained = sorted(old - new), sorted(new - old)
    parts = [f"lost {', '.join(lost)}"] if lost else []
    parts += [f"gained {', '.join(gained)}"] if gained else []
    return " and ".join(parts)
