"""What each row of the comparison is trained on and tested with; the networks are stand-ins that learn nothing."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.support.scored_data import turns
from tests.support.scorer_model import HashEncoder, data_card

from plancritic.adherence.dataset import Dataset
from plancritic.command_line.exit_codes import ExitCode
from plancritic.command_line.root import run_program
from plancritic.domains.folder import DomainFolder, load_folder
from plancritic.laboratory.adherence.training.commands.scorer import scorer
from plancritic.laboratory.adherence.training.comparison.table import (
    GENERATED,
    JUDGED_LABELS,
    PUBLISHED_LABELS,
    RECORDED,
    ComparedData,
    read_comparison,
)
from plancritic.laboratory.adherence.training.data.recorded import (
    Recording,
    published_labels,
    read_recording,
    recorded_folder,
)
from plancritic.laboratory.adherence.training.data.recorded_data import make_recorded_data

if TYPE_CHECKING:
    from plancritic.embedding import Encoder
    from plancritic.laboratory.adherence.training.comparison.learning import (
        Judge,
        Learned,
        LearningSettings,
        Part,
        Progress,
    )
    from plancritic.laboratory.adherence.training.comparison.rows import Materials

pytestmark = pytest.mark.train


class SaysYes:
    """A judge that calls every plan adherent, and remembers what it was trained on."""

    def __init__(self, training: Sequence[Part], validation: Sequence[Part]) -> None:
        self.training, self.validation = training, validation

    @property
    def learned(self) -> Learned:
        from plancritic.laboratory.adherence.training.comparison.learning import Learned

        return Learned("says yes", 0, 1.0, 1.0, "epochs", 0.7)

    def probabilities(self, part: Part) -> NDArray[np.float32]:
        return np.full(len(part.examples), 0.9, dtype=np.float32)


class Watched:
    """A learner that keeps the judges it made."""

    def __init__(self) -> None:
        self.judges: list[SaysYes] = []

    def __call__(
        self,
        training: Sequence[Part],
        validation: Sequence[Part],
        encoder: Encoder,
        settings: LearningSettings,
        progress: Progress,
    ) -> Judge:
        self.judges.append(SaysYes(training, validation))
        return self.judges[-1]


def made() -> Dataset:
    """Generated data with every split, apart by text."""
    sides = [turns(split=split).examples for split in ("train", "validation", "test")]
    examples = [replace(each, text=f"{side}: {each.text}") for side, found in enumerate(sides) for each in found]
    return replace(turns(), examples=tuple(examples))


@pytest.fixture(scope="module")
def satellite() -> DomainFolder:
    return load_folder("satellite")


@pytest.fixture(scope="module")
def recording() -> Recording:
    whole = read_recording(recorded_folder("satellite"))
    return Recording(whole.plans, whole.statements[::9])


@pytest.fixture(scope="module")
def materials(satellite: DomainFolder, recording: Recording) -> Materials:
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus
    from plancritic.laboratory.adherence.training.comparison.rows import Materials

    recorded = asyncio.run(make_recorded_data(satellite, recording, 0, "", lambda _: None))
    other = replace(made(), card=data_card("waterway"))
    domains = {"satellite": "satellite", RECORDED: "satellite", "waterway": "waterway"}
    data = {
        name: ComparedData(
            domain=domain, name=name, sha256="0", examples=1, recorded=name == RECORDED, test_sha256=f"test of {name}"
        )
        for name, domain in domains.items()
    }
    return Materials(
        own=Corpus(satellite, made()),
        recorded=Corpus(satellite, recorded),
        published=published_labels(recording, recorded),
        other=Corpus(satellite.model_copy(update={"name": "waterway"}), other),
        data=data,
    )


def run(name: str, materials: Materials, learner: Watched) -> dict[str, float]:
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings
    from plancritic.laboratory.adherence.training.comparison.rows import run_row

    learners = dict.fromkeys(("published", "changes", "grounding"), learner)
    row = run_row(name, materials, HashEncoder(), LearningSettings(), "plancritic", lambda _: None, learners)
    assert row.name == name
    return {test: found.overall.accuracy for test, found in row.tests.items()}


def test_generated_rows_are_tested_on_the_test_split_and_on_recorded_pairs(materials: Materials) -> None:
    learner = Watched()

    found = run("published", materials, learner)

    assert found[GENERATED] == 0.2
    assert 0.7 < found[RECORDED] < 0.9
    (part,) = learner.judges[0].training
    assert {example.split for example in part.examples} == {"train"}
    assert {example.split for example in learner.judges[0].validation[0].examples} == {"validation"}


def test_the_text_ablation_says_the_same_in_other_words(materials: Materials) -> None:
    learner = Watched()
    run("published-mid-level-goal", materials, learner)
    run("grounding-in-words", materials, learner)

    first, second = (judge.training[0].examples[0] for judge in learner.judges)
    assert first.text == first.mid_level_goal
    assert second.text == second.in_words


def test_a_row_names_all_data_that_it_was_trained_on_or_tested_with(materials: Materials) -> None:
    from plancritic.laboratory.adherence.training.comparison.learning import LearningSettings
    from plancritic.laboratory.adherence.training.comparison.rows import run_row

    learners = dict.fromkeys(("published", "changes", "grounding"), Watched())
    named = [
        [data.name for data in run_row(name, materials, HashEncoder(), LearningSettings(), "", print, learners).data]
        for name in ("published", "published-other", "recorded-clean-row")
    ]

    assert named == [["satellite", RECORDED], ["satellite", RECORDED, "waterway"], [RECORDED]]


def test_networks_across_domains_are_trained_on_both_or_on_the_other_alone(materials: Materials) -> None:
    learner = Watched()
    run("grounding-both", materials, learner)
    run("grounding-other", materials, learner)

    assert [[part.corpus.domain for part in judge.training] for judge in learner.judges] == [
        ["satellite", "waterway"],
        ["waterway"],
    ]


@pytest.mark.parametrize("split", ["row", "problem"])
def test_recorded_rows_share_test_examples_and_differ_in_the_labels_they_train_on(
    split: str, materials: Materials
) -> None:
    learner = Watched()
    noisy, clean = (run(f"recorded-{labels}-{split}", materials, learner) for labels in ("noisy", "clean"))

    # One that always says yes is right as often as the labels say yes: half of the published, most of the judges'.
    assert noisy == clean
    assert noisy[PUBLISHED_LABELS] == pytest.approx(0.5, abs=0.1)
    assert noisy[JUDGED_LABELS] > 0.7
    trained = [judge.training[0].examples for judge in learner.judges]
    assert [(e.plan, e.text) for e in trained[0]] == [(e.plan, e.text) for e in trained[1]]
    turned = sum(one.adheres is not other.adheres for one, other in zip(*trained, strict=True))
    assert 0.3 < turned / len(trained[0]) < 0.5


def test_split_by_row_shares_plans_with_training_and_split_by_problem_does_not(materials: Materials) -> None:
    from plancritic.laboratory.adherence.training.comparison.rows import ROWS, _recorded_sides

    def shared(name: str) -> set[int]:
        row = ROWS[name]
        sides = _recorded_sides(materials, row, 0)  # type: ignore[arg-type]
        plans = [{example.plan for example, _ in sides[side]} for side in ("train", "test")]
        return plans[0] & plans[1]

    assert shared("recorded-noisy-row")
    assert not shared("recorded-noisy-problem")


def test_rows_that_need_another_domain_are_not_offered_without_one(materials: Materials) -> None:
    from plancritic.laboratory.adherence.training.comparison.rows import ROWS, runnable

    alone = runnable(replace(materials, other=None), dict.fromkeys(("published", "changes", "grounding"), Watched()))

    assert set(ROWS) - set(alone) == {"published-both", "published-other", "grounding-both", "grounding-other"}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, materials: Materials) -> Path:
    monkeypatch.setattr("plancritic.laboratory.adherence.training.commands.comparison.set_up_encoder", HashEncoder)
    made().write(tmp_path / "made.jsonl.gz")
    materials.recorded.dataset.write(tmp_path / "recorded.jsonl.gz")
    return tmp_path


def compare(files: Path, *options: str) -> int:
    data = ("--data", str(files / "made.jsonl.gz"), "--recorded", str(files / "recorded.jsonl.gz"))
    out = ("--out", str(files / "comparison.json"))
    return run_program(["train", "comparison", "--domain", "satellite", *data, *out, *options])


def test_rows_are_trained_and_written_one_at_a_time(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(files, "--rows", "published", "--epochs", "1") == ExitCode.DONE
    assert compare(files, "--rows", "changes", "--epochs", "1", "--seed", "2") == ExitCode.DONE

    found = read_comparison(files / "comparison.json")
    assert found is not None
    assert {name: (row.seed, row.epochs) for name, row in found.rows.items()} == {
        "published": (0, 1.0),
        "changes": (2, 1.0),
    }
    row = found.rows["published"]
    assert (row.training_examples, row.parameters > 800_000) == (25, True)
    assert [(data.name, data.recorded) for data in row.data] == [
        ("made.jsonl.gz", False),
        ("recorded.jsonl.gz", True),
    ]
    made().of_split("test").write(files / "test.jsonl.gz")
    assert row.tested_as(hashlib.sha256((files / "test.jsonl.gz").read_bytes()).hexdigest())
    assert "epochs, ended by epochs" in capsys.readouterr().err


def test_each_network_is_trained_as_suits_it_unless_the_command_says_otherwise(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from plancritic.laboratory.adherence.training.comparison import rows as comparison

    given: list[tuple[str, int, float, float | None]] = []
    really = comparison.run_row

    def watched(name: str, materials: Materials, encoder: Encoder, settings: LearningSettings, *rest: Any) -> Any:
        given.append((name, settings.epochs, settings.learning_rate, settings.budget_seconds))
        return really(name, materials, encoder, settings, *rest, dict.fromkeys(comparison.LEARNERS, Watched()))

    monkeypatch.setattr(comparison, "run_row", watched)
    rows = ("--rows", "published,grounding", "--budget-seconds", "60")
    assert compare(files, *rows) == ExitCode.DONE
    capsys.readouterr()
    assert compare(files, *rows, "--epochs", "2", "--learning-rate", "0.001", "--json") == ExitCode.DONE

    ours = inspect.signature(scorer).parameters
    assert given == [
        ("published", 100, 3e-4, 60.0),
        ("grounding", ours["epochs"].default, ours["learning_rate"].default, 60.0),
        ("published", 2, 1e-3, 60.0),
        ("grounding", 2, 1e-3, 60.0),
    ]
    found = read_comparison(files / "comparison.json")
    assert found is not None
    assert found.rows["grounding"].learning_rate == 1e-3
    assert json.loads(capsys.readouterr().out) == {
        name: found.rows[name].model_dump(mode="json") for name in ("published", "grounding")
    }


def test_other_data_than_those_of_the_rows_that_are_there_are_refused_before_any_training(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(files, "--rows", "published", "--epochs", "1") == ExitCode.DONE
    kept = (files / "comparison.json").read_bytes()
    capsys.readouterr()
    replace(made(), examples=made().examples[1:]).write(files / "made.jsonl.gz")

    assert compare(files, "--rows", "changes", "--epochs", "1") == ExitCode.BAD_INPUT

    said = capsys.readouterr().err
    assert "made from another made.jsonl.gz" in said
    assert "epoch" not in said
    assert (files / "comparison.json").read_bytes() == kept


@pytest.mark.parametrize(
    ("rows", "reason"), [("nothing", "there is no row 'nothing'"), ("published-both", "give --other-data")]
)
def test_rows_that_cannot_be_made_are_bad_input(
    files: Path, rows: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compare(files, "--rows", rows) == ExitCode.BAD_INPUT
    assert reason in capsys.readouterr().err
    assert not (files / "comparison.json").exists()
