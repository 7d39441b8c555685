from pathlib import Path

import pytest

from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain, read_domains

CASES = Path(__file__).parents[4] / "cases" / "schema_library"


@pytest.fixture(scope="module")
def dungeon() -> EvaluationDomain:
    return read_domains(CASES, ("dungeon",))[0]


@pytest.fixture(scope="module")
def libraryworld() -> EvaluationDomain:
    return read_domains(CASES, ("libraryworld",))[0]
