"""A suite of feedback from utterances of the corpus, so that the whole system is measured on them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from plancritic.laboratory.reading.corpus.utterances import Part, Utterance, part_of


def suite_rows(
    utterances: Iterable[Utterance], part: Part, domains: Sequence[str], most: int, seed: int
) -> list[dict[str, Any]]:
    """Return lines for `plancritic evaluate feedback`: of each domain `most` agreed utterances of a part.

    They are drawn at random; the same seed and corpus give the same lines. Without `domains` all count. What asks for
    nothing, or for what no constraint says, has the ground truth `not_understood`.
    """
    by_domain: dict[str, list[Utterance]] = {}
    for each in utterances:
        if each.agreed and part_of(each) == part and (not domains or each.domain in domains):
            by_domain.setdefault(each.domain, []).append(each)
    drawn = random.Random(seed)
    rows = []
    for domain in sorted(by_domain):
        some = by_domain[domain]
        rows += drawn.sample(some, min(most, len(some)))
    return [_row(each) for each in rows]


def _row(each: Utterance) -> dict[str, Any]:
    return {
        "domain": each.domain,
        "problem": each.problem,
        "archetype": each.kind,
        "writer": each.writer,
        "card": each.card,
        "statement": each.text,
        "ground_truth": [*each.meaning] if each.kind == "wish" else "not_understood",
    }
