"""Chat with a language model behind any OpenAI-compatible endpoint: structured answers, retries, budgets, recordings.

What comes back is data of the asked-for shape or a typed error; nothing a model writes is executed.
"""

from plancritic.llm.budget import RunBudgets, TokenBudget, estimated_tokens
from plancritic.llm.client import LanguageModel
from plancritic.llm.code_blocks import code_parts, fenced_blocks, without_thoughts
from plancritic.llm.completion import AnswerFormat, Answers, Candidate, Completion, Message, Spending, Written
from plancritic.llm.concessions import Concession, Concessions
from plancritic.llm.correction import Accepted, Checked, NotAcceptable, complete_checked
from plancritic.llm.errors import (
    BudgetExceeded,
    LanguageModelError,
    LanguageModelMalformed,
    LanguageModelMisconfigured,
    LanguageModelNotConfigured,
    LanguageModelRefused,
    LanguageModelUnavailable,
)
from plancritic.llm.prompts import filled_prompt
from plancritic.llm.recording import Exchange, Recorder, Recording
from plancritic.llm.settings import LanguageModelSettings, configured
from plancritic.llm.written_checked import Acceptable, NeverAcceptable, write_checked

__all__ = [
    "Acceptable",
    "Accepted",
    "AnswerFormat",
    "Answers",
    "BudgetExceeded",
    "Candidate",
    "Checked",
    "Completion",
    "Concession",
    "Concessions",
    "Exchange",
    "LanguageModel",
    "LanguageModelError",
    "LanguageModelMalformed",
    "LanguageModelMisconfigured",
    "LanguageModelNotConfigured",
    "LanguageModelRefused",
    "LanguageModelSettings",
    "LanguageModelUnavailable",
    "Message",
    "NeverAcceptable",
    "NotAcceptable",
    "Recorder",
    "Recording",
    "RunBudgets",
    "Spending",
    "TokenBudget",
    "Written",
    "code_parts",
    "complete_checked",
    "configured",
    "estimated_tokens",
    "fenced_blocks",
    "filled_prompt",
    "without_thoughts",
    "write_checked",
]
