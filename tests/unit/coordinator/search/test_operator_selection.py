import pytest

from plancritic.coordinator.presets import PRESETS
from plancritic.coordinator.search.operator_selection import LEAST, Offspring, Pursuit, Rates, rates_for


def generation(**improved: tuple[int, int]) -> list[Offspring]:
    """Children by operator: how many are fitter than their parents, and how many are not."""
    return [
        Offspring((name,), better)
        for name, (good, bad) in improved.items()
        for better in (*[True] * good, *[False] * bad)
    ]


def ours() -> Pursuit:
    return Pursuit(dict(PRESETS["ours"].operators))


def test_the_operator_whose_children_improve_most_often_is_pursued():
    chances = ours()
    chances.learn(generation(modify=(1, 9), duplicate=(4, 2), add=(0, 3)))
    assert max(chances.chances, key=lambda name: chances.chances[name]) == "duplicate"
    # P(best) += 0.8 (P_max - P(best)), P_max = 1 - 3 * 0.1; the others are drawn to 0.1.
    assert chances.chances["duplicate"] == pytest.approx(0.3 + 0.8 * (0.7 - 0.3))
    assert chances.chances["modify"] == pytest.approx(0.5 + 0.8 * (0.1 - 0.5))


def test_chances_sum_to_one_and_none_falls_below_the_least_whatever_is_learnt():
    chances = ours()
    for round_ in range(20):
        chances.learn(generation(**{("add", "remove", "modify", "duplicate")[round_ % 4]: (3, 1)}))
        assert sum(chances.chances.values()) == pytest.approx(1.0)
        assert min(chances.chances.values()) >= LEAST - 1e-9


def test_nothing_is_pursued_where_nothing_improved_or_two_improved_alike():
    for learnt in (generation(modify=(0, 5), add=(0, 5)), generation(modify=(1, 1), add=(1, 1)), []):
        chances = ours()
        chances.learn(learnt)
        assert chances.chances == dict(PRESETS["ours"].operators)


def test_what_improved_once_is_given_up_when_another_does_better_later():
    chances = ours()
    chances.learn(generation(add=(1, 0)))
    chances.learn(generation(add=(0, 5), modify=(5, 0)))
    assert chances.chances["modify"] > chances.chances["add"]


def test_ways_to_modify_learn_apart_from_the_operators():
    rates = Rates(ours(), Pursuit({"negate": 0.2, "type": 0.6, "argument": 0.2}))
    rates.learn([Offspring(("modify", "argument"), True), Offspring(("modify", "type"), False)])
    assert rates.ways is not None
    assert rates.ways.chances["argument"] > rates.ways.chances["type"]
    assert rates.reported["modify"] > 0.5


def test_a_run_may_name_fixed_chances_for_our_preset_and_learning_ones_for_a_published_one():
    learnt = generation(add=(3, 0))
    for preset, wanted, moves in (
        ("ours", None, True),
        ("ours", "fixed", False),
        ("code", None, False),
        ("code", "adaptive", True),
    ):
        rates = rates_for(PRESETS[preset], wanted)
        before = dict(rates.reported)
        rates.learn(learnt)
        assert (rates.reported != before) is moves
