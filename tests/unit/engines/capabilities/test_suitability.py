"""Who is refused by name before anything is started, and who may try."""

from collections.abc import Callable

import pytest

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.engines import PlanningRequest
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.capabilities.suitability import lacking, unsuitable

Courier = Callable[..., PlanningRequest]


def test_the_refusal_names_the_feature_and_who_has_it(courier: Courier) -> None:
    request = courier()
    refusal = unsuitable("kstar", request.domain, request.problem, compiles=True)
    assert refusal is not None
    assert (refusal.engine, refusal.feature) == ("kstar", "durative-actions")
    assert "kairos" in refusal.engines_with_it


def test_constraints_count_only_where_they_cannot_be_compiled(courier: Courier) -> None:
    request = courier("(sometime (at ann office)) (always-within 3 (at ann office) (at bob office))")
    assert unsuitable("lpg", request.domain, request.problem, compiles=True) is None
    missing = lacking(manifest("lpg"), request.domain, request.problem, compiles=False)
    assert {"constraint:always-within", "constraint:sometime"} <= set(missing)
    assert unsuitable("kairos", request.domain, request.problem, compiles=False) is None


def test_texts_that_cannot_be_read_are_left_to_the_engine(courier: Courier) -> None:
    assert unsuitable("kstar", courier().domain, "(define", compiles=True) is None


def test_an_engine_that_there_is_not_is_a_fault() -> None:
    with pytest.raises(ContractError) as refusal:
        unsuitable("oracle", "", "", compiles=True)
    assert refusal.value.fault.code is FaultCode.UNKNOWN_NAME
