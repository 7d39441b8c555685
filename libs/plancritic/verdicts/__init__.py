"""Engines and judges together: a proved plan, a proved impossibility with its clash, or a typed failure."""

from plancritic.verdicts.explanation.impossibility import Clash, minimal_clash
from plancritic.verdicts.proof import Proofs, prove_plan, standard_judges
from plancritic.verdicts.schedules import PORTFOLIO, portfolio, single, standard
from plancritic.verdicts.task import SPECIFICATION_FILE
from plancritic.verdicts.verdict import Verdicts

__all__ = [
    "PORTFOLIO",
    "SPECIFICATION_FILE",
    "Clash",
    "Proofs",
    "Verdicts",
    "minimal_clash",
    "portfolio",
    "prove_plan",
    "single",
    "standard",
    "standard_judges",
]
