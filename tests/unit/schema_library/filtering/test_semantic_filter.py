from __future__ import annotations

import pytest
from tests.support.planned_encoder import PlannedEncoder

from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.pddl.language import parse_domain
from plancritic.schema_library.candidates.candidate import Candidate, Library
from plancritic.schema_library.filtering import Calibration, Candidates, filtered, with_floor
from plancritic.schema_library.filtering.schema_text import TEXT_VERSION, schema_text

DOMAIN = "(define (domain d) (:requirements :strips) (:predicates (p) (q) (r) (s)) %s)"
DESCRIPTION = DomainDescription(
    domain="d",
    predicates={"(p)": "p"},
    actions={"go": ActionDescription(detailed="Go."), "come": ActionDescription(detailed="Come.")},
)
CALIBRATION = Calibration(
    encoder="planned",
    text_version=TEXT_VERSION,
    corpus="c",
    domains=("other",),
    # Nine pairs: epsilon 0.1 keeps from 0.1, 0.2 from 0.2, 0.3 from 0.3 ...
    similarities={"detailed": tuple(each / 10 for each in range(1, 10)), "layman": ()},
)


def candidate(action: str, fact: str) -> Candidate:
    text = f"(:action {action} :parameters () :precondition (p) :effect ({fact}))"
    return Candidate(action, parse_domain(DOMAIN % text).actions[action], text, ("01",))


LIBRARY = Library(
    parse_domain(DOMAIN % ""),
    {
        "go": (candidate("go", "q"), candidate("go", "r"), candidate("go", "s")),
        "come": (candidate("come", "q"),),
    },
)
SIMILARITIES = {"q": 0.9, "r": 0.25, "s": 0.15}


def encoder(name: str = "planned", **similarities: float) -> PlannedEncoder:
    """The descriptions are the axis; a schema is as near to them as its effect says."""
    planned = {"Go.": 1.0, "Come.": 1.0}
    for candidates in LIBRARY.candidates.values():
        for each in candidates:
            fact = each.text.rsplit("(", 1)[1][0]
            planned[schema_text(each.schema)] = {**SIMILARITIES, **similarities}[fact]
    return PlannedEncoder(planned, name)


def kept(candidates: Candidates) -> dict[str, int]:
    return {action: len(found) for action, found in candidates.items()}


def test_candidates_below_the_threshold_are_dropped_and_all_are_shown_with_their_scores() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), CALIBRATION, 0.2)
    assert found.threshold == 0.2
    assert kept(found.kept) == {"go": 2, "come": 1}
    assert kept(found.dropped) == {"go": 1, "come": 0}
    assert [(round(each.scores.similarity, 3), each.kept) for each in found.candidates["go"]] == [
        (0.9, True),
        (0.25, True),
        (0.15, False),
    ]


def test_too_few_calibrating_pairs_keep_all() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), CALIBRATION, 0.05)
    assert found.threshold is None
    assert kept(found.dropped) == {"go": 0, "come": 0}


def test_a_calibration_of_another_encoder_is_refused() -> None:
    with pytest.raises(ContractError) as refused:
        filtered(DESCRIPTION, "detailed", LIBRARY, encoder("another"), CALIBRATION, 0.2)
    assert refused.value.fault.code is FaultCode.MODEL_UNUSABLE
    assert "'planned'" in refused.value.fault.message and "'another'" in refused.value.fault.message


def test_a_calibration_of_other_texts_is_refused() -> None:
    older = CALIBRATION.model_copy(update={"text_version": TEXT_VERSION + 1})
    with pytest.raises(ContractError, match="version"):
        filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), older, 0.2)


def test_a_register_without_descriptions_is_refused() -> None:
    with pytest.raises(ContractError, match="has no layman description"):
        filtered(DESCRIPTION, "layman", LIBRARY, encoder(), CALIBRATION, 0.2)


def test_the_floor_is_not_needed_where_a_solvable_set_is_left() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), CALIBRATION, 0.3)
    floored = with_floor(found, CALIBRATION, lambda _: True)
    assert (floored.filtered.epsilon, floored.solvable, floored.filtered) == (floored.asked, True, found)
    assert floored.reason == "a solvable set is left at epsilon 0.3"


def test_the_floor_lowers_epsilon_step_by_step_until_a_set_is_solvable() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), CALIBRATION, 0.3)
    assert kept(found.kept) == {"go": 1, "come": 1}
    asked: list[int] = []

    def solvable(candidates: Candidates) -> bool:
        asked.append(len(candidates["go"]))
        return len(candidates["go"]) == 3

    floored = with_floor(found, CALIBRATION, solvable, step=0.1)
    assert asked == [1, 2, 3]
    assert floored.filtered.epsilon == 0.1
    assert floored.filtered.epsilon != floored.asked and floored.solvable
    assert floored.reason == "no solvable set was left at epsilon 0.3, so it was lowered to 0.1"


def test_the_floor_asks_once_for_each_selection_and_never_with_an_action_without_candidates() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(q=0.25), CALIBRATION, 0.5)
    assert kept(found.kept) == {"go": 0, "come": 0}
    asked: list[dict[str, int]] = []

    def solvable(candidates: Candidates) -> bool:
        asked.append(kept(candidates))
        return False

    floored = with_floor(found, CALIBRATION, solvable)
    assert asked == [{"go": 2, "come": 1}, {"go": 3, "come": 1}]
    assert floored.solvable is False
    assert kept(floored.filtered.kept) == {"go": 3, "come": 1}
    assert floored.reason == "no set of candidates is solvable, even without a filter: all candidates are kept"


def test_where_nobody_can_decide_the_floor_lowers_nothing_and_says_so() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(), CALIBRATION, 0.3)
    floored = with_floor(found, CALIBRATION, lambda _: None)
    assert (floored.filtered.epsilon, floored.solvable) == (floored.asked, None)
    assert "could not be decided" in floored.reason


def test_at_its_end_the_floor_keeps_everything() -> None:
    found = filtered(DESCRIPTION, "detailed", LIBRARY, encoder(s=-0.5), CALIBRATION, 0.2)
    floored = with_floor(found, CALIBRATION, lambda candidates: len(candidates["go"]) == 3)
    assert floored.filtered.threshold is None
    assert floored.reason.endswith("which keeps every candidate")
