from tests.support.scorer_model import HashEncoder

from plancritic.laboratory.schema.calibration.similarity import calibrate
from plancritic.laboratory.schema.corpus import load_corpus
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.outcomes import outcomes_of
from plancritic.laboratory.schema.evaluation.recordings import Semantics
from plancritic.laboratory.schema.evaluation.seeded_faults import FaultSettings, SeededRow, seeded_library, seeded_rows
from plancritic.schema_library.candidates.merging import canonical_text


def test_without_faults_every_writer_writes_the_reference(dungeon: EvaluationDomain) -> None:
    library = seeded_library(dungeon, writers=5, rate=0, seed=1)
    for action, several in library.candidates.items():
        (only,) = several
        assert only.text == canonical_text(dungeon.reference.actions[action])
        assert only.votes == 5
    assert outcomes_of(dungeon.problem, library.candidates).solvable == 1


def test_writers_who_always_err_never_write_the_reference(dungeon: EvaluationDomain) -> None:
    library = seeded_library(dungeon, writers=5, rate=1, seed=1)
    for action, several in library.candidates.items():
        assert canonical_text(dungeon.reference.actions[action]) not in {each.text for each in several}
        assert sum(each.votes for each in several) == 5


def test_rows_say_what_the_filter_leaves(dungeon: EvaluationDomain) -> None:
    encoder = HashEncoder(16)
    semantics = Semantics(encoder, calibrate(encoder, load_corpus()))
    settings = FaultSettings(writers=3, libraries=2, rates=(0.4,), processes=1)
    detailed, layman = seeded_rows(dungeon, semantics, settings, seed=1)
    libraries = [seeded_library(dungeon, 3, 0.4, seed) for seed in (1, 2)]
    outcomes = [outcomes_of(dungeon.problem, each.candidates) for each in libraries]
    for row in (detailed, layman):
        assert row.combinations == sum(each.combinations for each in outcomes) / 2
        assert row.solvable_before == sum(each.solvable / each.combinations for each in outcomes) / 2
        assert 0 <= row.left_without_floor <= row.left <= 1
        assert len(row.epsilons) == 2
        assert row.undecided == 0


def row(left: float, before: float, after: float) -> SeededRow:
    return SeededRow(
        domain="d",
        described_in="detailed",
        rate=0.4,
        libraries=1,
        combinations=100,
        left=left,
        left_without_floor=left,
        emptied=0,
        solvable_before=before,
        solvable_after=after,
        undecided=0,
        epsilons=(0.2,),
        right_kept=1,
        right_present=1,
    )


def test_the_bars_want_a_twentieth_left_and_twice_the_share() -> None:
    assert row(0.04, 0.2, 0.4).cut_enough and not row(0.05, 0.2, 0.4).cut_enough
    assert row(0.04, 0.2, 0.4).doubled is True
    assert row(0.04, 0.2, 0.39).doubled is False
    assert row(0.04, 0.5, 0.5).doubled is None
