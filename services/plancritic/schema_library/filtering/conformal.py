"""The threshold of the semantic filter, by split conformal prediction (DESIGN section 10; [DK] appendix B).

Let s = 1 - cos for the n calibrating pairs, and q the ⌈(n+1)(1-ε)⌉/n empirical quantile of s (method "higher"). A
candidate is kept where cos ≥ 1 - q. If ⌈(n+1)(1-ε)⌉ > n there are too few pairs for this ε: everything is kept. Where a
true pair is exchangeable with the calibrating ones, it is kept with a probability of at least 1 - ε.

Pairs of one domain are not exchangeable with those of another, and a model needs all of its schemas. So there is a
second threshold, whose unit is the library of a domain: its nonconformity is the greatest of its true schemas, so that
all of them are kept with a probability of at least 1 - ε. With one library a domain this is split conformal prediction
over domains, exact for a new domain. With several, their distributions are pooled (Dunn, Wasserman, Ramdas:
"Distribution-free prediction sets for two-layer hierarchical models", JASA 2023, "pooling CDFs"): exact only for many
domains, so coverage is measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from plancritic.contracts.errors import ContractError, Fault, FaultCode


def quantile_rank(pairs: int, epsilon: float) -> int | None:
    """Return ⌈(n+1)(1-ε)⌉, the place of q among the sorted distances from one; None where it is beyond the last.

    Raises:
        ContractError: ε is not in [0, 1).
    """
    if not 0 <= epsilon < 1:
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"epsilon {epsilon} is not in [0, 1)",
                remedy="give the share of true candidates that the filter may drop, 0.2 for example",
            )
        )
    # As written in decimals: in floating point 10 * (1 - 0.3) may be above 7.
    rank = math.ceil((pairs + 1) * (1 - Fraction(str(epsilon))))
    return rank if rank <= pairs else None


def threshold(similarities: Sequence[float], epsilon: float) -> float | None:
    """Return the least similarity of a candidate that is kept; None where all are kept.

    `similarities` are those of the calibrating pairs. It is their own value at the rank of q, so that 1 - (1 - cos)
    loses no digit.
    """
    rank = quantile_rank(len(similarities), epsilon)
    return None if rank is None else sorted(similarities, reverse=True)[rank - 1]


def domain_threshold(libraries: Sequence[Sequence[float]], epsilon: float) -> float | None:
    """Return the greatest nonconformity that is kept, so that a domain keeps all its true schemas; None: all are kept.

    `libraries` has the nonconformities of the true schemas of each calibrating library; one without any holds anyway.
    """
    least = threshold([-max(each, default=-math.inf) for each in libraries], epsilon)
    return None if least is None else -least


def is_kept(similarity: float, least: float | None) -> bool:
    """Return whether a candidate of this similarity is kept under a threshold."""
    return least is None or similarity >= least


def coverage(similarities: Sequence[float], least: float | None) -> float:
    """Return the share of true pairs that a threshold keeps."""
    return sum(is_kept(each, least) for each in similarities) / len(similarities)
