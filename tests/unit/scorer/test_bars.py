import numpy as np

from plancritic.pddl.constraints import ConstraintType
from plancritic.scorer.bars import HARDEST_ARCHETYPE, Bar, bars
from plancritic.scorer.dataset import Example
from plancritic.scorer.evaluation import Evaluation, evaluate


def evaluation(wrong_negatives: int) -> Evaluation:
    """All types with twenty examples each; of the archetype's ten that do not adhere, so many are called adherent."""
    examples = [Example(0, "t", True, kind.value) for kind in ConstraintType for _ in range(20)]
    examples += [Example(0, "t", False, "at end", near_miss=True, archetype=HARDEST_ARCHETYPE)] * 10
    called = [0.9] * (20 * len(ConstraintType)) + [0.9] * wrong_negatives + [0.1] * (10 - wrong_negatives)
    return evaluate(examples, np.array(called, dtype=np.float32), 0.5)


def unmet(found: tuple[Bar, ...]) -> set[str]:
    return {bar.name for bar in found if not bar.met}


def test_a_model_without_errors_meets_every_bar() -> None:
    found = bars(evaluation(0), (HARDEST_ARCHETYPE,))

    assert not unmet(found)
    assert len(found) == 3 + len(ConstraintType)


def test_the_bound_of_false_positives_must_be_undercut() -> None:
    assert unmet(bars(evaluation(1), (HARDEST_ARCHETYPE,))) == {f"false positives on {HARDEST_ARCHETYPE}"}


def test_near_misses_have_a_bar_of_their_own() -> None:
    # 27 of 30 at the end are right, and 7 of the 10 near misses.
    assert unmet(bars(evaluation(3), ())) == {"accuracy on near misses"}


def test_a_type_that_was_not_tested_has_not_met_its_bar() -> None:
    few = evaluate([Example(0, "t", True, "always")], np.array([0.9], dtype=np.float32), 0.5)

    missed = unmet(bars(few, (HARDEST_ARCHETYPE,)))

    assert "accuracy on always" not in missed
    assert {"accuracy on within", "accuracy on near misses", f"false positives on {HARDEST_ARCHETYPE}"} <= missed


def test_a_domain_without_the_archetype_has_no_bar_for_it() -> None:
    assert f"false positives on {HARDEST_ARCHETYPE}" not in {bar.name for bar in bars(evaluation(0), ("other",))}
