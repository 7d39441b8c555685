"""Chat with a language model behind any OpenAI-compatible endpoint: structured answers, retries, budgets, recordings.

What comes back is data of the asked-for shape or a typed error; nothing a model writes is executed.
"""

from plancritic.llm.budget import TokenBudget
from plancritic.llm.client import Answers, Completion, LanguageModel, Message
from plancritic.llm.errors import (
    BudgetExceeded,
    LanguageModelError,
    LanguageModelMalformed,
    LanguageModelNotConfigured,
    LanguageModelRefused,
    LanguageModelUnavailable,
)
from plancritic.llm.recording import Exchange, Recorder, Recording
from plancritic.llm.settings import LanguageModelSettings

__all__ = [
    "Answers",
    "BudgetExceeded",
    "Completion",
    "Exchange",
    "LanguageModel",
    "LanguageModelError",
    "LanguageModelMalformed",
    "LanguageModelNotConfigured",
    "LanguageModelRefused",
    "LanguageModelSettings",
    "LanguageModelUnavailable",
    "Message",
    "Recorder",
    "Recording",
    "TokenBudget",
]
