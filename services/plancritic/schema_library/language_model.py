"""The language model of this room, or a fault that says how to do without."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.llm import LanguageModelSettings


def configured(settings: LanguageModelSettings, instead: str, model: str | None = None) -> LanguageModelSettings:
    """Return the settings, with another model's name if one is given.

    Args:
        settings: Endpoint, key, limits.
        instead: What can be done without a language model, for the fault's remedy.
        model: The model to ask; None is that of the settings.

    Raises:
        ContractError: No language model is configured.
    """
    found = settings if model is None else settings.model_copy(update={"model": model})
    if found.missing is not None:
        message = f"no language model is configured: {found.missing} is not set"
        remedy = f"set PLANCRITIC_LLM_MODEL and OPENAI_API_KEY or OPENAI_BASE_URL, or {instead}"
        raise ContractError(Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message=message, remedy=remedy))
    return found
