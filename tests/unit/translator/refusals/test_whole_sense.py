"""Readings of the parts of a statement that lose what its words mean together are no readings."""

from __future__ import annotations

import pytest

from plancritic.domains import load_domain
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.translator.candidates.offline import Parser
from plancritic.wording import Lexicon


@pytest.fixture(scope="module")
def parser() -> Parser:
    bundle = load_domain("waterway")
    return Parser(Linker(bundle.context, World(Lexicon(bundle, "1").problem)))


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        (
            "The debris boat and the scout should never be at waypoint A at the same time.",
            {"(always (not (at deb_ast_0 wpt_a_0)))", "(always (not (at sct_ast_0 wpt_a_0)))"},
        ),
        (
            "The scout shall have reached the end point no later than 5 hours into the plan.",
            {"(hold-after 5 (not (at sct_ast_0 wpt_end)))"},
        ),
        ("From hour 11 on park the scout at A and leave it there.", {"(hold-after 11 (not (at sct_ast_0 wpt_a_0)))"}),
    ],
)
def test_a_reading_that_loses_the_sense_of_the_whole_is_none(parser: Parser, statement: str, lost: set[str]) -> None:
    assert lost not in [set(map(str, each.constraints)) for each in parser.parse(statement)]


def test_what_has_to_be_gone_by_a_time_is_still_read(parser: Parser) -> None:
    read = [set(map(str, each.constraints)) for each in parser.parse("From hour 5 on keep the scout away from A.")]
    assert {"(hold-after 5 (not (at sct_ast_0 wpt_a_0)))"} in read
