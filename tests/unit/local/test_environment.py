from __future__ import annotations

import pytest

from plancritic.local.environment import inherited_environment

OURS = {
    "PATH": "/bin",
    "LC_ALL": "C.UTF-8",
    "PLANCRITIC_LOG_LEVEL": "debug",
    "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector:4318",
}
OF_A_LANGUAGE_MODEL = {"OPENAI_API_KEY": "sk", "PLANCRITIC_LLM_MODEL": "m", "HTTPS_PROXY": "http://user:secret@proxy"}
OF_NOBODY = {
    "AWS_SECRET_ACCESS_KEY": "secret",
    "GITHUB_TOKEN": "secret",
    "SSH_AUTH_SOCK": "/run/agent",
    "PLANCRITIC_NATS_PASSWORD": "secret",
    "PLANCRITIC_OPERATOR_PASSWORD": "secret",
    "PLANCRITIC_DEAD_LETTERS_PASSWORD": "secret",
    "PLANCRITIC_NATS_URL": "nats://elsewhere:4222",
    "LD_PRELOAD": "/tmp/evil.so",
}


@pytest.mark.parametrize("service", ["coordinator", "planner", "scorer", "validator"])
def test_a_service_inherits_listed_names_alone(service: str) -> None:
    assert inherited_environment(service, OURS | OF_A_LANGUAGE_MODEL | OF_NOBODY) == OURS


@pytest.mark.parametrize("service", ["translator", "schema_library", "refiner"])
def test_who_asks_language_models_also_has_what_reaches_one(service: str) -> None:
    found = inherited_environment(service, OURS | OF_A_LANGUAGE_MODEL | OF_NOBODY)
    assert found == OURS | OF_A_LANGUAGE_MODEL
