"""What happens in a plan has its words and its times."""

from __future__ import annotations

from plancritic.coordinator.turns.questions.moments import moments, movers, places_of, words_of_moment
from plancritic.coordinator.turns.questions.words import stem
from plancritic.domains import load_domain
from plancritic.pddl.execution import execute
from plancritic.pddl.language import parse_plan
from plancritic.wording import Lexicon

LEXICON = Lexicon(load_domain("satellite"), "1")
TURN = "0.0: (turn_to satellite0 groundstation2 phenomenon6) [5.0]\n"


def test_a_step_that_takes_a_thing_from_one_place_to_another_tells_where_things_are() -> None:
    trajectory = execute(LEXICON.problem, parse_plan(TURN))
    assert places_of(trajectory) == {"pointing"}
    assert movers(trajectory) == ("satellite0",)
    last = [each for each in moments(trajectory) if each.starts][-1]
    assert (last.time, str(last.fact)) == (5.0, "(pointing satellite0 groundstation2)")
    assert stem("turns") in words_of_moment(last, LEXICON)
