"""Dialogue suites: read with the place of mistakes, step numbers filled in from the plan shown."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.builders import envelope, statement

from plancritic.command_line.root import run_program
from plancritic.contracts.errors import ContractError
from plancritic.contracts.questions import Choice, QuestionAsked
from plancritic.domains import load_domain
from plancritic.laboratory.feedback.dialogues.running import DialogueEvaluation, DialogueRow, TurnRow
from plancritic.laboratory.feedback.dialogues.suite import (
    Dialogue,
    StepMissingError,
    Turn,
    is_dialogue_suite,
    read_dialogues,
    with_step_numbers,
)
from plancritic.laboratory.feedback.dialogues.tables import dialogue_json, make_dialogue_tables
from plancritic.laboratory.feedback.settings import EvaluationSettings
from plancritic.pddl.language import parse_plan

OWN = Path("tests/cases/feedback/dialogues-own.jsonl")
PLAN = parse_plan("0.000: (go a b) [1.000]\n0.000: (wait c) [1.000]\n1.001: (go b c) [1.000]\n")
TURN = {"statements": ["Stay away."], "in_force": [["(always (not (at deb_ast_0 wpt_a_0)))"], {"makespan_at_most": 20}]}


def suite(path: Path, **changes: Any) -> Path:
    line = {"domain": "waterway", "problem": "1", "turns": [TURN], **changes}
    path.write_text(json.dumps(line) + "\n")
    return path


@pytest.mark.parametrize("domain", ["waterway", "satellite", "haulage"])
def test_own_dialogues_fit_their_domains(domain: str) -> None:
    found = read_dialogues([OWN], load_domain(domain))
    assert len(found) == 20
    assert sum(turn.refers_to_steps for each in found for turn in each.turns[1:]) >= 20


def test_step_numbers_come_from_the_plan_shown() -> None:
    said = "Step {step:(go b c)} after step {step:( GO a b )}, and {step:(wait c)}."
    assert with_step_numbers(said, PLAN) == "Step 2 after step 1, and 1."


def test_a_step_that_the_plan_does_not_have_is_named() -> None:
    with pytest.raises(StepMissingError) as missing:
        with_step_numbers("Step {step:(fly a)} first.", PLAN)
    assert missing.value.action == "(fly a)"


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"turns": []}, "turns"),
        ({"turns": [{"statements": ["Go."]}]}, "turns.0.in_force"),
        ({"turns": [{**TURN, "in_force": [["(always (not (at nobody wpt_a_0)))"]]}]}, "nobody"),
        ({"turns": [{**TURN, "in_force": [{"makespan_at_most": 0}]}]}, "turns.0.in_force.0"),
        ({"problem": "99"}, "no problem '99'"),
    ],
)
def test_a_wrong_line_is_named_with_its_place(tmp_path: Path, changes: dict[str, Any], place: str) -> None:
    path = suite(tmp_path / "suite.jsonl", **changes)
    with pytest.raises(ContractError) as wrong:
        read_dialogues([path], load_domain("waterway"))
    assert (wrong.value.fault.file, wrong.value.fault.line) == (str(path), 1)
    assert place in wrong.value.fault.message


def test_a_suite_without_a_dialogue_for_the_domain_says_so(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="no dialogue for domain 'satellite'"):
        read_dialogues([suite(tmp_path / "suite.jsonl")], load_domain("satellite"))


@pytest.mark.parametrize("options", [("--html", "page.html"), ("--at-least", "0.5"), ("--rows", "suite.jsonl")])
def test_what_dialogues_do_not_have_is_bad_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = suite(tmp_path / "suite.jsonl")
    code = run_program(["evaluate", "feedback", "--suite", str(path), "--domain", "waterway", *options])
    assert code == 2
    assert "dialogues" in capsys.readouterr().err


def test_dialogues_are_told_from_statements(tmp_path: Path) -> None:
    assert is_dialogue_suite(suite(tmp_path / "suite.jsonl"))
    assert not is_dialogue_suite(Path("tests/cases/feedback/words-own.jsonl"))


#: As many words as statements are in force after each turn.
ADHERED = ("adhered",) * len(TURN["in_force"])


def test_turns_are_counted(tmp_path: Path) -> None:
    (dialogue,) = read_dialogues([suite(tmp_path / "suite.jsonl", turns=[TURN, TURN, TURN])], load_domain("waterway"))
    rows = (
        TurnRow(said=("Stay away.",), plan="p", adherent=True, told=ADHERED),
        TurnRow(refers_to_steps=True, missing="(fly a)"),
        TurnRow(said=("Stay away.",), plan="p", told=ADHERED, questions=1, refers_to_steps=True),
    )
    row = DialogueRow(dialogue=dialogue, settings=EvaluationSettings(), turns=rows)
    tables = make_dialogue_tables([row, row.model_copy(update={"turns": (rows[0], rows[1], rows[0])})])
    assert (tables.dialogues.count, tables.dialogues.of) == (1, 2)
    assert (tables.turns.count, tables.turns.of) == (3, 4)
    assert (tables.references.count, tables.references.of) == (0, 1)
    assert (tables.missing, tables.questions, tables.statements) == (2, 1, 4)
    assert (tables.told_adhered_false.count, tables.told_adhered_false.of) == (1, 4)
    left_out = dialogue.model_copy(
        update={"turns": [Turn.model_validate({**TURN, "in_force": [*TURN["in_force"], []]})] * 3}
    )
    assert make_dialogue_tables([row.model_copy(update={"dialogue": left_out})]).told_adhered_false.of == 0
    written = dialogue_json(row)
    assert [turn["adherent"] for turn in written["turns"]] == [True, False, False]
    assert [turn["statements"] for turn in written["turns"]] == [["Stay away."]] * 3
    assert written["adherent"] is False


class SameConstraints:
    """Takes two meanings for one where they have the same constraints."""

    async def behaves_like(self, problem: str, one: Sequence[str], other: Sequence[str]) -> bool:
        return list(one) == list(other)


@pytest.mark.parametrize(("kind", "number"), [("meaning", 1), ("clash", 1), ("target", 2)])
async def test_a_question_is_answered_by_what_is_in_force_after_the_turn(kind: str, number: int) -> None:
    stays, goes = "(sometime (stays))", "(sometime (goes))"
    choices = tuple(
        Choice(number=place, sentence="It.", constraints=(each,), probability=0.5)
        for place, each in enumerate((stays, goes), start=1)
    )
    asked = QuestionAsked(
        envelope=envelope(), question="q", kind=kind, statement=statement(), text="Which?", choices=choices
    )
    turn = Turn.model_construct(statements=["Forget it."], in_force=[[stays]], clash=False)
    evaluation = DialogueEvaluation.__new__(DialogueEvaluation)
    evaluation._meanings = SameConstraints()
    dialogue = Dialogue.model_construct(problem="1")
    assert await evaluation._answer(dialogue, turn, asked) == number
