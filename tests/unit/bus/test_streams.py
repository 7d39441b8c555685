from __future__ import annotations

from plancritic.bus import BusSettings
from plancritic.bus.streams import durable_name, durables, streams
from plancritic.contracts import subjects
from plancritic.contracts.subjects import SUBJECTS, Kind


def test_every_row_but_asks_lies_in_exactly_one_stream() -> None:
    patterns = [pattern for stream in streams(BusSettings()) for pattern in stream.subjects or ()]
    for row in SUBJECTS:
        holding = [pattern for pattern in patterns if f".{row.kind}." in pattern]
        assert len(holding) == (0 if row.kind is Kind.ASK else 1), row.name


def test_every_job_has_one_durable_consumer_and_feedback_has_the_coordinators() -> None:
    names = {durable.config.durable_name for durable in durables(BusSettings())}
    assert names == {
        "default-translator-translate",
        "default-planner-solve",
        "default-planner-enumerate",
        "default-planner-find_landmarks",
        "default-planner-improve",
        "default-validator-validate",
        "default-validator-validate_plans",
        "default-scorer-score",
        "default-coordinator-feedback-submitted",
        "default-coordinator-question-answered",
        "default-coordinator-execution-progressed",
        "default-coordinator-execution-deviated",
        "default-schema_library-domain-described",
        "default-schema_library-decide",
        "default-refiner-refinement-requested",
        "default-refiner-judge",
    }


def test_deliveries_are_bounded_far_above_the_attempts_which_services_count_themselves() -> None:
    settings = BusSettings()
    assert {durable.config.max_deliver for durable in durables(settings)} == {settings.deliveries}
    assert settings.deliveries >= 100 * settings.attempts


def test_names_hold_no_character_that_nats_refuses() -> None:
    settings = BusSettings(namespace="my-space", tenant="tenant_1")
    names = [str(stream.name) for stream in streams(settings)]
    names += [durable_name(settings.naming, subjects.SOLVE, "planner")]
    assert not any(set(name) & set(". *>/\\") for name in names)
