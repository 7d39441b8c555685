import numpy as np

from plancritic.adherence.dataset import Example
from plancritic.laboratory.adherence.evaluation.bars import HARDEST_ARCHETYPE, ScorerBar, bars
from plancritic.laboratory.adherence.measurement.accuracy import Evaluation, evaluate
from plancritic.pddl.language import ConstraintType

ALWAYS = Example(0, "t", True, "always")


def evaluation(wrong_negatives: int) -> Evaluation:
    """All types with twenty examples each; of the archetype's ten that do not adhere, so many are called adherent."""
    examples = [Example(0, "t", True, kind.value) for kind in ConstraintType for _ in range(20)]
    examples += [Example(0, "t", False, "at end", near_miss=True, archetype=HARDEST_ARCHETYPE)] * 10
    called = [0.9] * (20 * len(ConstraintType)) + [0.9] * wrong_negatives + [0.1] * (10 - wrong_negatives)
    return evaluate(examples, np.array(called, dtype=np.float32), 0.5)


def bar_of(found: tuple[ScorerBar, ...], ending: str) -> ScorerBar:
    return next(bar for bar in found if bar.name.endswith(ending))


def unmet(found: tuple[ScorerBar, ...]) -> set[str]:
    return {bar.name for bar in found if not bar.met}


def test_a_model_without_errors_meets_every_bar() -> None:
    found = bars(evaluation(0), (HARDEST_ARCHETYPE,), {"people": evaluation(0)})

    assert not unmet(found)
    assert len(found) == 4 + len(ConstraintType)


def test_the_bound_of_false_positives_must_be_undercut() -> None:
    found = bars(evaluation(1), (HARDEST_ARCHETYPE,), {"people": evaluation(0)})

    assert unmet(found) == {f"false positives on {HARDEST_ARCHETYPE}"}


def test_the_bound_of_false_positives_holds_for_every_suite_of_peoples_words() -> None:
    people = {"good": evaluation(0), "bad": evaluation(2), "of others": evaluate([ALWAYS], np.array([0.9]), 0.5)}

    found = bars(evaluation(0), (HARDEST_ARCHETYPE,), people)

    assert unmet(found) == {f"false positives on {HARDEST_ARCHETYPE}, bad"}
    bad = next(bar for bar in found if bar.name.endswith("bad"))
    assert (bar_of(found, "good").reached, bad.reached, bad.examples) == (0.0, 0.2, 10)
    assert not [bar for bar in found if bar.name.endswith("of others")]


def test_a_model_that_was_put_before_no_words_of_people_has_not_met_that_bar() -> None:
    found = bars(evaluation(0), (HARDEST_ARCHETYPE,), {})

    assert unmet(found) == {f"false positives on {HARDEST_ARCHETYPE}, people's words"}


def test_a_bar_tells_on_how_many_texts_it_rests_and_how_sure_it_is() -> None:
    examples = [Example(0, f"t{number // 2}", True, "always") for number in range(40)]
    judged = evaluate(examples, np.array(([0.9] * 6 + [0.1] * 2) * 5, dtype=np.float32), 0.5)

    bar = bar_of(bars(judged, (), {}), "accuracy")

    assert (bar.examples, bar.texts, bar.reached) == (40, 20, 0.75)
    assert bar.interval is not None and 0.5 < bar.interval[0] < 0.75 < bar.interval[1] < 1


def test_near_misses_have_a_bar_of_their_own() -> None:
    # 27 of 30 at the end are right, and 7 of the 10 near misses.
    assert unmet(bars(evaluation(3), (), {})) == {"accuracy on near misses"}


def test_a_type_that_was_not_tested_has_not_met_its_bar() -> None:
    few = evaluate([ALWAYS], np.array([0.9], dtype=np.float32), 0.5)

    missed = unmet(bars(few, (HARDEST_ARCHETYPE,), {}))

    assert "accuracy on always" not in missed
    assert {"accuracy on within", "accuracy on near misses", f"false positives on {HARDEST_ARCHETYPE}"} <= missed


def test_a_domain_without_the_archetype_has_no_bar_for_it() -> None:
    found = bars(evaluation(0), ("other",), {"people": evaluation(0)})

    assert not [bar for bar in found if bar.name.startswith("false positives")]
