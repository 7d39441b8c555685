"""The rows of the comparison: which network is trained on what, and what it is tested with.

Rows on generated data share one split, by problem, plan family and wording. Rows on the recorded pairs are the
published set-up: trained on the labels as published or on those of our judges, split by row as published or by
problem, each tested with both labels of its own test share, so that what the labels and what the split are worth can
be told apart.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from plancritic.adherence.dataset import Example, Split
from plancritic.adherence.model_card import Evaluation
from plancritic.embedding import Encoder
from plancritic.laboratory.adherence.measurement.accuracy import evaluate
from plancritic.laboratory.adherence.training.comparison.baselines import ChangesNetwork, PublishedNetwork, baseline
from plancritic.laboratory.adherence.training.comparison.learning import (
    Corpus,
    Judge,
    Learner,
    LearningSettings,
    Part,
    Progress,
)
from plancritic.laboratory.adherence.training.comparison.table import (
    GENERATED,
    JUDGED_LABELS,
    PUBLISHED_LABELS,
    RECORDED,
    ComparedData,
    ComparedRow,
)
from plancritic.laboratory.adherence.training.errors import NotEnoughData
from plancritic.laboratory.adherence.training.grounding import SETTINGS as GROUNDING_SETTINGS
from plancritic.laboratory.adherence.training.grounding import learn

_THRESHOLD = 0.5
#: Of recorded pairs split by row, for validation and for test.
_ROW_SHARE = 0.15

#: How each network is trained, by the name that rows know it by.
LEARNERS: Mapping[str, Learner] = {
    "published": baseline(PublishedNetwork),
    "changes": baseline(ChangesNetwork),
    "grounding": learn,
}
#: What each is trained with where nothing else is asked: its own, since a rate that suits one is another's handicap.
SETTINGS: Mapping[str, LearningSettings] = {
    "published": LearningSettings(),
    "changes": LearningSettings(),
    "grounding": GROUNDING_SETTINGS,
}


@dataclass(frozen=True, slots=True)
class GeneratedRow:
    """A network on generated data. `text` is the field of an example that is judged; `trained_on` which domains."""

    title: str
    network: str
    text: Literal["statement", "mid_level_goal", "in_words"] = "statement"
    trained_on: Literal["own", "both", "other"] = "own"


@dataclass(frozen=True, slots=True)
class RecordedRow:
    """The published set-up on recorded pairs."""

    title: str
    labels: Literal["published", "judges"]
    by_row: bool
    network: str = "published"


@dataclass(frozen=True, slots=True)
class Materials:
    """What rows are made from; `published` are the recorded examples, row by row, with the label as published."""

    own: Corpus
    recorded: Corpus
    published: Sequence[tuple[Example, bool]]
    other: Corpus | None
    data: Mapping[str, ComparedData]


def _generated_rows() -> dict[str, GeneratedRow]:
    networks = {
        "published": "the published network",
        "changes": "the same with state changes and times",
        "grounding": "ours",
    }
    texts: dict[Literal["mid_level_goal", "in_words"], str] = {
        "mid_level_goal": "mid-level goals for text",
        "in_words": "constraints in words for text",
    }
    domains: dict[Literal["both", "other"], str] = {"both": "one for both domains", "other": "trained on the other"}
    rows = {name: GeneratedRow(title, name) for name, title in networks.items()}
    for name in ("published", "grounding"):
        for text, words in texts.items():
            row = GeneratedRow(f"{networks[name]}, {words}", name, text=text)
            rows[f"{name}-{text.replace('_', '-')}"] = row
        for trained_on, words in domains.items():
            row = GeneratedRow(f"{networks[name]}, {words}", name, trained_on=trained_on)
            rows[f"{name}-{trained_on}"] = row
    return rows


#: Every row by its name.
ROWS: Mapping[str, GeneratedRow | RecordedRow] = {
    **_generated_rows(),
    "recorded-noisy-row": RecordedRow("as published: labels as published, split by row", "published", by_row=True),
    "recorded-noisy-problem": RecordedRow("labels as published, split by problem", "published", by_row=False),
    "recorded-clean-row": RecordedRow("labels of the judges, split by row", "judges", by_row=True),
    "recorded-clean-problem": RecordedRow("labels of the judges, split by problem", "judges", by_row=False),
}


def runnable(materials: Materials, learners: Mapping[str, Learner] = LEARNERS) -> tuple[str, ...]:
    """The rows for which there are data and a network."""
    return tuple(
        name
        for name, row in ROWS.items()
        if row.network in learners
        and (isinstance(row, RecordedRow) or row.trained_on == "own" or materials.other is not None)
    )


def run_row(
    name: str,
    materials: Materials,
    encoder: Encoder,
    settings: LearningSettings,
    command: str,
    progress: Progress,
    learners: Mapping[str, Learner] = LEARNERS,
) -> ComparedRow:
    """Train a row's network and test it. Raises `NotEnoughData` where its split leaves one without."""
    row = ROWS[name]
    if isinstance(row, RecordedRow):
        sides = _recorded_sides(materials, row, settings.seed)
        training, validation = ([_labelled(materials, sides[side], row.labels)] for side in ("train", "validation"))
        corpora = [materials.recorded]
    else:
        corpora = _corpora(materials, row)
        training, validation = (
            [corpus.part(side).saying(row.text) for corpus in corpora] for side in ("train", "validation")
        )
    started = time.process_time()
    judge = learners[row.network](training, validation, encoder, settings, progress)
    cpu_seconds = time.process_time() - started
    if isinstance(row, RecordedRow):
        tests = {
            PUBLISHED_LABELS: _tested(judge, _labelled(materials, sides["test"], "published")),
            JUDGED_LABELS: _tested(judge, _labelled(materials, sides["test"], "judges")),
        }
        used = {RECORDED: materials.data[RECORDED]}
    else:
        tests = {
            GENERATED: _tested(judge, materials.own.part("test").saying(row.text)),
            RECORDED: _tested(judge, materials.recorded.part("test").saying(row.text)),
        }
        # Its own domain's data and the recorded pairs are what it is tested with, whatever it is trained on.
        used = {name: materials.data[name] for name in (materials.own.domain, RECORDED, *_names(corpora))}
    return ComparedRow(
        name=name,
        title=row.title,
        network=judge.learned.network,
        parameters=judge.learned.parameters,
        text="statement" if isinstance(row, RecordedRow) else row.text,
        trained_on=tuple(_names(corpora)),
        labels=row.labels if isinstance(row, RecordedRow) else "judges",
        split=_split_in_words(materials, row),
        seed=settings.seed,
        learning_rate=settings.learning_rate,
        command=command,
        data=tuple(used.values()),
        training_examples=sum(len(part.examples) for part in training),
        validation_examples=sum(len(part.examples) for part in validation),
        epochs=judge.learned.epochs,
        best_epoch=judge.learned.best_epoch,
        ended=judge.learned.ended,
        validation_loss=judge.learned.validation_loss,
        cpu_seconds=round(cpu_seconds, 1),
        budget_seconds=settings.budget_seconds,
        tests=tests,
    )


def _names(corpora: Sequence[Corpus]) -> list[str]:
    return [corpus.domain for corpus in corpora]


def _corpora(materials: Materials, row: GeneratedRow) -> list[Corpus]:
    if row.trained_on == "own":
        return [materials.own]
    if materials.other is None:
        raise NotEnoughData("there are no data of another domain")
    return [materials.other] if row.trained_on == "other" else [materials.own, materials.other]


def _recorded_sides(materials: Materials, row: RecordedRow, seed: int) -> dict[Split, list[tuple[Example, bool]]]:
    """Recorded rows by side: the data set's own split, or one drawn row by row, whatever else the rows share."""
    rows = list(materials.published)
    if not row.by_row:
        return {side: [each for each in rows if each[0].split == side] for side in ("train", "validation", "test")}
    random.Random(f"{seed}/by row").shuffle(rows)
    share = round(_ROW_SHARE * len(rows))
    return {"test": rows[:share], "validation": rows[share : 2 * share], "train": rows[2 * share :]}


def _labelled(materials: Materials, rows: Sequence[tuple[Example, bool]], labels: str) -> Part:
    examples = [replace(example, adheres=obeyed) if labels == "published" else example for example, obeyed in rows]
    return Part(materials.recorded, tuple(examples))


def _tested(judge: Judge, part: Part) -> Evaluation:
    return evaluate(part.examples, judge.probabilities(part), _THRESHOLD, part.problems)


def _split_in_words(materials: Materials, row: GeneratedRow | RecordedRow) -> str:
    if isinstance(row, GeneratedRow):
        return "problem, plan family and wording"
    if row.by_row:
        return "row"
    part = {side: set(materials.recorded.part(side).problems) for side in ("train", "test")}
    return "plan family and text" if part["train"] & part["test"] else "problem and text"
