"""The committed manifests are those of the engines that are installed, and their cases are what they say."""

import pytest
from tests.support.conformance_cases import CASES, EVERY_FEATURE, ConformanceCase

from plancritic.engines import ENGINES, available_engines, create_engine, required_features
from plancritic.engines.capabilities.manifests import records


def test_every_engine_has_a_record_and_every_record_an_engine() -> None:
    assert set(records()) == set(ENGINES)


@pytest.mark.parametrize("name", [name for name in available_engines() if name != "optic"])
def test_the_record_is_of_the_version_that_is_installed(name: str) -> None:
    assert records()[name]["version"] == create_engine(name).version, "run `make conformance`"


@pytest.mark.parametrize("name", ENGINES)
def test_features_have_known_names_and_one_word_each(name: str) -> None:
    record = records()[name]
    words = [*record["proved"], *record["refuted"], *record["declared"]]
    assert set(words) <= EVERY_FEATURE
    assert len(words) == len(set(words))
    assert ENGINES[name].manifest.features == set(record["proved"]) | set(record["declared"])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.feature)
def test_a_case_uses_the_feature_it_is_for(case: ConformanceCase) -> None:
    assert case.feature in required_features(case.domain, case.problem)


def test_every_constraint_type_has_a_case() -> None:
    tried = {case.feature for case in CASES}
    assert {feature for feature in EVERY_FEATURE if feature.startswith("constraint:")} <= tried
