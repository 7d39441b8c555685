"""What speaks for a plan doing what a statement means, and how it is joined."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plancritic.contracts.errors import ContractError, Fault
from plancritic.contracts.feedback import EVIDENCE, Check, EvidenceName
from plancritic.contracts.scoring import is_unsure
from plancritic.contracts.validation import ConstraintProof
from plancritic.coordinator.presets import Preset

#: Evidence from which on a statement counts as adhered to and is searched for no longer.
ENOUGH = 0.85
#: Why a statement is searched for no longer (see `settled`).
Settled = Literal["evidence", "check"]
#: No source by itself is taken for surer than this, nor for less sure than what is left of one.
SUREST = 0.99
#: The cosine of statement and reading in words that says nothing, and what one of it adds to the log-odds that the
#: reading is right: fitted (logistic regression) to the 398 readings that the offline translator offers for the
#: suites in tests/cases, with all-MiniLM-L6-v2. It is little: a wrong reading is often as like as the right one (the
#: area under the curve is 0.55), so that our preset leaves it out.
NEUTRAL_SIMILARITY = 0.57
LOG_ODDS_OF_SIMILARITY = 0.7


@dataclass(frozen=True)
class Evidence:
    """What counts in a run; `thresholded` (as published) takes the scorer's yes or no for its probability.

    `named` says that the run itself named the sources: then none of them may be left out.
    """

    sources: frozenset[EvidenceName]
    thresholded: bool = False
    named: bool = False

    @property
    def names(self) -> tuple[EvidenceName, ...]:
        """The sources that count, in the order of `EVIDENCE`."""
        return tuple(name for name in EVIDENCE if name in self.sources)


@dataclass(frozen=True)
class Findings:
    """What every source finds of one plan and one statement, whether it counts or not.

    `scorer` is the learned scorer's probability, `band` the probabilities between which its model is unsure, `called`
    its yes or no; None, and no, where there is no scorer. `check` is what the judges say of the statement's best
    reading, `reading` the translator's score of it, `similarity` its back-translation similarity: None without a
    reading. `contested` says that another reading's score comes near that one's (`readings.NEAR`).
    `meant` is the posterior of the behaviours that the plan satisfies: where there is one it has all evidence in it.
    """

    scorer: float | None
    called: bool
    band: tuple[float, float] = (0.5, 0.5)
    check: Check | None = None
    reading: float | None = None
    similarity: float | None = None
    contested: bool = False
    meant: float | None = None

    @property
    def unsure(self) -> bool:
        """The scorer's model calls it neither way."""
        return self.scorer is not None and is_unsure(self.scorer, self.band)


def evidence_for(
    named: Sequence[EvidenceName] | None,
    standing: Sequence[EvidenceName] | None,
    preset: Preset,
) -> Evidence:
    """Return what counts in a run: what the run names, else what the coordinator is set to, else what the preset says.

    The published presets stay as published whatever the coordinator is set to.
    """
    if named is not None:
        return Evidence(frozenset(named), named=True)
    if preset.published:
        return Evidence(frozenset(preset.evidence), thresholded=True)
    return Evidence(frozenset(preset.evidence if standing is None else standing))


def without_scorer(evidence: Evidence, fault: Fault) -> Evidence:
    """Return what is left to count where there is no scorer, by the fault that it was answered with.

    Raises:
        ContractError: the run named the scorer, its preset lives by it, or nothing else counts.
    """
    if "scorer" not in evidence.sources:
        return evidence
    left = evidence.sources - {"scorer"}
    if evidence.thresholded:
        why, instead = (
            "a published preset relies on the scorer alone",
            "use the preset `ours`, or pass --evidence check",
        )
    elif evidence.named:
        why, instead = "--evidence names the scorer", "leave scorer out of --evidence"
    elif not left:
        why, instead = "this coordinator uses the scorer as its only evidence", "pass --evidence check"
    else:
        return Evidence(left)
    remedy = f"{instead}; or {fault.remedy}" if fault.remedy else instead
    raise ContractError(fault.model_copy(update={"message": f"{fault.message}, and {why}", "remedy": remedy}))


def check_of(proofs: Sequence[ConstraintProof]) -> Check:
    """One word for a reading: violated if a constraint of it is refused, else disputed if one is not agreed on."""
    rulings = {proof.proof.ruling for proof in proofs}
    if "rejected" in rulings:
        return "violated"
    return "adhered" if rulings == {"accepted"} else "disputed"


def joined(findings: Findings, evidence: Evidence) -> float | None:
    """The probability that the plan does what the statement means, by what counts; None where nothing has a word.

    By the law of total probability, with r that the best reading is what was meant, m that the plan meets it and p
    what is known without a reading:

        r m + (1 - r) p

    If the reading is what was meant the exact check settles it (m is 1, 0, or ½ where the judges do not agree); if it
    is not, the check says nothing, and the scorer's probability p is what remains. Where the scorer does not count or
    is unsure, p is ½: the check decides as far as the reading is sure. Where the check does not count, or there is no
    reading, r is 0. The scorer judges the person's words and knows of no reading: nothing is counted twice.
    """
    if findings.meant is not None:
        return findings.meant
    scorer = _scorer(findings, evidence)
    if "check" not in evidence.sources or findings.check is None:
        return scorer
    right = confidence(findings, evidence)
    met = {"adhered": 1.0, "disputed": 0.5, "violated": 0.0}[findings.check]
    return right * met + (1.0 - right) * (0.5 if scorer is None else scorer)


def searched_for(findings: Findings, evidence: Evidence) -> float | None:
    """What a search makes better: `joined`, but nothing for a statement that was not understood where the check counts.

    Without a reading a search would follow the scorer's noise: on our suites it bred three generations for each of 32
    such statements and mended none. A guess that is likely is a reading (`understanding`).
    """
    if findings.check is None and "check" in evidence.sources and not evidence.thresholded:
        return None
    return joined(findings, evidence)


def confidence(findings: Findings, evidence: Evidence) -> float:
    """Return the probability that the best reading is what was meant; 0 without one.

    That is the translator's score (a cautious one on the suites that its parser was tuned on: all of 218 best readings
    from 0.85 on were right, 23 of 26 between 0.6 and that). Where back-translation counts, its log-odds go up by
    `LOG_ODDS_OF_SIMILARITY` times what the similarity is above `NEUTRAL_SIMILARITY`, or down.
    """
    if findings.reading is None:
        return 0.0
    right = _bounded(findings.reading)
    if "back_translation" not in evidence.sources or findings.similarity is None:
        return right
    shift = LOG_ODDS_OF_SIMILARITY * (findings.similarity - NEUTRAL_SIMILARITY)
    return _bounded(_probability(_log_odds(right) + shift))


def settled(findings: Findings, evidence: Evidence) -> Settled | None:
    """Return why there is nothing more to search for this statement; None while there is.

    `evidence`: joined there is enough. `check`: there is not, for a reading that is none too sure, but the judges
    accept the plan under it, no other reading comes near, and the scorer, which alone could say that something else
    was meant, has no word (it is unsure, or does not count). A search would look for another plan without anything
    that tells a better one from a worse one, and every constraint that mutation put in would be asked for by nobody.
    """
    value = joined(findings, evidence)
    if value is None:
        return None
    if value >= ENOUGH:
        return "evidence"
    if findings.meant is not None:
        # The reading was chosen on all evidence there is: a search finds no other.
        return "check" if findings.check == "adhered" else None
    if evidence.thresholded or "check" not in evidence.sources or findings.check != "adhered":
        return None
    silent = "scorer" not in evidence.sources or findings.unsure
    return "check" if silent and not findings.contested else None


def undecided(findings: Findings, evidence: Evidence) -> bool:
    """Neither is the scorer sure nor, by whatever else counts, is it settled: more readings are worth a try."""
    if findings.meant is not None:
        # The reading was chosen on all evidence there is: no plan pays for another one.
        return findings.meant < ENOUGH and findings.contested and findings.check != "adhered"
    if "scorer" not in evidence.sources or evidence.thresholded or not findings.unsure:
        return False
    return joined(findings, evidence) is not None and settled(findings, evidence) is None


def _scorer(findings: Findings, evidence: Evidence) -> float | None:
    """The scorer's word as it counts: in the unsure band ½, or the end of the band that is next to it."""
    if "scorer" not in evidence.sources or findings.scorer is None:
        return None
    if evidence.thresholded:
        return float(findings.called)
    if findings.unsure:
        low, high = findings.band
        return min(max(0.5, low), high)
    return _bounded(findings.scorer)


def _bounded(probability: float) -> float:
    return min(max(probability, 1.0 - SUREST), SUREST)


def _log_odds(probability: float) -> float:
    return math.log(probability / (1.0 - probability))


def _probability(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-log_odds))
