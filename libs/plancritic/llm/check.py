"""What a configured endpoint can do, found out by using it."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.llm.client import LanguageModel
from plancritic.llm.concessions import Concession
from plancritic.llm.errors import LanguageModelMisconfigured, LanguageModelUnavailable

#: Names of models that are shown of an endpoint's list.
_SHOWN = 8
_PARAMETERS = {
    "structured_output": (Concession.SCHEMA,),
    "candidates": (Concession.SEVERAL,),
    "temperature": (Concession.TEMPERATURE,),
    # The older name alone is no lack: the newer one says the same.
    "longest_answer": (Concession.LONGEST_NEWER, Concession.LONGEST),
}
_GIVEN = {
    "structured_output": "the endpoint enforces the schema",
    "candidates": "the endpoint answers with several in one request",
    "temperature": "taken",
    "longest_answer": "the endpoint accepts max_tokens",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `works` is None where it could not be found out."""

    what: str
    works: bool | None
    detail: str


async def model_finding(model: LanguageModel) -> Finding:
    """Return whether the endpoint lists the model, and thereby whether it is there.

    Raises:
        LanguageModelUnavailable: Nothing answers at the endpoint, or it refuses the key.
    """
    try:
        listed = await model.models()
    except LanguageModelMisconfigured as error:
        if error.status == 401:
            raise
        return _unlisted(error.reason)
    except LanguageModelUnavailable as error:
        if error.status is None:
            raise
        return _unlisted(error.reason)
    if not listed:
        return _unlisted("its list is empty or has another format")
    if model.name in listed:
        return Finding("model", True, f"{model.name!r} is one of the {len(listed)} that the endpoint lists")
    shown = ", ".join(listed[:_SHOWN]) + (", ..." if len(listed) > _SHOWN else "")
    return Finding("model", False, f"the endpoint does not list {model.name!r}; it lists {shown}")


def parameter_findings(model: LanguageModel, candidates: int) -> tuple[Finding, ...]:
    """What came of the parameters of the requests that were made; `candidates` is how many were asked for at once."""
    return tuple(_parameter(what, model, candidates) for what in _PARAMETERS)


def _unlisted(reason: str) -> Finding:
    return Finding("model", None, f"the endpoint has no list of models ({reason})")


def _parameter(what: str, model: LanguageModel, candidates: int) -> Finding:
    made = model.concessions.reasons
    for concession in _PARAMETERS[what]:
        if concession in made:
            works = concession is Concession.LONGEST
            return Finding(what, works, f"{concession.instead} ({concession}: {made[concession]})")
    if model.spending.requests == 0:
        return Finding(what, None, "unknown: no request was answered")
    if what == "structured_output" and model.settings.structured == "text":
        return Finding(what, True, "the prompt asks for it in words, as PLANCRITIC_LLM_STRUCTURED says")
    if what == "candidates" and candidates == 1:
        return Finding(what, True, "only one is requested, as PLANCRITIC_TRANSLATOR_CANDIDATES says")
    return Finding(what, True, _GIVEN[what])
