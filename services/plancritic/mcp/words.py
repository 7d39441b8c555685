"""What tools answer: the words of the command line, whole and unchanged, and the same as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from mcp_types import CallToolResult, TextContent
from rich.text import Text

from plancritic.command_line.plans.show import show_plan
from plancritic.command_line.results.result import result_json, show_result
from plancritic.command_line.runs.asking import show_question
from plancritic.command_line.terminal import Console
from plancritic.contracts.feedback import PlanRevised, PlanStep
from plancritic.contracts.questions import QuestionAsked
from plancritic.pictures.changes_in_words import TimeWords

#: No line is broken or cut: readings and questions reach the person as they are.
_WIDTH = 100_000
_OF_A_RESULT = (
    *("run", "session", "domain", "problem", "revision", "number", "unchanged", "answers", "taken_as", "dropped"),
    *("needs_confirmation", "given_up", "scorer_missing", "plan"),
)
_OF_A_STATEMENT = (
    *("id", "statement", "strength", "turn", "said_back", "mid_level_goal", "verdict", "reading", "explanation"),
    *("vacuous", "uncounted", "doubt", "alternatives", "words_unused", "impossible_with", "clashes_with_goal"),
    "closest",
)
_ASK_THE_PERSON = (
    "Show the question and its choices to the person as they are. The person answers, not you; then call `answer`."
)
_CONFIRM_WITH_THE_PERSON = (
    "Show each reading to the person. If it is what the person meant call `confirm`, if not call `reject`."
)


def told(text: str, data: dict[str, Any]) -> CallToolResult:
    """Return the result of a tool: a text for the person, and data for programs."""
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=data)


def printed(*shows: Callable[[Console], None]) -> str:
    """Return as text what functions of the command line print."""
    console = Console(file=StringIO(), width=_WIDTH, color_system=None)
    for show in shows:
        show(console)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]


def line(text: str) -> Callable[[Console], None]:
    """Return what prints one text."""
    return lambda console: console.print(Text(text))


def plan_in_words(title: str, steps: Sequence[PlanStep], unit: TimeWords) -> str:
    """Return a plan as numbered sentences with start times."""
    return printed(lambda console: show_plan(console, title, tuple(steps), unit))


def result_told(end: PlanRevised, unit: TimeWords) -> CallToolResult:
    """Return the end of a run: readings, verdicts, what changed, who proved it, and the plan."""
    parts = [printed(lambda console: show_result(console, end, unit, hints="none"))]
    if not end.answers:
        parts.append(plan_in_words("The plan now", end.steps, unit))
    if end.needs_confirmation:
        parts.append(_CONFIRM_WITH_THE_PERSON)
    names = f"Session {end.envelope.session_id}, run {end.envelope.correlation_id}"
    parts.append(f"{names}." if end.number is None else f"{names}, revision {end.number}.")
    return told("\n\n".join(parts), {"outcome": "plan_revised", **result_data(end)})


def result_data(end: PlanRevised) -> dict[str, Any]:
    """Return the end of a run for programs: the words of `plancritic submit --json`, without how it was found."""
    whole = result_json(end)
    statements = [{name: each[name] for name in _OF_A_STATEMENT} for each in whole["statements"]]
    return {name: whole[name] for name in _OF_A_RESULT} | {"statements": statements, "proof": end.proof.ruling}


def question_told(asked: QuestionAsked) -> CallToolResult:
    """Return an open question with its choices, to be shown to the person."""
    text = printed(lambda console: show_question(console, asked)).strip()
    names = f"Question {asked.question} of session {asked.envelope.session_id}."
    return told(f"{text}\n\n{_ASK_THE_PERSON}\n{names}", {"outcome": "question", **question_data(asked)})


def question_data(asked: QuestionAsked) -> dict[str, Any]:
    """Return a question for programs, without the plans of its choices."""
    return {
        "question": asked.question,
        "session": asked.envelope.session_id,
        "run": asked.envelope.correlation_id,
        "kind": asked.kind,
        "statement": asked.statement.quoted,
        "text": asked.text,
        "choices": [
            each.model_dump(mode="json", exclude={"plan", "constraints", "probability"}) for each in asked.choices
        ],
        "answer_seconds": asked.answer_seconds,
    }
