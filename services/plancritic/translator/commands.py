"""`plancritic llm check`: whether the configured language model works, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input, run, show_json
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.translation import MAXIMUM_STATEMENT_LENGTH, MAXIMUM_STATEMENTS

if TYPE_CHECKING:
    from plancritic.llm import LanguageModelSettings
    from plancritic.translator.language_model.llm_check import CheckReport
    from plancritic.wording import Lexicon

llm = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Check the language model that reads statements.\n\nExample: plancritic llm check",
)

#: What helps where nobody answers.
_UNREACHABLE = (
    "check that the server runs and that OPENAI_BASE_URL is its address as seen from here (a proxy or firewall may be "
    "in between); without OPENAI_BASE_URL the address is OpenAI's"
)
#: Attempts of a check: enough for a hiccup, few enough that a person does not wait for minutes.
_ATTEMPTS = 2


@llm.callback()
def _llm() -> None:
    """Keep `check` a command of its own, though it is the only one."""


class _CheckFault(CommandFault):
    """The check ends without a report: bad settings, or nobody there."""

    def as_json(self) -> dict[str, Any]:
        """`verdict` beside `fault`, so that a program need not know exit codes."""
        verdict = "bad_settings" if self.exit_code == ExitCode.BAD_INPUT else "unreachable"
        return {"verdict": verdict, **super().as_json()}


@llm.command("check")
def check(
    domain: Annotated[str, typer.Option(help="Name of a domain of the folder.")] = "waterway",
    problem: Annotated[str, typer.Option(help="Problem of the domain.")] = "1",
    statement: Annotated[
        str, typer.Option(help="Statement to translate; by default the first example of the domain's context.")
    ] = "",
    statements: Annotated[
        int, typer.Option(min=1, max=MAXIMUM_STATEMENTS, help="Statements of the run whose cost is estimated.")
    ] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Find out whether the configured language model works, and what a run costs in tokens.

    Example: plancritic llm check

    It translates one statement with the model (a few thousand tokens). Exit codes: 0 everything works, 1 it works in
    part (the report says what is missing), 2 wrong settings (also the model's name or the key), 3 no answer.
    """
    from plancritic.llm import (
        BudgetExceeded,
        LanguageModelError,
        LanguageModelMisconfigured,
        LanguageModelNotConfigured,
    )

    settings, candidates = _settings()
    lexicon = _lexicon(domain, problem)
    text = statement.strip() or _example(lexicon, domain, problem)
    if len(text) > MAXIMUM_STATEMENT_LENGTH:
        bad_input(FaultCode.INVALID_MESSAGE, f"the statement is longer than {MAXIMUM_STATEMENT_LENGTH} characters")
    try:
        report = run(_report(settings, lexicon, text, candidates, statements))
    except (LanguageModelNotConfigured, LanguageModelMisconfigured, BudgetExceeded) as error:
        raise _CheckFault(error.fault, ExitCode.BAD_INPUT) from None
    except LanguageModelError as error:
        # The fault's own remedy, meant for a run, is to do what was just done.
        fault = error.fault.model_copy(update={"remedy": _UNREACHABLE})
        raise _CheckFault(fault, ExitCode.UNAVAILABLE) from None
    if as_json:
        show_json(_as_json(report, settings))
    else:
        _show(report, settings)
    raise typer.Exit(ExitCode.OTHER_VERDICT if report.missing else ExitCode.DONE)


def _settings() -> tuple[LanguageModelSettings, int]:
    from pydantic import ValidationError

    from plancritic.llm import LanguageModelSettings
    from plancritic.translator.settings import TranslatorSettings

    try:
        settings, translator = LanguageModelSettings(), TranslatorSettings()
    except ValidationError as error:
        # Never the values: one of them is a key.
        wrong = "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
        fault = Fault(
            code=FaultCode.LANGUAGE_MODEL_FAILED,
            message=f"a setting is invalid: {wrong}",
            remedy="the README of plancritic.llm lists the settings",
        )
        raise _CheckFault(fault, ExitCode.BAD_INPUT) from None
    return settings.model_copy(update={"attempts": min(settings.attempts, _ATTEMPTS)}), translator.candidates


def _lexicon(domain: str, problem: str) -> Lexicon:
    from plancritic.domains import DomainError, load_domain
    from plancritic.wording import Lexicon

    try:
        return Lexicon(load_domain(domain), problem)
    except DomainError as error:
        bad_input(FaultCode.UNKNOWN_DOMAIN, error.message, error.remedy)


def _example(lexicon: Lexicon, domain: str, problem: str) -> str:
    examples = [example.statement for example in lexicon.context.examples if example.problem == problem]
    if not examples:
        bad_input(
            FaultCode.INVALID_MESSAGE,
            f"the context of domain {domain!r} has no example for problem {problem!r}",
            "name a statement with --statement",
        )
    return examples[0]


async def _report(
    settings: LanguageModelSettings, lexicon: Lexicon, statement: str, candidates: int, statements: int
) -> CheckReport:
    from plancritic.llm import LanguageModel
    from plancritic.translator.language_model.llm_check import check_language_model

    async with LanguageModel(settings) as model:
        return await check_language_model(model, lexicon, statement, candidates, statements)


def _as_json(report: CheckReport, settings: LanguageModelSettings) -> dict[str, Any]:
    spending, reading, cost = report.spending, report.reading, report.run
    return {
        "verdict": "works_in_part" if report.missing else "works",
        "model": settings.model,
        "findings": [{"what": each.what, "works": each.works, "detail": each.detail} for each in report.findings],
        "missing": [each.what for each in report.missing],
        "translation": {
            "statement": report.statement,
            "mid_level_goal": reading.mid_level_goal if reading else None,
            "constraints": list(reading.constraints) if reading else [],
            "repairs": [repair.model_dump() for repair in reading.repairs] if reading else [],
            "seconds": round(report.seconds, 3),
        },
        "tokens": {
            "translation": {
                "requests": spending.requests,
                "prompt": spending.prompt,
                "answers": spending.answers,
                "total": spending.tokens,
                "estimated": spending.estimated,
            },
            "run": None
            if cost is None
            else {
                "statements": cost.statements,
                "expected": cost.expected,
                "at_most": cost.at_most,
                "budget": cost.budget,
                "statements_within_budget": cost.within_budget,
            },
        },
    }


def _show(report: CheckReport, settings: LanguageModelSettings) -> None:
    from rich.table import Table
    from rich.text import Text

    from plancritic.command_line.terminal import Console

    console = Console()
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    marks = {True: Text("works", "green"), False: Text("missing", "bold red"), None: Text("unknown", "yellow")}
    for each in report.findings:
        # Text, not markup: the endpoint's words are among the details.
        table.add_row(marks[each.works], each.what.replace("_", " "), Text(each.detail))
    console.print(table)
    spending, cost = report.spending, report.run
    lines = [f"one translation ({report.statement!r}): no request was answered"]
    if cost is not None:
        counted = "estimated" if spending.estimated else "as the endpoint counts"
        lines = [
            f"one translation ({report.statement!r}): {spending.tokens} tokens, {counted}: {spending.prompt} in, "
            f"{spending.answers} out, {spending.requests} requests, {report.seconds:.1f} s",
            f"a run of {cost.statements} statements: about {cost.expected} tokens, {cost.at_most} at most; "
            f"its budget is {cost.budget}",
        ]
    verdict = "works in part" if report.missing else "works"
    without = f": without {', '.join(each.what.replace('_', ' ') for each in report.missing)}" if report.missing else ""
    for line in (*lines, f"{settings.model} {verdict}{without}"):
        console.print(Text(line))
