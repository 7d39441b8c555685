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
    """The endpoint did not answer, or answered with an error, as often as it was tried.

    `status` is the HTTP status of its last answer, None where there was none.
    """

    _REMEDY = (
        "check that the server runs and that OPENAI_BASE_URL is its address (`plancritic llm check` tries it "
        "again), or ask for the translator 'offline'"
    )

    def __init__(
        self, endpoint: str, attempts: int, reason: str, status: int | None = None, remedy: str | None = None
    ) -> None:
        self.endpoint, self.attempts, self.reason, self.status = endpoint, attempts, reason, status
        super().__init__(
            f"the language model at {endpoint} failed {attempts} time{'' if attempts == 1 else 's'}: {reason}",
            remedy or self._REMEDY,
        )


class LanguageModelMisconfigured(LanguageModelUnavailable):
    """There is something at the endpoint, but not for these settings: the key, the model's name or the address."""


class LanguageModelRefused(LanguageModelError):
    """The model declined to answer."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(
            f"the language model refused to answer: {reason}", "put it in other words, or use the translator 'offline'"
        )


class LanguageModelMalformed(LanguageModelError):
    """No candidate had the asked-for shape; `reasons` has one line a candidate, `texts` what it wrote."""

    def __init__(self, reasons: tuple[str, ...], texts: tuple[str, ...] = ()) -> None:
        self.reasons, self.texts = reasons, texts
        super().__init__(
            f"the language model's answer does not have the requested shape: {'; '.join(reasons) or 'no candidate'}",
            "try another model (PLANCRITIC_LLM_MODEL), allow longer answers (PLANCRITIC_LLM_ANSWER_TOKENS), "
            "or ask for the translator 'offline'",
        )


class BudgetExceeded(LanguageModelError):
    """The next request could spend more tokens than allowed; it was not sent. `setting` names the limit."""

    def __init__(self, limit: int, spent: int, needed: int, setting: str = "PLANCRITIC_LLM_TOKENS") -> None:
        self.limit, self.spent, self.needed, self.setting = limit, spent, needed, setting
        super().__init__(
            f"the budget of {limit} tokens ({setting}) could be exceeded: {spent} spent or under way, "
            f"at most {needed} needed",
            f"raise {setting}, lower PLANCRITIC_TRANSLATOR_CANDIDATES, or submit less text at once",
        )
