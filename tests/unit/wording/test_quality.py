"""How good a plan is, in a sentence."""

from __future__ import annotations

from plancritic.contracts.planning import LowerBound
from plancritic.domains import load_domain
from plancritic.wording import Lexicon, bound_sentence

BOUND = LowerBound(value=9.602, means="chain", reason="a test", met=True)


def test_a_bound_that_is_met_is_a_proof_and_another_one_is_what_is_known() -> None:
    hours = Lexicon(load_domain("waterway"), "1")
    assert bound_sentence(BOUND, hours) == "No plan under these wishes ends before 9.602 hours (proved)."
    open_one = bound_sentence(BOUND.model_copy(update={"value": 8.9, "met": False}), hours)
    assert open_one.startswith("The best bound known is 8.9 hours")
    assert "not proved" in open_one
    assert bound_sentence(BOUND) == "No plan under these wishes ends before 9.602 time units (proved)."
