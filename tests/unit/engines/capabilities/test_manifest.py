"""A refusal names the feature and who has it."""

from collections.abc import Callable

from plancritic.engines import PlanningRequest, engines_with, missing_feature, required_features
from plancritic.engines.capabilities.manifest import Manifest


def test_features_are_those_the_texts_use(courier: Callable[..., PlanningRequest]) -> None:
    request = courier(
        "(sometime-before (at ann office) (at bob market)) (at  end (at bob home)) ; (always (at ann home))\n"
    )
    features = required_features(request.domain, request.problem)
    assert {"typing", "durative-actions", "constraint:sometime-before", "constraint:at-end"} <= features
    assert "constraint:always" not in features, "a comment is no constraint"


def test_constraints_of_the_domain_count_like_those_of_the_problem(courier: Callable[..., PlanningRequest]) -> None:
    request = courier("(sometime (at ann office))")
    own = "(:constraints (forall (?c - courier) (hold-after 1 (or (at ?c home) (not (at ?c home))))))"
    features = required_features(request.domain.replace("(:predicates", f"{own}\n  (:predicates"), request.problem)
    assert {"constraint:sometime", "constraint:hold-after"} <= features


def test_texts_without_constraints_need_none(courier: Callable[..., PlanningRequest]) -> None:
    request = courier()
    assert not [name for name in required_features(request.domain, request.problem) if name.startswith("constraint")]


def test_the_missing_feature_is_named(courier: Callable[..., PlanningRequest]) -> None:
    request = courier("(within 5 (at ann market))")
    features = required_features(request.domain, request.problem)
    lacking = Manifest(features - {"constraint:within"})
    assert missing_feature(lacking, request.domain, request.problem) == "constraint:within"
    assert missing_feature(Manifest(features), request.domain, request.problem) is None


def test_broken_texts_ask_for_nothing_so_that_the_engine_can_say_where_they_are_broken() -> None:
    assert required_features("(define", "(define") == frozenset()


def test_engines_that_have_a_feature_are_known() -> None:
    assert engines_with("processes") == ("kairos",)
    assert {"kairos", "optic", "lpg", "aries"} <= set(engines_with("durative-actions"))
    assert "kstar" not in engines_with("durative-actions")
