"""Judges of plans: VAL, Kairos' validator and the trajectory executor, their findings, their disputes."""

from plancritic.judges.dispute import KNOWN_DISPUTES, KnownDispute, combine, prove, prove_together
from plancritic.judges.executor import ExecutorJudge
from plancritic.judges.findings import finding_of
from plancritic.judges.interface import Judge, JudgeRequest, SharingJudge
from plancritic.judges.kairos import KairosJudge
from plancritic.judges.val import ValJudge

__all__ = [
    "KNOWN_DISPUTES",
    "ExecutorJudge",
    "Judge",
    "JudgeRequest",
    "KairosJudge",
    "KnownDispute",
    "SharingJudge",
    "ValJudge",
    "combine",
    "finding_of",
    "prove",
    "prove_together",
]
