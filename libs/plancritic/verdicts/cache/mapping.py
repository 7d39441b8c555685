"""A verdict on one specification told as the verdict on another of the same meaning, in the other's words and ids.

What a verdict says of single constraints (a clash, relaxations, preferences, findings) goes through their canonical
form: a member that several constraints of the asker come to keeps all their statements. Where something has no
counterpart there is no verdict: it is planned again, never guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import (
    ConstraintChange,
    Impossible,
    PlanProved,
    PreferenceOutcome,
    Relaxation,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Finding, JudgeReport, Proof
from plancritic.pddl.language import PddlSyntaxError
from plancritic.verdicts.cache.meaning import Parts, parts, same_constraint, specification_key, statements_key

Specification = Sequence[TracedConstraint]


class NoCounterpart(Exception):
    """Something that a verdict names cannot be told in the words of the other specification."""


def mapped(verdict: Verdict, written: Specification, asked: Specification) -> Verdict:
    """Return the verdict on `written` as one on `asked`, which has the same `specification_key`.

    Raises:
        NoCounterpart: it cannot be told of `asked`.
    """
    if tuple(written) == tuple(asked):
        return verdict
    match verdict:
        case PlanProved():
            return verdict.model_copy(
                update={
                    "preferences": _preferences(verdict.preferences, written, asked),
                    "proof": _proof(verdict.proof, asked),
                }
            )
        case Impossible():
            if (verdict.clash or verdict.relaxations) and statements_key(written) != statements_key(asked):
                raise NoCounterpart("the statements of the two specifications ask for different things")
            return verdict.model_copy(
                update={
                    "clash": _clash(verdict.clash, asked),
                    "relaxations": tuple(_relaxation(each, written, asked) for each in verdict.relaxations),
                }
            )
        case _ if _texts(written) == _texts(asked):
            return verdict
    raise NoCounterpart(f"the verdict {verdict.verdict!r} depends on how the specification is written")


def _texts(specification: Specification) -> list[tuple[str, str]]:
    return [(traced.constraint, traced.strength) for traced in specification]


def _preferences(
    outcomes: Sequence[PreferenceOutcome], written: Specification, asked: Specification
) -> tuple[PreferenceOutcome, ...]:
    """The outcomes in the asker's words; the problem's own preferences, which nobody asked for, stay as they are."""
    theirs = list(written)
    left = [traced for traced in asked if traced.strength != "must"]
    mine: list[PreferenceOutcome] = []
    for outcome in outcomes:
        if outcome.constraint not in theirs:
            mine.append(outcome)
            continue
        theirs.remove(outcome.constraint)
        meant = parts(outcome.constraint)
        match = next((traced for traced in left if parts(traced) == meant), None)
        if match is None:
            raise NoCounterpart(f"no preference means {outcome.constraint.constraint}")
        left.remove(match)
        mine.append(outcome.model_copy(update={"constraint": match}))
    return tuple(mine)


def _proof(proof: Proof, asked: Specification) -> Proof:
    """Findings in the asker's words; one about a constraint that the asker's implies but does not name is left out."""
    texts = {same_constraint(traced.constraint): traced.constraint for traced in reversed(asked)}

    def findings(report: JudgeReport) -> tuple[Finding, ...]:
        kept = []
        for finding in report.findings:
            if finding.about == "constraint" and finding.constraint is not None:
                try:
                    text = texts.get(same_constraint(finding.constraint))
                except PddlSyntaxError:
                    raise NoCounterpart(f"a finding is about {finding.constraint!r}") from None
                if text is None:
                    continue
                finding = finding.model_copy(update={"constraint": text})
            kept.append(finding)
        return tuple(kept)

    reports = tuple(report.model_copy(update={"findings": findings(report)}) for report in proof.reports)
    return proof.model_copy(update={"reports": reports})


def _clash(clash: Sequence[TracedConstraint], asked: Specification) -> tuple[TracedConstraint, ...]:
    wanted = _joined(clash)
    inside = [traced for traced in asked if parts(traced) and parts(traced) <= wanted]
    if _joined(inside) != wanted:
        raise NoCounterpart("a part of a constraint clashes, the whole stands here")
    members: dict[Parts, TracedConstraint] = {}
    for traced in inside:
        meant = parts(traced)
        if any(meant < parts(other) for other in inside):
            continue  # the other asks for it too, and for more that clashes
        member = members.setdefault(meant, traced)
        statements = tuple(dict.fromkeys((*member.statements, *traced.statements)))
        members[meant] = member.model_copy(update={"statements": statements})
    return tuple(members.values())


def _joined(constraints: Sequence[TracedConstraint]) -> Parts:
    return frozenset[tuple[str, str]]().union(*map(parts, constraints))


def _relaxation(relaxation: Relaxation, written: Specification, asked: Specification) -> Relaxation:
    changes: dict[int, ConstraintChange] = {}
    for change in relaxation.changes:
        meant = parts(change.constraint)
        same = [index for index, traced in enumerate(asked) if parts(traced) == meant]
        if not same:
            raise NoCounterpart(f"no constraint means {change.constraint.constraint}")
        for index in same:
            changes[index] = ConstraintChange(constraint=asked[index], replacement=change.replacement)
    theirs = [(change.constraint, change.replacement) for change in relaxation.changes]
    after = [_changed(traced, dict(_by_text(theirs))) for traced in written]
    mine = [
        traced if index not in changes else _replaced(traced, changes[index].replacement)
        for index, traced in enumerate(asked)
    ]
    if specification_key(filter(None, after)) != specification_key(filter(None, mine)):
        raise NoCounterpart("the same changes lead to another specification")
    statements: tuple[str, ...] = ()
    if relaxation.statements:
        named = (statement for index in sorted(changes) for statement in asked[index].statements)
        statements = tuple(dict.fromkeys(named))
    if relaxation.kind == "drop_statement":
        whole = {index for index, traced in enumerate(asked) if set(traced.statements) & set(statements)}
        if not statements or whole != set(changes):
            raise NoCounterpart("what is dropped is no whole statement here")
    elif relaxation.kind == "drop_constraint" and any(asked[index].statements for index in changes):
        raise NoCounterpart("what is dropped belongs to a statement here")
    mapped_changes = tuple(changes[index] for index in sorted(changes))
    return relaxation.model_copy(update={"changes": mapped_changes, "statements": statements})


def _by_text(changes: Sequence[tuple[TracedConstraint, str | None]]) -> list[tuple[str, str | None]]:
    return [(traced.model_dump_json(), replacement) for traced, replacement in changes]


def _changed(traced: TracedConstraint, changes: dict[str, str | None]) -> TracedConstraint | None:
    key = traced.model_dump_json()
    return _replaced(traced, changes[key]) if key in changes else traced


def _replaced(traced: TracedConstraint, replacement: str | None) -> TracedConstraint | None:
    return None if replacement is None else traced.model_copy(update={"constraint": replacement})
