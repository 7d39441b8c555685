"""What a service sees of the environment of the program that starts it: listed names, and secrets only where needed."""

from __future__ import annotations

from collections.abc import Mapping

#: What programs need to run at all, to find their files and to write in the right language and time.
_COMMON = frozenset(
    {
        *("PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "HOSTNAME"),
        *("PYTHONPATH", "PYTHONHASHSEED", "PYTHONWARNINGS", "VIRTUAL_ENV", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "JAVA_HOME"),
    }
)
_COMMON_PREFIXES = ("LC_", "OTEL_", "PLANCRITIC_")
#: Of another broker: where it is and how one signs in there.
_OTHER_BROKER = "PLANCRITIC_NATS_"
#: How the names of the passwords of a broker's users end, as its configuration reads them: a service signs in as one.
_OF_USERS = ("_PASSWORD",)
_LANGUAGE_MODEL = "PLANCRITIC_LLM_"
#: The services that call a language model, and what they need for it beside its settings.
_CALLS_LANGUAGE_MODEL = frozenset({"translator", "schema_library", "refiner"})
_LANGUAGE_MODEL_NAMES = frozenset(
    {
        *("OPENAI_API_KEY", "OPENAI_BASE_URL"),
        *("HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"),
    }
)


def inherited_environment(service: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Return what a service may inherit: the listed names, and a language model's where the service calls one."""
    calls = service in _CALLS_LANGUAGE_MODEL

    def inherited(name: str) -> bool:
        if name.startswith(_OTHER_BROKER) or name.endswith(_OF_USERS):
            return False
        if name in _LANGUAGE_MODEL_NAMES or name.startswith(_LANGUAGE_MODEL):
            return calls
        return name in _COMMON or name.startswith(_COMMON_PREFIXES)

    return {name: value for name, value in environment.items() if inherited(name)}
