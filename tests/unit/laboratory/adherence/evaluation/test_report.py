"""The report on a model that answers by a rule, and the command that prints it."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.scored_data import RuleScorer, turns
from tests.support.scorer_model import HashEncoder, data_card
from tests.unit.laboratory.adherence.training.comparison.test_table import data, row

from plancritic.adherence.dataset import Dataset, SampledProblem
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.laboratory.adherence.evaluation.report import examined
from plancritic.laboratory.adherence.measurement import accuracy as evaluation
from plancritic.laboratory.adherence.measurement.examination import probabilities, problems
from plancritic.laboratory.adherence.training.comparison.table import COMPARISON_FILE, merge_row
from plancritic.laboratory.adherence.training.data.recorded import Recording, read_recording, recorded_folder
from plancritic.pddl.language import ConstraintType


def right(plan: str, text: str) -> float:
    return 0.9 if text.removeprefix("Turn to ").rstrip(".") in plan.split("phenomenon6")[0] else 0.1


def always_yes(plan: str, text: str) -> float:
    return 0.6


@pytest.fixture(scope="module")
def satellite() -> DomainFolder:
    return load_folder("satellite")


def test_every_example_gets_the_answer_for_its_plan_and_text(satellite: DomainFolder) -> None:
    data = turns()

    found = probabilities(RuleScorer(right), satellite, data, data.examples)

    assert [bool(value >= 0.5) for value in found] == [example.adheres for example in data.examples]


def test_each_text_is_read_once_and_only_by_the_plans_that_it_is_asked_of(satellite: DomainFolder) -> None:
    asked: list[tuple[str, str]] = []

    def heard(plan: str, text: str) -> float:
        asked.append((plan, text))
        return right(plan, text)

    data = turns()
    some = [example for example in data.examples if example.plan < 3 or example.text.endswith("star0.")][::-1]

    found = probabilities(RuleScorer(heard), satellite, data, some)

    assert [bool(value >= 0.5) for value in found] == [example.adheres for example in some]
    assert sorted(asked) == sorted((data.plans[example.plan].text, example.text) for example in some)


def test_a_sampled_problem_counts_to_the_one_it_was_sampled_from(satellite: DomainFolder) -> None:
    data = turns(problems=(SampledProblem("1s1", "1", satellite.problem("1")),))
    data = replace(data, plans=tuple(replace(plan, problem="1s1") for plan in data.plans))

    assert len(probabilities(RuleScorer(right), satellite, data, data.examples)) == len(data.examples)
    assert set(problems(data, data.examples)) == {"1"}


def test_the_report_tells_accuracy_from_guessing_and_what_is_unsure(satellite: DomainFolder) -> None:
    report = examined(RuleScorer(always_yes), satellite, turns(), None, None)

    judged = report.test
    assert (judged.overall.accuracy, judged.guessing, judged.balanced) == (0.2, 0.8, 0.5)
    assert judged.expected_calibration_error == pytest.approx(0.4)
    assert judged.overall.texts == 5
    assert report.test.unsure is not None
    assert report.test.unsure.share == 1.0
    assert report.test.unsure.outside is None
    assert not all(bar.met for bar in report.bars)


def test_only_the_test_split_is_judged_and_recorded_pairs_by_theirs(satellite: DomainFolder) -> None:
    mixed = Dataset(turns().card, (), turns().plans, (*turns(split="train").examples[:7], *turns().examples[:3]))

    report = examined(RuleScorer(right), satellite, mixed, mixed, None)

    assert report.test.overall.examples == 3
    assert {split: part.overall.examples for split, part in report.recorded.items()} == {
        "test": 3,
        "train": 7,
    }


def test_data_without_a_test_split_are_refused(satellite: DomainFolder) -> None:
    with pytest.raises(ValueError, match="no test split"):
        examined(RuleScorer(right), satellite, turns(split="train"), None, None)


def answering(rule: Callable[[str, str], float], folder: Path, monkeypatch: pytest.MonkeyPatch, **card: object) -> None:
    """The model in the folder answers by this rule, and its card is of the test split there."""
    card = {"test_sha256": hashlib.sha256((folder / "test.jsonl.gz").read_bytes()).hexdigest(), **card}
    monkeypatch.setattr("plancritic.scorer.serving.AdherenceModel", lambda *_: RuleScorer(rule, **card))


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model folder with test data of all types, recorded pairs and a comparison; the model is always right."""
    monkeypatch.setattr("plancritic.laboratory.adherence.evaluation.command.set_up_encoder", HashEncoder)
    data = turns()
    every = [turns(sort=kind.value, near_miss=True).examples for kind in ConstraintType]
    Dataset(data.card, (), data.plans, sum(every, ())).write(tmp_path / "test.jsonl.gz")
    answering(right, tmp_path, monkeypatch)
    turns(source="recorded").write(tmp_path / "recorded.jsonl")
    monkeypatch.setenv("PLANCRITIC_CACHE", str(tmp_path / "cache"))
    merge_row(tmp_path / COMPARISON_FILE, "satellite", row("published", network="LSTM over [step ; statement]"))
    return tmp_path


def evaluate(files: Path, *options: str) -> int:
    recorded = ("--recorded", str(files / "recorded.jsonl"))
    return run_program(["evaluate", "scorer", "--domain", "satellite", "--model", str(files), *recorded, *options])


def test_a_model_that_meets_every_bar_ends_well(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(files) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert "every bar is met" in shown
    assert "accuracy on near misses" in shown
    assert "recorded by `plancritic train comparison`" in shown
    assert "published: published (LSTM over [step ; statement]), trained on 1 examples" in shown
    assert "NOT on the test split" in shown


def test_a_row_on_the_models_own_test_split_is_read_beside_it(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = hashlib.sha256((files / "test.jsonl.gz").read_bytes()).hexdigest()
    made = data("1", domain="satellite", test_sha256=own)
    (files / COMPARISON_FILE).unlink()
    merge_row(files / COMPARISON_FILE, "satellite", row("published", data=(made,)))

    assert evaluate(files) == ExitCode.DONE

    shown = capsys.readouterr().out
    assert "published: published" in shown
    assert "NOT on the test split" not in shown


def test_a_missed_bar_is_named_and_the_exit_code_says_so(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(always_yes, files, monkeypatch)

    assert evaluate(files) == ExitCode.OTHER_VERDICT
    assert "missed: accuracy, accuracy on always," in capsys.readouterr().out


def test_as_json_the_bars_come_with_what_was_reached_and_wanted(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate(files, "--json") == ExitCode.DONE
    found = json.loads(capsys.readouterr().out)
    assert found["bars"][0] == {
        "name": "accuracy", "reached": 1.0, "bound": 0.92, "at_least": True, "examples": 250, "texts": 5,
        "interval": [1.0, 1.0], "met": True,
    }  # fmt: skip
    assert found["test"]["unsure"]["share"] == 0.0
    assert found["recorded"]["test"]["overall"]["examples"] == 25
    assert found["comparison"]["rows"]["published"]["seed"] == 1


def test_data_of_another_domain_and_no_data_at_all_are_bad_input(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = files / "other.jsonl"
    replace(turns(), card=data_card("waterway")).write(other)

    assert evaluate(files, "--data", str(other)) == ExitCode.BAD_INPUT
    assert "remedy: name --domain waterway" in capsys.readouterr().err
    assert evaluate(files, "--data", str(files / "nowhere")) == ExitCode.BAD_INPUT
    assert "there is no data file" in capsys.readouterr().err


def test_a_folder_without_a_model_is_bad_input(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise ContractError(Fault(code=FaultCode.MODEL_MISSING, message="there is no scorer model"))

    monkeypatch.setattr("plancritic.scorer.serving.AdherenceModel", missing)

    assert evaluate(files) == ExitCode.BAD_INPUT
    assert "there is no scorer model" in capsys.readouterr().err


@pytest.fixture
def few_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    few = read_recording(recorded_folder("satellite"))
    monkeypatch.setattr(
        "plancritic.laboratory.adherence.training.data.recorded.read_recording",
        lambda folder: Recording(few.plans, few.statements[::40]),
    )


def as_json(files: Path, *options: str) -> int:
    return run_program(["evaluate", "scorer", "--domain", "satellite", "--model", str(files), "--json", *options])


@pytest.mark.usefixtures("few_recorded")
def test_recorded_pairs_of_the_domain_are_judged_again_once_and_then_kept(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert as_json(files) == ExitCode.DONE
    first = capsys.readouterr()
    assert set(json.loads(first.out)["recorded"]) == {"test", "validation", "train"}
    assert "recorded statements again" in first.err

    async def judged_again(*_: object) -> None:
        raise AssertionError("what was judged is kept")

    monkeypatch.setattr("plancritic.laboratory.adherence.training.data.recorded_data.make_recorded_data", judged_again)
    assert as_json(files) == ExitCode.DONE
    second = capsys.readouterr()
    assert json.loads(second.out) == json.loads(first.out)
    assert "judging recorded pairs, test: " in second.err


@pytest.mark.usefixtures("few_recorded")
def test_kept_pairs_that_cannot_be_read_are_judged_again(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(files) == ExitCode.DONE
    first = capsys.readouterr()
    (kept,) = (files / "cache" / "rejudged").iterdir()
    kept.write_bytes(b"broken")

    assert as_json(files) == ExitCode.DONE

    second = capsys.readouterr()
    assert "what was kept cannot be read" in second.err
    assert json.loads(second.out) == json.loads(first.out)


def test_without_recorded_pairs_none_are_judged(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(files, "--no-recorded") == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["recorded"] == {}
    assert evaluate(files, "--no-recorded") == ExitCode.BAD_INPUT
    assert "leave out one of them" in capsys.readouterr().err


def test_a_test_split_that_the_card_is_not_of_is_refused_and_may_be_named(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replace(turns(), examples=turns().examples[:3]).write(files / "test.jsonl.gz")

    assert evaluate(files) == ExitCode.BAD_INPUT
    assert "is not the test split of the model's card" in capsys.readouterr().err
    assert evaluate(files, "--data", str(files / "test.jsonl.gz")) == ExitCode.OTHER_VERDICT


def test_what_the_card_says_of_peoples_words_is_shown_with_its_doubt(
    files: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = turns()
    called = probabilities(RuleScorer(always_yes), load_folder("satellite"), data, data.examples)
    people = evaluation.evaluate(data.examples, called, 0.5, band=(0.3, 0.7))
    answering(right, files, monkeypatch, held_out={"people.jsonl": people})

    assert evaluate(files) == ExitCode.DONE

    shown = capsys.readouterr().out
    (row_shown,) = [line for line in shown.splitlines() if line.startswith("people.jsonl ")]
    assert row_shown.split()[1:4] == ["25", "5", "20.0%"]
    assert "people.jsonl: guessing 80.0%, mean of both sides 50.0%; expected calibration error 40.0%; unsure" in shown
    assert "unsure (0.30 to 0.70) of 100.0%" in shown
