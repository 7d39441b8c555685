"""What can go wrong with a language model; each is a fault that can be answered on the bus as it is."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class LanguageModelError(ContractError):
    """Any of the below."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(Fault(code=FaultCode.LANGUAGE_MODEL_FAILED, message=message, remedy=remedy))


class LanguageModelNotConfigured(LanguageModelError):
    """A language model was asked for, but none is configured."""

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"no language model is configured: {missing} is not set",
            "set PLANCRITIC_LLM_MODEL and OPENAI_API_KEY (and OPENAI_BASE_URL for another server), "
            "or ask for the translator 'offline'",
        )


class LanguageModelUnavailable(LanguageModelError):
    """The endpoint did not answer, or answered with an error, as often as it was tried."""

    def __init__(self, endpoint: str, attempts: int, reason: str) -> None:
        self.endpoint, self.attempts, self.reason = endpoint, attempts, reason
        super().__init__(
            f"the language model at {endpoint} failed {attempts} time{'' if attempts == 1 else 's'}: {reason}",
            "check OPENAI_BASE_URL, OPENAI_API_KEY and PLANCRITIC_LLM_MODEL, or ask for the translator 'offline'",
        )


class LanguageModelRefused(LanguageModelError):
    """The model declined to answer."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"the language model refused to answer: {reason}", "say it in other words, or use the translator 'offline'"
        )


class LanguageModelMalformed(LanguageModelError):
    """No candidate had the asked-for shape; `reasons` has one line a candidate."""

    def __init__(self, reasons: tuple[str, ...]) -> None:
        self.reasons = reasons
        super().__init__(
            f"the language model's answer has not the asked-for shape: {'; '.join(reasons) or 'no candidate'}",
            "try another model (PLANCRITIC_LLM_MODEL), or ask for the translator 'offline'",
        )


class BudgetExceeded(LanguageModelError):
    """The next request would spend more tokens than allowed."""

    def __init__(self, limit: int, spent: int, needed: int) -> None:
        self.limit, self.spent, self.needed = limit, spent, needed
        super().__init__(
            f"the token budget of {limit} would be exceeded: {spent} spent, at least {needed} needed",
            "raise PLANCRITIC_LLM_TOKENS, or say less at once",
        )
