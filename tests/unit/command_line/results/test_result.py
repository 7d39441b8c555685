from __future__ import annotations

import io
import json

import pytest
from tests.support.builders import plan_revised

from plancritic.command_line.results.result import everything_adhered, result_json, show_result
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.feedback import (
    PlanRevised,
    PlanStep,
    ShownPlan,
    StatementEvidence,
    StatementOutcome,
    Timing,
)
from plancritic.contracts.planning import LowerBound
from plancritic.contracts.questions import Answer
from plancritic.contracts.specification import ProblemReference, TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.contracts.validation import JudgeReport, Proof
from plancritic.pictures.changes_in_words import TimeWords


def _step(number: int, sentence: str) -> PlanStep:
    return PlanStep(number=number, start=number - 1.0, duration=1.0, action="(a)", sentence=sentence)


def make_result(verdict: str = "adhered", ruling: str = "accepted") -> PlanRevised:
    return PlanRevised(
        envelope=Envelope.start(),
        problem=ProblemReference(domain="waterway", problem="1", bundle="0" * 64),
        mode="deterministic",
        seed=7,
        base_plan="0.000: (a) [1.000]",
        base_steps=(_step(1, "the scout moves from the start to waypoint A"), _step(2, "the ship moves on")),
        plan="0.000: (b) [1.000]",
        steps=(_step(1, "the scout moves from the start to waypoint B"), _step(2, "the ship moves on")),
        specification=(
            TracedConstraint(constraint="(always (not (at shp_0 wpt_a_0)))", statements=("s1",)),
            TracedConstraint(constraint="(sometime (at sct_ast_0 wpt_b_0))"),
        ),
        statements=(
            StatementOutcome(
                statement=Statement(id="s1", text="Avoid [red] waypoint A."),
                verdict=verdict,  # type: ignore[arg-type]
                mid_level_goal="The ship is never at wpt_a_0.",
                constraints=("(always (not (at shp_0 wpt_a_0)))",),
                adherence=0.97,
                judges={"executor": "accepted", "val": "accepted"},
                explanation="the ship is never at waypoint A",
            ),
        ),
        adherence_rate=0.97,
        scorer="waterway-lstm 0123456789ab",
        translator="offline",
        proof=Proof(ruling=ruling, reports=(JudgeReport(judge="val", ruling="accepted"),)),  # type: ignore[arg-type]
        lineage=("reading 1 of statement s1",),
        generations=2,
        ended="adherent",
        timings=(Timing(part="planner", seconds=0.5, count=12),),
    )


@pytest.mark.parametrize("width", [60, 160])
def test_the_whole_result_tells_plans_statements_verdicts_and_timings(width: int) -> None:
    written = io.StringIO()
    show_result(Console(file=written, width=width), make_result(), verbose=True)
    text = " ".join(written.getvalue().split())
    for expected in (
        "Base plan",
        "Revised plan",
        "1.",
        "adhered",
        "0.97",
        "VAL: accepted",
        "planner",
        "mutation",
        "waterway-lstm",
        "offline",
    ):
        assert expected in text
    assert "Avoid [red] waypoint A." in text  # what a person wrote is never taken for markup


def test_the_json_of_a_result_has_the_documented_names() -> None:
    value = json.loads(json.dumps(result_json(make_result())))
    assert value["plan"] == "0.000: (b) [1.000]"
    assert value["run"]
    assert value["specification"][0]["constraint"] == "(always (not (at shp_0 wpt_a_0)))"
    (statement,) = value["statements"]
    assert statement["statement"] == "Avoid [red] waypoint A."
    assert statement.keys() >= {"mid_level_goal", "constraints", "adherence", "verdict", "judges"}


def test_no_word_of_a_long_statement_is_lost_at_eighty_columns() -> None:
    result = make_result()
    text = " ".join(f"word{number}" for number in range(40))
    (outcome,) = result.statements
    long = outcome.model_copy(update={"statement": Statement(id="s1", text=text)})
    written = io.StringIO()
    show_result(Console(file=written, width=80), result.model_copy(update={"statements": (long,)}))
    shown = written.getvalue()
    assert all(word in shown.split() for word in text.split())
    assert max(map(len, shown.splitlines())) <= 80


def test_an_unsure_score_and_a_doubt_are_told_and_the_json_has_every_source() -> None:
    result = make_result()
    evidence = StatementEvidence(scorer=0.42, unsure=True, check="adhered", reading=0.9, similarity=0.6, together=0.94)
    (outcome,) = result.statements
    doubted = outcome.model_copy(update={"evidence": evidence, "doubt": "The learned scorer doubts it (12%)."})
    result = result.model_copy(update={"statements": (doubted,), "evidence": ("scorer", "check")})
    written = io.StringIO()
    show_result(Console(file=written, width=160), result, verbose=True)
    assert "by the learned scorer, which is unsure" in written.getvalue()
    assert "The learned scorer doubts it (12%)." in written.getvalue()
    value = json.loads(json.dumps(result_json(result)))
    assert value["evidence"] == ["scorer", "check"]
    assert value["statements"][0]["evidence"] == evidence.model_dump()


def test_nothing_is_said_of_doubt_where_there_is_none() -> None:
    written = io.StringIO()
    show_result(Console(file=written, width=160), make_result())
    assert "unsure" not in written.getvalue()
    assert " but " not in written.getvalue()


@pytest.mark.parametrize(
    ("verdict", "ruling", "expected"),
    [
        ("adhered", "accepted", True),
        ("violated", "accepted", False),
        ("impossible", "accepted", False),
        ("unconfirmed", "accepted", False),
        ("adhered", "disputed", False),
        ("adhered", "unjudged", False),
    ],
)
def test_only_a_proved_plan_that_meets_every_statement_is_success(verdict: str, ruling: str, expected: bool) -> None:
    assert everything_adhered(make_result(verdict, ruling)) is expected


def test_a_question_that_was_not_understood_is_no_success() -> None:
    answered = Answer(question="Where is it?", act="question", sentences=("At the dock.",))
    result = make_result().model_copy(update={"statements": (), "answers": (answered,)})
    assert everything_adhered(result)
    unknown = answered.model_copy(update={"understood": False})
    assert not everything_adhered(result.model_copy(update={"answers": (answered, unknown)}))


def test_where_no_scorer_judged_the_printed_result_says_why_and_what_counted_instead() -> None:
    missing = {
        "adherence_rate": None,
        "scorer": None,
        "scorer_missing": "no model for 'haulage'",
        "evidence": ("check",),
    }
    written = io.StringIO()
    show_result(Console(file=written, width=160), make_result().model_copy(update=missing), verbose=True)
    assert "no learned scorer (no model for 'haulage'): only check counted" in written.getvalue()
    assert "adherence by the scorer" not in written.getvalue()


def test_the_printed_result_names_its_session() -> None:
    result = make_result()
    written = io.StringIO()
    show_result(Console(file=written, width=160), result)
    assert f"of session {result.envelope.session_id}" in written.getvalue()


def test_an_unconfirmed_statement_is_shown_with_its_doubt() -> None:
    result = make_result(verdict="unconfirmed")
    doubted = result.statements[0].model_copy(update={"doubt": "It was read as: X. Say it in other words."})
    written = io.StringIO()
    show_result(Console(file=written, width=160), result.model_copy(update={"statements": (doubted,)}))
    assert "Verdict  unconfirmed" in written.getvalue()
    assert "It was read as: X. Say it in other words." in written.getvalue()
    assert result_json(result)["statements"][0]["verdict"] == "unconfirmed"


@pytest.mark.parametrize("width", [60, 160])
def test_a_later_turn_shows_the_plan_that_its_step_numbers_mean(width: int) -> None:
    shown = ShownPlan(
        source="session", run="run-1", revision="1-a", plan="", steps=(_step(1, "the tug waits for the tide"),)
    )
    result = make_result().model_copy(update={"shown": shown})
    written = io.StringIO()
    show_result(Console(file=written, width=width), result, verbose=True)
    text = " ".join(written.getvalue().split())
    assert "Plan shown before" in text
    assert "the tug waits" in text
    assert "Base plan" not in text
    assert "revision 1-a" in text
    assert result_json(result)["shown"]["steps"][0]["sentence"] == "the tug waits for the tide"


def test_what_evolution_made_of_a_statement_is_not_shown_as_what_was_read() -> None:
    result = make_result()
    read, added = result.specification
    changed = read.model_copy(update={"constraint": "(at end (p))", "evolved": True})
    written = io.StringIO()
    show_result(
        Console(file=written, width=160),
        result.model_copy(update={"specification": (read, changed, added.model_copy(update={"evolved": True}))}),
        verbose=True,
    )
    assert "(always (not (at shp_0 wpt_a_0)))  (s1)" in written.getvalue()
    assert "(at end (p))  (mutation of s1)" in written.getvalue()
    assert "(sometime (at sct_ast_0 wpt_b_0))  (mutation)" in written.getvalue()


def test_a_wish_that_is_left_out_is_no_failure_and_is_shown_as_a_wish() -> None:
    result = make_result(verdict="violated")
    (outcome,) = result.statements
    wish = outcome.statement.model_copy(update={"strength": "should"})
    preferred = result.model_copy(update={"statements": (outcome.model_copy(update={"statement": wish}),)})
    assert everything_adhered(preferred)
    assert not everything_adhered(result)
    written = io.StringIO()
    show_result(Console(file=written, width=160), preferred)
    assert "should" in written.getvalue()
    assert result_json(preferred)["statements"][0]["strength"] == "should"


def shown(result: PlanRevised, width: int = 80, verbose: bool = False) -> list[str]:
    written = io.StringIO()
    show_result(Console(file=written, width=width), result, TimeWords("hour", "hours"), verbose)
    return [line.rstrip() for line in written.getvalue().splitlines()]


def waterway_steps(place: str, later: float = 0.0) -> tuple[PlanStep, ...]:
    """A plan as long and as wordy as those of waterway 1, by way of a waypoint; its last half is the same for all."""
    moves = (
        "The authority of branch {0} opens waypoint {0} to traffic.",
        "The scout moves from the start to waypoint {0}.",
        "The debris boat at the start removes all of the underwater debris between the start and waypoint {0}.",
        "The debris boat at waypoint {0} removes all of the normal debris between waypoint {0} and the end point.",
        "The salvage boat moves from waypoint {0} to the end point.",
        "The salvage boat moves from the end point to waypoint {0}.",
        "The salvage boat moves from waypoint {0} to the start.",
    )
    words = [(f"(do-{number} w_{place})", text.format(place)) for number, text in enumerate(moves)]
    words += [(f"(finish s_{number})", f"The salvage boat does job {number}.") for number in range(8)]
    return tuple(
        PlanStep(number=place + 1, start=place + later, duration=1.0, action=action, sentence=sentence)
        for place, (action, sentence) in enumerate(words)
    )


def revised(verdict: str = "adhered", **changes: object) -> PlanRevised:
    reports = tuple(JudgeReport(judge=judge, ruling="accepted") for judge in ("executor", "kairos", "val"))
    plans = {"base_steps": waterway_steps("A"), "steps": waterway_steps("B", later=3.0)}
    proved = {"proof": Proof(ruling="accepted", reports=reports)}
    return make_result(verdict).model_copy(update={**plans, **proved, **changes})


@pytest.mark.parametrize("width", [60, 80, 160])
def test_the_answer_to_one_statement_stays_within_its_width(width: int) -> None:
    lines = shown(revised(), width)
    assert max(map(len, lines)) <= width
    text = " ".join(" ".join(lines).split())
    assert "You said Avoid [red] waypoint A." in text
    assert "The plan ends at 18 hours: 3 later than the plan without feedback (15)." in text
    assert "Proved by VAL, Kairos' validator and the executor, for what I read" in text


@pytest.mark.parametrize("width", [80, 160])
def test_the_answer_to_one_statement_fits_on_one_screen(width: int) -> None:
    assert len(shown(revised(), width)) <= 24


def test_what_is_left_out_of_one_screen_is_counted_and_stands_in_the_whole_answer() -> None:
    assert any("more changes: -v shows all" in line for line in shown(revised(), 60))
    whole = " ".join(" ".join(shown(revised(), verbose=True)).split())
    assert "more changes" not in whole
    assert "3 hours later: 8 at 10 (was 8 at 7)" in whole


@pytest.mark.parametrize("verbose", [False, True])
def test_nothing_is_called_proved_where_nothing_was_understood(verbose: bool) -> None:
    outcome = StatementOutcome(
        statement=Statement(id="s1", text="Fribble."), verdict="not_understood", adherence=None, closest=("Go to B.",)
    )
    steps = waterway_steps("A")
    nothing = {"statements": (outcome,), "steps": steps, "specification": (), "lineage": (), "unchanged": True}
    result = revised().model_copy(update=nothing)
    text = " ".join(shown(result, verbose=verbose))
    for word in ("accepted", "proved", "revised plan", "adherence"):
        assert word not in text.lower()
    assert text.count("Nothing changed: the plan stays as it was.") == 1
    assert "came into force" not in text, "one closing line is enough"
    assert "Go to B." in text


def test_a_plan_is_not_proved_for_the_statements_that_it_violates() -> None:
    met, other = revised().statements[0], revised("violated").statements[0]
    failed = other.model_copy(update={"statement": Statement(id="s2", text="Stay.")})
    lines = shown(revised().model_copy(update={"statements": (met, failed)}))
    text = " ".join(" ".join(lines).split())
    assert "for what I read in s1 (check it), not for the rest" in text
    assert "adherence" not in text
    assert "for nothing of what I read" in " ".join(shown(revised("violated")))


def test_a_plan_on_which_judges_disagree_is_not_called_proved() -> None:
    reports = (JudgeReport(judge="val", ruling="accepted"), JudgeReport(judge="kairos", ruling="rejected"))
    text = " ".join(shown(revised(proof=Proof(ruling="disputed", reports=reports))))
    assert "not proved: VAL: accepted; Kairos' validator: rejected" in text
    assert "Proved by" not in text


def test_an_answer_without_any_step_is_shown() -> None:
    assert "The plan stays as it was: it ends at 0 hours." in shown(plan_revised())


def test_a_later_turn_tells_what_is_new_or_changed_first_and_of_what_stays_a_line_each() -> None:
    met = revised("unconfirmed").statements[0]
    doubtful = met.model_copy(update={"doubt": "It was read as: That.", "turn": 1})
    long = "Keep every vessel of the fleet away from waypoint A at all times, and let nobody say otherwise."
    kept = met.model_copy(update={"statement": Statement(id="s2", text=long), "verdict": "adhered", "turn": 2})
    lost = met.model_copy(update={"statement": Statement(id="s3", text="Lost."), "verdict": "violated", "turn": 2})
    new = met.model_copy(update={"statement": Statement(id="s5", text="New."), "verdict": "adhered", "turn": 3})
    result = revised().model_copy(
        update={
            "number": 3,
            "statements": (doubtful, kept, lost, new),
            "dropped": ("s4",),
            "taken_as": ("'Forget that.': statement s4 ('Old.') is dropped.",),
        }
    )
    lines = shown(result)
    assert lines[:2] == ["'Forget that.': statement s4 ('Old.') is dropped.", "No longer in force: s4."]
    said = [line.partition("said")[2].strip() for line in lines if line.startswith("You said")]
    assert said == ["s3: Lost.", "s5: New."]
    first, second = [line for line in lines if line.startswith("In force")]
    assert first.startswith("In force, unconfirmed: s1 of turn 1: ")
    assert second.startswith("In force, adhered: s2 of turn 2: Keep every vessel") and len(second) <= 80
    assert lines.index(first) > max(place for place, line in enumerate(lines) if line.startswith("You said"))
    assert not any("It was read as" in line for line in lines)


def test_a_command_alone_is_not_told_as_nothing_understood() -> None:
    written = io.StringIO()
    result = make_result().model_copy(
        update={"statements": (), "taken_as": ("Undone.",), "restores": "r1", "specification": ()}
    )
    show_result(Console(file=written, width=80), result)
    shown = " ".join(written.getvalue().split())
    assert "Nothing changed" not in shown
    assert "nothing that you said is in force" in shown


def test_how_good_the_plan_is_stands_in_the_answer_and_in_the_json() -> None:
    bound = LowerBound(value=9.602, means="chain", reason="a test", met=True)
    said = "No plan under these wishes ends before 9.602 hours (proved)."
    result = plan_revised(lower_bound=bound, lower_bound_said=said)
    written = io.StringIO()
    show_result(Console(file=written, width=100), result)
    assert said in written.getvalue()
    told = result_json(result)
    assert (told["lower_bound"]["value"], told["lower_bound"]["met"], told["lower_bound_said"]) == (9.602, True, said)


def test_you_said_has_the_words_of_the_person_and_a_composed_text_is_told_as_such() -> None:
    result = make_result()
    (outcome,) = result.statements
    composed = Statement(id="s1", text="No, I meant waypoint B.").composed("Avoid waypoint B.")
    made = result.model_copy(update={"statements": (outcome.model_copy(update={"statement": composed}),)})
    written = io.StringIO()
    show_result(Console(file=written, width=160), made)
    rows = [" ".join(each.split()) for each in written.getvalue().splitlines()]
    assert "You said No, I meant waypoint B." in rows
    assert "Taken as Avoid waypoint B." in rows
    assert composed.composed(composed.own_words).own_words == "", "nothing was composed"
