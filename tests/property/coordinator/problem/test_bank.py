"""The bank says of a plan and a constraint what the judges' executor says."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples
from tests.support.sayings import GUESSED, MEANT, READ, plan_for, waterway

from plancritic.coordinator.problem.bank import Bank
from plancritic.domains import load_domain
from plancritic.judges import ExecutorJudge, JudgeRequest
from plancritic.pddl.language import ARITY, ConstraintType

BUNDLE = load_domain("waterway")
PLANS = tuple(plan_for(*asked) for asked in ((), (READ,), (MEANT,), (GUESSED,), (READ, MEANT), (READ, GUESSED)))
TIMES = (1.0, 2.5, 6.0, 10.2, 12.0)

atoms = st.builds(
    "(at {} {})".format,
    st.sampled_from(["sct_ast_0", "deb_ast_0", "shp_0"]),
    st.sampled_from(["wpt_ini", "wpt_a_0", "wpt_b_0", "wpt_end", "shp_dck_0", "deb_stn_0"]),
)
conditions = atoms | atoms.map("(not {})".format) | st.tuples(atoms, atoms).map(lambda pair: "(or {} {})".format(*pair))


@st.composite
def constraints(draw: st.DrawFn) -> str:
    kind = draw(st.sampled_from(sorted(ConstraintType)))
    bounds, places = ARITY[kind]
    times = sorted(draw(st.lists(st.sampled_from(TIMES), min_size=bounds, max_size=bounds, unique=True)))
    return f"({' '.join([kind.value, *(f'{time:g}' for time in times), *(draw(conditions) for _ in range(places))])})"


@cache
def bank() -> Bank:
    return Bank(waterway(), PLANS)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(constraints(), min_size=1, max_size=2))
def test_the_bank_agrees_with_the_judge(asked: list[str]) -> None:
    judge = ExecutorJudge()
    for plan, met in zip(PLANS, bank().satisfied(asked), strict=True):
        request = JudgeRequest(BUNDLE.domain_pddl, BUNDLE.problem("1"), plan, tuple(asked), goal=False)
        assert met is (judge._judged(request).ruling == "accepted")
