"""The networks that ship propose the meaning of the line: what the grammar was once needed for."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from tests.support.regressions import Regression, regressions

from plancritic.domains import load_domain
from plancritic.embedding import CachedEncoder
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key
from plancritic.reading.model import Reader
from plancritic.reading.shipped import shipped_reader
from plancritic.wording import Lexicon

#: So many readings the translator takes from the networks.
PROPOSED = 8


@dataclass(frozen=True, kw_only=True)
class Case(Regression):
    """A text with the constraints that it means."""

    domain: str
    problem: str = "1"
    constraints: list[str]


@pytest.fixture(scope="module")
def reader(real_encoder: CachedEncoder) -> Reader:
    folder = shipped_reader()
    assert folder is not None
    return Reader(folder, real_encoder, 1)


@pytest.mark.parametrize("case", regressions("networks-read.jsonl", Case))
def test_the_networks_propose_the_meaning(case: Case, reader: Reader) -> None:
    meant = canonical_key(map(parse_constraint, case.constraints))
    said = reader.read(Lexicon(load_domain(case.domain), case.problem), case.text)
    proposed = [canonical_key(each.constraints) for each in said.readings(PROPOSED) if each.constraints]
    assert meant in proposed, case.why
