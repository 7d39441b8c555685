"""The end of a run for people, on one screen, and for programs, as JSON.

For people: what each statement was read as and what came of it, what changed in the plan, what was proved, and by whom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from rich.table import Table
from rich.text import Text

from plancritic.command_line.counting import counted
from plancritic.command_line.results.changes_text import SCREEN_LINES, change_lines
from plancritic.command_line.results.result_details import show_details
from plancritic.command_line.results.verdict_words import STYLES
from plancritic.command_line.terminal import Console
from plancritic.contracts.execution.record import Execution
from plancritic.contracts.feedback import PlanRevised, StatementOutcome
from plancritic.english.lists import enumerated
from plancritic.pictures.changes_in_words import TimeWords, counts_sentence, end_sentence
from plancritic.pictures.plan_changes import plan_changes
from plancritic.pictures.verdict_words import JUDGE_NAMES, verdict_word

#: Where a reader of an answer can ask for more of it.
Hints = Literal["commands", "chat", "none"]

_SHORT_ID = 8
_NOTHING_CHANGED = "Nothing changed: the plan stays as it was."


def everything_adhered(result: PlanRevised) -> bool:
    """Return whether exit code 0 is due: the plan is proved and every must is `adhered`, none only `unconfirmed`.

    It is not where a question was not understood, or nothing in force fits a change or a cancellation.
    """
    met = (outcome.verdict == "adhered" for outcome in result.statements if outcome.statement.strength == "must")
    return result.proof.ruling == "accepted" and all(met) and all(each.understood for each in result.answers)


def result_json(result: PlanRevised) -> dict[str, Any]:
    """Return the result as the documented JSON: `plan`, `statements`, `specification`, `run` and more."""
    dumped = result.model_dump(mode="json")
    statements = []
    for outcome in dumped.pop("statements"):
        statement = outcome.pop("statement")
        described = {"id": statement["id"], "statement": statement["text"], "strength": statement["strength"]}
        statements.append({**described, **outcome})
    envelope = dumped.pop("envelope")
    problem = dumped.pop("problem")
    return {
        "run": envelope["correlation_id"],
        "session": envelope["session_id"],
        "domain": problem["domain"],
        "problem": problem["problem"],
        "bundle": problem["bundle"],
        "statements": statements,
        **dumped,
    }


def show_result(
    console: Console,
    result: PlanRevised,
    unit: TimeWords | None = None,
    verbose: bool = False,
    hints: Hints = "commands",
) -> None:
    """Print the answer on one screen; with `verbose` also both plans, the specification, its lineage and timings.

    New and changed statements come first, then a line for each of an earlier turn that holds as before.
    `unit` names the unit of the domain's time, where it is known. `hints` says where the reader can ask for more: by
    commands, in a chat, or nowhere; then all changes are shown.
    """
    for sentence in result.taken_as:
        console.print(Text(sentence))
    if result.answers:
        # What asked about the plan, or for nothing, changed nothing: there is nothing else to tell.
        for answer in result.answers:
            for sentence in answer.sentences:
                console.print(Text(sentence))
        return
    if result.dropped:
        console.print(Text(f"No longer in force: {enumerated(result.dropped)}."))
    kept = [each for each in result.statements if _stays_in_force(each, result)]
    for outcome in result.statements:
        if outcome not in kept:
            console.print(statement_lines(outcome, named=len(result.statements) > 1))
    for outcome in kept:
        console.print(_kept_line(outcome), no_wrap=True, overflow="ellipsis")
    if result.execution is not None:
        console.print(Text(executed_line(result.execution, unit or TimeWords()), "dim"))
    rest = "`show` shows the whole plan" if hints == "chat" else "-v shows all"
    most = None if verbose or hints == "none" else SCREEN_LINES
    _show_changes(console, result, unit or TimeWords(), most, rest)
    refused = _is_refused(result)
    if not refused or result.proof.ruling != "accepted":
        console.print(_proof(result))
    if not refused and result.lower_bound_said:
        console.print(Text(result.lower_bound_said))
    if verbose:
        show_details(console, result)
    if hints != "commands":
        return
    run, session = result.envelope.correlation_id, result.envelope.session_id
    beginning = run[:_SHORT_ID]
    console.print(Text(f"Run {run if verbose else beginning} of session {session}.", "dim"))
    more = f"More: plancritic show {beginning} -v, plancritic why STEP --run {beginning}"
    console.print(Text(more, "dim"))


def _stays_in_force(outcome: StatementOutcome, result: PlanRevised) -> bool:
    """Return whether a statement of an earlier turn holds as before."""
    turn = (result.number or 0) + result.unchanged
    if outcome.turn >= (turn or 1):
        return False
    return outcome.verdict in ("adhered", "unconfirmed") or _gave_way(outcome)


def _gave_way(outcome: StatementOutcome) -> bool:
    """Return whether a preference is in force and not met."""
    return outcome.statement.strength != "must" and (outcome.verdict == "violated" or bool(outcome.impossible_with))


def _kept_line(outcome: StatementOutcome) -> Text:
    """Return a statement of an earlier turn with its verdict, on one line."""
    others = f" (it gives way to {enumerated(outcome.impossible_with)})" if outcome.impossible_with else ""
    word = f"not met, a preference{others}" if _gave_way(outcome) else verdict_word(outcome.verdict)
    verdict = (word, STYLES[outcome.verdict])
    said = f"{outcome.statement.id} of turn {outcome.turn}: {outcome.statement.text}"
    return Text.assemble("In force, ", verdict, ": ", (said, "dim"))


def executed_line(execution: Execution, unit: TimeWords) -> str:
    """Return how much of the plan was done before the run, in a sentence."""
    steps = counted(len(execution.done.splitlines()), "step")
    reports = [each for each in execution.observations if each.step is None]
    deviations = f", with {counted(len(reports), 'observation')} besides" if reports else ""
    return f"{steps} done or begun by {unit.amount(execution.now)}{deviations}: only the rest was planned."


def statement_lines(outcome: StatementOutcome, named: bool = False) -> Table:
    """Return what was said, how it was read and what came of it, with the reasons where that is not `adhered`.

    With `named` the statement's id stands before it.
    """
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_row("You said", Text(f"{outcome.statement.id}: " * named + outcome.statement.quoted))
    if outcome.statement.own_words:
        table.add_row("Taken as", Text(outcome.statement.text))
    table.add_row("I read", Text(outcome.said_back or outcome.mid_level_goal or "nothing that I can plan for"))
    if outcome.words_unused:
        table.add_row("Not used", Text(", ".join(f'"{each}"' for each in outcome.words_unused), "dim"))
    strength = "" if outcome.statement.strength == "must" else f" (a preference: {outcome.statement.strength})"
    table.add_row("Verdict", Text.assemble((verdict_word(outcome.verdict), STYLES[outcome.verdict]), strength))
    for name, text, style in _reasons(outcome):
        table.add_row(name, Text(text, style))
    return table


def _reasons(outcome: StatementOutcome) -> Iterator[tuple[str, str, str]]:
    if outcome.explanation and outcome.verdict != "adhered":
        yield "Because", outcome.explanation, ""
    if outcome.vacuous:
        yield "Note", outcome.vacuous, ""
    if outcome.uncounted:
        yield "Note", outcome.uncounted, ""
    if outcome.doubt:
        yield "Doubt", outcome.doubt, "yellow"
    if outcome.alternatives and (outcome.doubt or outcome.verdict != "adhered"):
        yield "Or", "\n".join(f"{each.sentence} ({each.score:.2f})" for each in outcome.alternatives), "yellow"
    if outcome.impossible_with:
        yield "Clashes", f"with {', '.join(outcome.impossible_with)}", ""
    if outcome.closest:
        yield "Try", "\n".join(outcome.closest), ""


def _show_changes(console: Console, result: PlanRevised, unit: TimeWords, most: int | None, rest: str) -> None:
    before = "the plan without feedback" if result.shown is None else "the plan shown before"
    changes = plan_changes(result.base_steps if result.shown is None else result.shown.steps, result.steps)
    if changes.nothing:
        if _is_refused(result):
            # Each statement says itself that it was not understood, and what to do.
            console.print(Text(_NOTHING_CHANGED, "bold"))
            return
        console.print(Text(f"The plan stays as it was: it ends at {unit.amount(changes.new_end)}.", "bold"))
        if result.unchanged:
            console.print(Text("None of your statements came into force; what held before still holds."))
        return
    console.print(Text(end_sentence(changes, unit, before), "bold"))
    console.print(Text(counts_sentence(changes)))
    console.print(change_lines(console, changes, unit, most, rest))


def _is_refused(result: PlanRevised) -> bool:
    """Return whether a turn changed nothing since nothing that was said in it was understood.

    Then nothing new is planned for and proved. A turn that also drops a statement is none: its plan is a new one.
    """
    new = [each for each in result.statements if not _stays_in_force(each, result)]
    return result.unchanged and bool(new) and all(each.verdict == "not_understood" for each in new)


def _proof(result: PlanRevised) -> Text:
    """What was proved, by whom: a reading, never what was meant."""
    rulings = {report.judge: report.ruling for report in result.proof.reports}
    if result.proof.ruling != "accepted":
        told = "; ".join(f"{JUDGE_NAMES.get(judge, judge)}: {ruling}" for judge, ruling in _ordered(rulings))
        return Text(f"The plan is not proved: {told or 'no judge ruled'} ({result.proof.ruling}).", "bold red")
    judges = [JUDGE_NAMES.get(judge, judge) for judge, ruling in _ordered(rulings) if ruling == "accepted"]
    met = [each.statement.id for each in result.statements if each.verdict in ("adhered", "unconfirmed")]
    if not result.statements:
        what = "for the problem's own goal: nothing that you said is in force."
    elif len(met) == len(result.statements):
        what = "for what I read (check it)."
    elif met:
        what = f"for what I read in {enumerated(met)} (check it), not for the rest."
    else:
        what = "for the problem's own goal, and for nothing of what I read."
    return Text.assemble((f"Proved by {enumerated(judges) or 'no judge by name'}, ", "bold"), what)


def _ordered(rulings: Mapping[str, str]) -> list[tuple[str, str]]:
    """VAL first: it is the judge everybody knows; ours last."""
    order = {"val": 0, "kairos": 1, "executor": 2}
    return sorted(rulings.items(), key=lambda item: (order.get(item[0], len(order)), item[0]))
