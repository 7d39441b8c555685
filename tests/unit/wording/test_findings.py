import pytest

from plancritic.contracts.validation import Finding
from plancritic.wording import Lexicon, finding_sentence

CONSTRAINT = "(always (not (at sct_ast_0 wpt_a_0)))"
MOVE = "(move_scout_asset wpt_ini wpt_a_0 sct_ast_0)"


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (
            Finding(about="constraint", satisfied=False, constraint=CONSTRAINT, time=0.6, step=MOVE),
            'Violated at 0.6 hours by "the scout moves from the start to waypoint A": '
            "The scout never visits waypoint A.",
        ),
        (
            Finding(about="constraint", satisfied=True, constraint=CONSTRAINT),
            "Satisfied: The scout never visits waypoint A.",
        ),
        (
            Finding(about="constraint", satisfied=None, constraint=CONSTRAINT, explanation="VAL cannot\n judge it."),
            "Not judged: The scout never visits waypoint A. (VAL cannot judge it).",
        ),
        (
            Finding(about="constraint", satisfied=True, constraint="(nonsense"),
            "Satisfied: (nonsense",
        ),
        (Finding(about="goal", satisfied=True), "The goal is met."),
        (
            Finding(about="goal", satisfied=False, needed="(at shp_0 shp_dck_0)", actual="(not (at shp_0 shp_dck_0))"),
            "The goal is not met: it needs that the wrecked ship is at the ship dock, "
            "but the wrecked ship is not at the ship dock.",
        ),
        (
            Finding(about="condition", satisfied=False, time=1.0, step=MOVE, needed="(at sct_ast_0 wpt_ini)"),
            '"the scout moves from the start to waypoint A" at 1 hour cannot be done: '
            "it needs that the scout is at the start.",
        ),
        (
            Finding(
                about="condition",
                satisfied=False,
                time=1.0,
                step=MOVE,
                needed="a time apart from (x)",
                actual="the same time, and both touch (at sct_ast_0 wpt_ini)",
            ),
            '"the scout moves from the start to waypoint A" at 1 hour cannot be done: it needs a time apart from (x), '
            "but it is the same time, and both touch (at sct_ast_0 wpt_ini).",
        ),
        (
            Finding(about="condition", satisfied=False, step=MOVE, needed="(= ?duration 2)", actual="(= ?duration 3)"),
            '"the scout moves from the start to waypoint A" cannot be done: '
            "it needs (= ?duration 2), but it is (= ?duration 3).",
        ),
        (
            Finding(
                about="constraint",
                satisfied=False,
                constraint="(within 1 (at sct_ast_0 wpt_a_0))",
                time=2.5,
                step=MOVE,
                explanation="it holds only at 2.5, not within 1",
            ),
            'Violated, true only at 2.5 hours by "the scout moves from the start to waypoint A": '
            "Within the first 1 hour, the scout is at waypoint A.",
        ),
        (
            Finding(
                about="constraint",
                satisfied=False,
                constraint="(within 1 (at sct_ast_0 wpt_a_0))",
                time=9.5,
                explanation="it never holds",
            ),
            "Violated, never true: Within the first 1 hour, the scout is at waypoint A.",
        ),
        (
            Finding(about="form", satisfied=None, constraint="(within (a))", explanation="no time"),
            "(within (a)) is not well-formed (no time).",
        ),
    ],
)
def test_findings_in_words(finding: Finding, sentence: str, waterway: Lexicon) -> None:
    assert finding_sentence(finding, waterway) == sentence
