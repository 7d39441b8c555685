"""Does the configured language model translate, and what does it cost: one real translation, measured."""

from __future__ import annotations

import time
from dataclasses import dataclass

from plancritic.contracts.translation import Reading, Statement
from plancritic.llm import (
    Concession,
    LanguageModel,
    LanguageModelMalformed,
    LanguageModelMisconfigured,
    LanguageModelRefused,
    LanguageModelUnavailable,
    Spending,
    TokenBudget,
)
from plancritic.llm.check import Finding, model_finding, parameter_findings
from plancritic.translator.language_model.candidates import LanguageModelTranslator
from plancritic.wording import Lexicon

#: Statuses of an endpoint that is there and cannot answer now.
_BUSY = 429
_FIRST_SERVER_ERROR = 500
#: How often each stage asks at most: a complaint is shown once. Its own words are about so many tokens.
_TIMES = 2
_COMPLAINT = 200


@dataclass(frozen=True, slots=True)
class RunCost:
    """Tokens of a run of so many statements: expected from the measured translation, and the most it can come to.

    The most: each answer is as long as is allowed, and in both stages the complaint is shown. `within_budget` is how
    many statements like the measured one the run's budget pays for.
    """

    statements: int
    expected: int
    at_most: int
    budget: int
    within_budget: int


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What was found; `reading` is the best one of the statement, `seconds` what its translation took."""

    findings: tuple[Finding, ...]
    statement: str
    reading: Reading | None
    spending: Spending
    seconds: float
    run: RunCost | None

    @property
    def missing(self) -> tuple[Finding, ...]:
        """What does not work."""
        return tuple(finding for finding in self.findings if finding.works is False)


async def check_language_model(
    model: LanguageModel, lexicon: Lexicon, statement: str, candidates: int, statements: int
) -> CheckReport:
    """Look the model up, translate one statement, and reckon what a run of `statements` costs.

    Raises:
        LanguageModelUnavailable: Nothing answers, or it is out of order or busy as often as it was tried.
        LanguageModelMisconfigured: It does not know the key, the model or the address.
        BudgetExceeded: One translation could cost more than the settings allow.
    """
    listed = await model_finding(model)
    began = time.monotonic()
    reading, translated = await _translated(model, lexicon, statement, candidates)
    seconds = time.monotonic() - began
    spending = model.spending
    answered = spending.requests > 0
    if listed.works is not True and answered:
        # It answers to the name, which is what counts: some lists hold other names of the same models.
        listed = Finding("model", True, f"{model.name!r} answers ({listed.detail})")
    run = _run_cost(model, candidates, statements) if answered else None
    findings = [
        Finding("reachable", True, f"{model.endpoint} answers"),
        listed,
        *parameter_findings(model, candidates),
        translated,
    ]
    if answered:
        findings.append(_counted(spending))
    if run is not None:
        findings.append(_affordable(run))
    return CheckReport(tuple(findings), statement, reading, spending, seconds, run)


async def _translated(
    model: LanguageModel, lexicon: Lexicon, statement: str, candidates: int
) -> tuple[Reading | None, Finding]:
    translator = LanguageModelTranslator(model, lexicon, candidates)
    try:
        found = await translator.translate(Statement(id="check", text=statement), TokenBudget(model.settings.tokens))
    except LanguageModelMisconfigured:
        raise
    except LanguageModelUnavailable as error:
        if error.status is None or error.status == _BUSY or error.status >= _FIRST_SERVER_ERROR:
            raise
        return None, Finding("translation", False, error.fault.message)
    except (LanguageModelRefused, LanguageModelMalformed) as error:
        return None, Finding("translation", False, error.fault.message)
    if not found.readings:
        return None, Finding("translation", False, found.reason or "no reading")
    best = found.readings[0]
    share = f"{best.score:.0%} of the candidates agree on it"
    return best, Finding("translation", True, f"read as: {best.mid_level_goal} ({share})")


def _counted(spending: Spending) -> Finding:
    if spending.estimated:
        return Finding("token_count", False, "the endpoint does not count tokens: budgets go by the length of texts")
    return Finding("token_count", True, "the endpoint counts tokens")


def _run_cost(model: LanguageModel, candidates: int, statements: int) -> RunCost:
    each = model.spending.tokens
    longest = model.settings.answer_tokens
    # The first stage asks for one answer, the second for all candidates, in one request or in as many.
    answers = (1 + candidates) * longest
    requests = 1 + (candidates if Concession.SEVERAL in model.concessions else 1)
    shown = requests * (longest + _COMPLAINT)
    at_most = _TIMES * (model.spending.prompt + answers) + shown
    budget = model.settings.tokens
    return RunCost(statements, statements * each, statements * max(at_most, each), budget, budget // max(1, each))


def _affordable(run: RunCost) -> Finding:
    pays = f"PLANCRITIC_LLM_TOKENS={run.budget} pays for {run.within_budget} statements like this one in a run"
    return Finding("budget", run.within_budget >= run.statements, pays)
