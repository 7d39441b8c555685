"""What came of each statement on the final plan, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from plancritic.contracts.feedback import (
    Check,
    StatementEvidence,
    StatementOutcome,
    StatementVerdict,
)
from plancritic.contracts.planning import Relaxation
from plancritic.contracts.translation import Reading, Statement, StatementReadings
from plancritic.contracts.validation import ConstraintProof, Proof
from plancritic.coordinator.evaluation.evidence import Evidence, Findings, joined, settled
from plancritic.coordinator.problem.situation import Situation
from plancritic.coordinator.result.reading import TakenReading, other_readings
from plancritic.coordinator.sessions.turn import UNCOUNTED
from plancritic.coordinator.understanding.questions import ALMOST_SURE
from plancritic.coordinator.understanding.readings import said_back
from plancritic.english.likelihood import likelihood
from plancritic.pddl.execution import conveyed_against, never_begun
from plancritic.pddl.language import And, Constraint, ConstraintType, Not, parse_constraint
from plancritic.verdicts.explanation.near_miss import nearest
from plancritic.verdicts.known_plans import executed
from plancritic.wording import (
    Lexicon,
    LexiconWords,
    constraints_sentence,
    goal_clash_sentence,
    near_miss_sentence,
    relaxation_sentence,
    sentence_in_words,
    state_clause,
)
from plancritic.wording.pddl_in_sentences import condition_clauses

#: What is said of a statement that the exact check settles with no help from the scorer.
_BY_CHECK = "The learned scorer is unsure or absent and no other reading is likely, so the judges' check decided alone."

#: What is said of a statement whose reading the plan does, but whose reading is in doubt.
_UNCONFIRMED = "The plan meets the reading, but the reading is in doubt and nobody has confirmed it."
#: What is said where the reading is all but sure.
_TO_CONFIRM = "The plan does this. It counts as met once you confirm that you meant it."
#: Why a reading that is proved impossible is no proof that what was meant is.
_NOT_RULED_OUT = "The proof covers this reading only, and the reading is in doubt: a plan for what you meant may exist."
#: The same where this reading is sure, and that of a statement it clashes with is not.
_OTHERS_IN_DOUBT = (
    "The proof covers these readings only, and that of another statement is in doubt: a plan for what you meant may "
    "exist."
)
#: What is said where the learned scorer is against the plan for a clear reading.
_SCORER_DOUBTS = (
    "But the learned scorer, which compares plan and words without that reading and errs more often, doubts that the "
    "plan does what you said"
)
#: A scorer's probability for the final plan below this speaks against a reading that nobody confirmed.
UNLIKELY = 0.5
#: What to do about a doubt.
SAY_IT = "If this is what you meant, confirm it; if not, rephrase it."


def outcome_of(
    statement: Statement,
    translated: StatementReadings,
    findings: Findings,
    evidence: Evidence,
    proofs: Sequence[ConstraintProof],
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
    near_miss: str | None,
    lexicon: Lexicon,
    taken: TakenReading | None = None,
    clash_is_sure: bool = True,
    goal: Sequence[str] = (),
    under_wishes: bool = False,
    vacuous: str = "",
    uncounted: str = "",
) -> StatementOutcome:
    """Return the outcome of one statement; `lexicon` says its readings back, `taken` is how sure the best one is.

    Without `taken` the reading counts as doubtful. `clash_is_sure` says that the readings of the statements in
    `impossible_with` are sure, and the only likely ones. `under_wishes` says that the proof is beside what is adhered
    to, that nobody knows which of it is needed, and that `relaxation` says what is proved; then `clash_is_sure` is of
    all that is adhered to.

    `impossible_with` is None unless it was proved impossible, `relaxation` is then a sentence on what would help, and
    `goal` the parts of the problem's goal (PDDL) that it clashes with. `unproved` says what came of planning for it
    together with the statements adhered to, where that gave neither a plan nor a proof, `near_miss` how close the
    closest plan of the run comes. `vacuous` says why the plan has nothing to do for the best reading, `uncounted`
    what the plan does that this reading does not count: it is not adhered to until the person confirms the reading.
    """
    looked_no_further = settled(findings, evidence)
    told = StatementEvidence(
        scorer=findings.scorer,
        unsure=findings.unsure,
        check=findings.check,
        reading=findings.reading,
        similarity=findings.similarity,
        together=joined(findings, evidence),
        settled=looked_no_further,
    )
    if not translated.readings:
        return StatementOutcome(
            statement=statement,
            verdict="not_understood",
            adherence=None,
            explanation=_not_understood(translated, goal, lexicon),
            clashes_with_goal=_in_words(goal, lexicon),
            closest=translated.closest,
            evidence=told,
        )
    best = translated.readings[0]
    taken = taken or TakenReading("doubtful", best.score)
    # Where there is a posterior the scorer's word is in it.
    alone = looked_no_further == "check" and findings.meant is None
    # Judges speak of facts and steps in PDDL.
    why = sentence_in_words(first_reason(proofs), lexicon)
    verdict, explanation = _verdict(
        findings.check,
        why,
        impossible_with,
        _and_goal(goal, bool(impossible_with), relaxation, lexicon),
        unproved,
        near_miss,
        alone,
        under_wishes,
    )
    # What is printed for a reading means it, whatever the scorer holds of the plan.
    heard = taken.state == "clear" and not best.printed
    against = heard and findings.scorer is not None and findings.scorer < UNLIKELY
    if findings.check != "adhered" or taken.state == "confirmed" or best.printed:
        uncounted = ""
    if verdict == "adhered" and (not taken.sure or taken.unmet or against or uncounted):
        verdict, explanation = "unconfirmed", _UNCONFIRMED
        if uncounted and taken.sure and not taken.unmet and not against:
            explanation = UNCOUNTED
        elif not against and not taken.unmet and not uncounted and _almost_sure(taken):
            explanation = _TO_CONFIRM
    if verdict == "impossible" and not _surely_impossible(taken, bool(impossible_with) or under_wishes, clash_is_sure):
        of_others = taken.sure and not taken.others and not clash_is_sure and bool(impossible_with)
        verdict, explanation = "violated", f"{explanation} {_OTHERS_IN_DOUBT if of_others else _NOT_RULED_OUT}"
    return StatementOutcome(
        statement=statement,
        verdict=verdict,
        mid_level_goal=best.mid_level_goal,
        constraints=best.constraints,
        said_back=said_back(best, lexicon),
        reading=taken.state,
        words_used=best.used,
        words_unused=best.unused,
        alternatives=other_readings(taken, lexicon),
        adherence=findings.scorer,
        judges=by_judge(proofs),
        explanation=explanation,
        evidence=told,
        doubt=_doubt(best, taken, findings.scorer if against else None, lexicon),
        vacuous=vacuous if findings.check == "adhered" else "",
        uncounted=uncounted,
        impossible_with=impossible_with or (),
        clashes_with_goal=_in_words(goal, lexicon),
    )


def _in_words(goal: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    return tuple(clause for each in goal for clause in condition_clauses(each, lexicon) or (each,))


def _not_understood(translated: StatementReadings, goal: Sequence[str], lexicon: Lexicon) -> str:
    """Return why a statement has no reading; `goal` is what its likeliest reading clashes with."""
    reason = translated.reason or "No reading of this statement was found."
    clash = goal_clash_sentence(goal, lexicon, "If you mean that, no plan does it (proved): it clashes")
    return f"{reason.rstrip('.')}. {clash}" if clash else reason


def _and_goal(goal: Sequence[str], with_others: bool, relaxation: str | None, lexicon: Lexicon) -> str:
    """Return what a clash needs of the goal, and what would help."""
    clash = goal_clash_sentence(goal, lexicon, "Together they clash" if with_others else "It clashes")
    return " ".join(filter(None, (clash, relaxation)))


def what_would_do(relaxation: Relaxation | None, statement: str, situation: Situation) -> str | None:
    """The smallest change that makes a statement (by id) possible, as a sentence; None where only its own end would."""
    if relaxation is None or (relaxation.kind == "drop_statement" and relaxation.statements == (statement,)):
        return None
    return relaxation_sentence(relaxation, situation.lexicon)


def vacuous_sentence(reading: Reading | None, plan: str, situation: Situation) -> str:
    """Return why a plan has nothing to do for a reading, as a sentence; empty where it does something for it."""
    trajectory = executed(situation.problem, plan)
    if reading is None or trajectory is None:
        return ""
    never = [never_begun(trajectory, parse_constraint(each)) for each in reading.constraints]
    if not never or None in never:
        return ""
    absent = [Constraint(ConstraintType.ALWAYS, (Not(each),)) for each in never if each is not None]
    return f"In this plan it holds by itself. {constraints_sentence(absent, situation.lexicon)}"


def uncounted_sentence(reading: Reading | None, plan: str, situation: Situation) -> str:
    """Return what a plan does against a reading that it satisfies, if what is conveyed is where its conveyor is.

    Empty where it does no such thing.
    """
    trajectory = executed(situation.problem, plan)
    if reading is None or trajectory is None:
        return ""
    found = [conveyed_against(trajectory, parse_constraint(each)) for each in reading.constraints]
    first = min((each for each in found if each is not None), key=lambda each: each.time, default=None)
    if first is None:
        return ""
    lexicon = situation.lexicon
    both = state_clause(And((first.inside, first.there)), lexicon)
    return f"At {lexicon.amount_of_time(first.time)} {both}, which the reading does not count."


def closest(reading: Reading | None, plans: Sequence[str], situation: Situation) -> str | None:
    """Return how close the plans come to the constraint of a reading that they miss by most, as a sentence."""
    words = LexiconWords(situation.lexicon)
    misses = [
        nearest(situation.problem, parse_constraint(constraint), plans, words)
        for constraint in (reading.constraints if reading else ())
    ]
    missed = [miss for miss in misses if miss is not None and miss.amount != 0]
    if not missed:
        return None
    worst = max(missed, key=lambda miss: math.inf if miss.amount is None else miss.amount)
    return near_miss_sentence(worst, situation.lexicon)


def _surely_impossible(taken: TakenReading, with_others: bool, clash_is_sure: bool) -> bool:
    """Return whether no likely reading is possible: beside others only where there is but one likely combination."""
    if not taken.sure:
        return False
    return (not taken.others and clash_is_sure) if with_others else taken.ruled_out


def _almost_sure(taken: TakenReading) -> bool:
    """Return whether nothing speaks against a reading, which nobody has confirmed: then no doubt is sown in words."""
    return min(taken.probability, taken.sureness) >= ALMOST_SURE and not taken.unread and not taken.idle


def _doubt(best: Reading, taken: TakenReading, against: float | None, lexicon: Lexicon) -> str:
    """What was read, why that is in doubt, and what to do; empty where nothing speaks against the reading.

    `against` is the learned scorer's probability for the final plan where that speaks against a clear reading.
    """
    if against is None and not taken.unmet and (taken.sure or _almost_sure(taken)):
        return ""
    doubt = f"It was read as: {said_back(best, lexicon)} That you mean this is {likelihood(taken.probability)}."
    if taken.unread:
        doubt = f"This part was not read: {_quoted(taken.unread)}. {doubt}"
    if taken.idle:
        doubt = f"{doubt} Every plan does that anyway, so it changes nothing."
    if against is not None:
        # Beside a reading that is practically sure a number would only contradict it.
        how_sure = "" if taken.probability >= ALMOST_SURE else f" (only {likelihood(against)})"
        doubt = f"{doubt} {_SCORER_DOUBTS}{how_sure}."
    if taken.others:
        other = said_back(taken.others[0].best, lexicon)
        if taken.passed_over:
            doubt = (
                f"{doubt} By your words alone another reading is likelier, but it clashes with your other "
                f"statements: {other}"
            )
        else:
            doubt = f"{doubt} It may also mean: {other}"
    return f"{doubt} {SAY_IT}"


def _quoted(parts: Sequence[str]) -> str:
    """Return words of a person, quoted."""
    return ", ".join(f'"{each}"' for each in parts)


def _verdict(
    check: Check | None,
    why: str,
    impossible_with: tuple[str, ...] | None,
    relaxation: str | None,
    unproved: str | None,
    near_miss: str | None,
    by_check_alone: bool,
    under_wishes: bool,
) -> tuple[StatementVerdict, str]:
    if check == "adhered":
        accepted = "Every judge able to rule accepts it."
        return "adhered", f"{accepted} {_BY_CHECK}" if by_check_alone else accepted
    if impossible_with is not None:
        what_would_do = f" {relaxation}" if relaxation else ""
        if impossible_with:
            together = ", ".join(impossible_with)
            return "impossible", f"No plan meets it together with {together} (proved).{what_would_do}"
        if under_wishes and relaxation:
            return "impossible", relaxation
        return "impossible", f"No plan that reaches the goal meets it (proved).{what_would_do}"
    if check == "disputed":
        return "disputed", why or "The judges disagree."
    reason = why or "The plan does not meet it."
    if not reason.endswith((".", "!", "?")):
        reason += "."
    if near_miss is not None:
        reason = f"{reason} {near_miss}"
    if unproved is None:
        return "violated", reason
    return (
        "violated",
        f"{reason} The search found neither a plan that meets it beside the others nor a proof that there is "
        f"none: {unproved}",
    )


def reason_of(proof: Proof) -> str:
    """Return the first reason a judge gives for refusing, the executor's before others since it names the step."""
    reports = [report for report in proof.reports if report.ruling == "rejected"]
    for report in sorted(reports, key=lambda each: each.judge != "executor"):
        for finding in report.findings:
            if finding.satisfied is False and finding.explanation:
                return finding.explanation
    return ""


def first_reason(proofs: Sequence[ConstraintProof]) -> str:
    """Return the first reason for which a judge refuses one of the constraints; empty where none does."""
    return next((reason for each in proofs if (reason := reason_of(each.proof))), "")


def by_judge(proofs: Sequence[ConstraintProof]) -> dict[str, str]:
    """One word a judge over all constraints: rejected if it refuses any, abstained if it cannot judge any."""
    rulings: dict[str, set[str]] = {}
    for proof in proofs:
        for report in proof.proof.reports:
            rulings.setdefault(report.judge, set()).add(report.ruling)
    return {
        judge: next(word for word in ("rejected", "abstained", "accepted") if word in found)
        for judge, found in sorted(rulings.items())
    }


def adherence_rate(findings: Sequence[Findings], readings: Sequence[Reading | None]) -> float:
    """R(P, F) by the learned scorer; what nobody understood nobody can have adhered to."""
    adhered = (found.called and reading is not None for found, reading in zip(findings, readings, strict=True))
    return sum(adhered) / len(readings)
