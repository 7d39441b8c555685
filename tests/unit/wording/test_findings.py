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
            "The goal is not met: it needs (at shp_0 shp_dck_0), but it is (not (at shp_0 shp_dck_0)).",
        ),
        (
            Finding(about="condition", satisfied=False, time=1.0, step=MOVE, needed="(at sct_ast_0 wpt_ini)"),
            '"the scout moves from the start to waypoint A" at 1 hour cannot be done: it needs (at sct_ast_0 wpt_ini).',
        ),
        (
            Finding(about="form", satisfied=None, constraint="(within (a))", explanation="no time"),
            "(within (a)) is not well-formed (no time).",
        ),
    ],
)
def test_findings_in_words(finding: Finding, sentence: str, waterway: Lexicon) -> None:
    assert finding_sentence(finding, waterway) == sentence
