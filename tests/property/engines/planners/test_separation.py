"""Whatever the steps: what came later still does, by the least gap, unless nothing could be done."""

from hypothesis import given
from hypothesis import strategies as st

from plancritic.engines.planners.separation import TimedStep, separated

TIMES = st.integers(0, 40).map(lambda quarter: quarter * 0.00025)
STEPS = st.lists(
    st.builds(
        lambda whole, little, length: TimedStep(round(whole + little, 4), "(a)", length),
        st.integers(0, 4),
        TIMES,
        st.sampled_from([None, 0.5, 1.0, 2.0]),
    ),
    max_size=8,
)


def instants(steps: tuple[TimedStep, ...] | list[TimedStep]) -> list[float]:
    return [time for step in steps for time in (step.start, step.start + (step.duration or 0.0))]


@given(STEPS)
def test_order_is_kept_and_gaps_are_wide_enough(steps: list[TimedStep]) -> None:
    spread = separated(steps)
    if spread == tuple(steps):
        return
    before, after = instants(steps), instants(spread)
    assert [step.duration for step in spread] == [step.duration for step in steps]
    assert min(after) == 0.0
    for i, first in enumerate(before):
        for j, second in enumerate(before):
            if second - first > 0.00019:
                assert after[j] - after[i] > 0.00099 - 1e-9
