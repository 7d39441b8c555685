from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.scorer_model import HashEncoder
from tests.support.waterway_examples import waterway_examples
from tests.unit.laboratory.adherence.training.learnt import Seen

from plancritic.adherence.model_card import ModelCard
from plancritic.domains.folder import DomainFolder
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon

if TYPE_CHECKING:
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, Look
    from plancritic.laboratory.adherence.training.grounding import GroundingJudge


@dataclass(frozen=True)
class Trained:
    """A model trained on `waterway_examples` until it knows the rule, and what it was made from."""

    card: ModelCard
    folder: Path
    judge: GroundingJudge
    corpus: Corpus
    encoder: HashEncoder
    looks: tuple[Look, ...]
    notes: tuple[str, ...]


@pytest.fixture(scope="session")
def lexicon(bundle: DomainFolder) -> FolderLexicon:
    return FolderLexicon(bundle, "1")


@pytest.fixture(scope="session")
def corpus(bundle: DomainFolder) -> Corpus:
    """Six turns of the vessels: what a few seconds of training are enough for."""
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus

    return Corpus(bundle, waterway_examples(6))


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory, bundle: DomainFolder) -> Trained:
    """Training and export take half a minute: all tests look at one model."""
    from plancritic.laboratory.adherence.training import train
    from plancritic.laboratory.adherence.training.checkpoint import Checkpoint
    from plancritic.laboratory.adherence.training.comparison.learning import Corpus, LearningSettings
    from plancritic.laboratory.adherence.training.grounding import learn as learn_really

    corpus, encoder = Corpus(bundle, waterway_examples()), HashEncoder(24)
    folder = tmp_path_factory.mktemp("trained") / "model"
    suite = corpus.part("test").dataset
    judges: list[GroundingJudge] = []
    seen = Seen()

    def learn(*given: Any) -> GroundingJudge:
        judges.append(learn_really(*given))
        return judges[-1]

    settings = LearningSettings(seed=1, epochs=44, patience=44, learning_rate=3e-3, threads=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train, "learn", learn)
        card = train.train_model(
            "waterway",
            [corpus],
            encoder,
            settings,
            folder,
            "plancritic train scorer",
            seen,
            {"people.jsonl": suite},
            Checkpoint(folder.parent / "checkpoint", "plancritic train scorer"),
        )
    return Trained(card, folder, judges[0], corpus, encoder, tuple(seen.looks), tuple(seen.notes))
