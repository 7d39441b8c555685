"""Plans of verdicts rid of needless steps and tightened on their way out: what every plan is worth, in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence

from plancritic.contracts.planning import PlanProved, SolveLimits, Verdict
from plancritic.contracts.specification import TracedConstraint
from plancritic.judges import Judge
from plancritic.pddl.language import PddlSyntaxError, parse_plan
from plancritic.verdicts.improvement.quality import improve

#: Measured on the plans of all domains: 30 steps take up to 60 ms. Longer plans take the square of it and are left.
MOST_STEPS = 120
#: Outside deterministic mode, wall seconds.
_SECONDS = 0.5


async def tidied(
    judges: Sequence[Judge],
    domain: str,
    problem: str,
    specification: Sequence[TracedConstraint],
    verdict: Verdict,
    limits: SolveLimits,
) -> Verdict:
    """Return the verdict with a better plan under the same musts and kept preferences, proved anew; else as it is.

    A verdict that says what improving did (`quality`) was improved before.
    """
    if not isinstance(verdict, PlanProved) or verdict.quality is not None:
        return verdict
    kept = [outcome.constraint.constraint for outcome in verdict.preferences if outcome.kept]
    musts = [traced.constraint for traced in specification if traced.strength == "must"]
    seconds = None if limits.deterministic else _SECONDS
    try:
        if len(parse_plan(verdict.plan).steps) > MOST_STEPS:
            return verdict
        better = await improve(judges, domain, problem, verdict.plan, (*musts, *kept), seconds, verdict.proof)
    except PddlSyntaxError:
        return verdict  # a problem that only its engine can read
    return verdict.model_copy(update={"plan": better.plan, "proof": better.proof})
