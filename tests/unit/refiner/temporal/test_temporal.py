"""Requests about domains with time and numbers: their STRIPS part, plans that numbers forbid, and the end put back."""

from __future__ import annotations

import pytest
from tests.support.refining import BLOCKS
from tests.support.refining import known as known_blocks
from tests.support.refining import requested as requested_blocks
from tests.support.temporal_refining import (
    domain_text,
    faulty,
    known,
    problem_text,
    recorded_plans,
    requested,
)

from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError, FaultCode
from plancritic.contracts.refinement.knowledge import Knowledge, RightPlanRefused, StepNotPossible
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    RefinementQuestion,
    RefinementRequested,
    candidate_id,
)
from plancritic.pddl.language import parse_domain, parse_plan
from plancritic.pddl.strips_part import strips_part
from plancritic.refiner.equivalence.plan_sets import PlanSet
from plancritic.refiner.questions.literal_words import LiteralWords
from plancritic.refiner.runs.knowledge import readable_task
from plancritic.refiner.temporal.feasible_plans import feasible
from plancritic.refiner.temporal.put_back import put_back
from plancritic.refiner.temporal.separated_request import SeparatedRequest, separated, without_times

HAULAGE = domain_text("haulage")
#: Two parcels more than a van has room for, as one step after another.
LOADS = tuple(("load", each, "van1", "depot") for each in ("parcel1", "parcel2"))


def parted(request: RefinementRequested) -> SeparatedRequest:
    """Return a request's parts, of which there must be some."""
    found = separated(request)
    assert found is not None
    return found


def ended(request: RefinementRequested, domain: str, **changes: object) -> DomainRefined:
    """Return the end of a search that took a domain."""
    usual = {
        "envelope": request.envelope.caused("end"),
        "domain": domain,
        "refined": True,
        "reason": "the search ended",
        "ended": "searched",
        "pipeline": "own",
        "proposer": "symbolic",
    }
    return DomainRefined.model_validate(usual | changes)


def one_van() -> str:
    """The first problem of haulage, its van with room for one parcel."""
    text = problem_text("haulage")
    before = next(line for line in text.splitlines() if "(room van1)" in line)
    return text.replace(before, "    (= (room van1) 1)")


def test_a_strips_domain_is_refined_as_it_is() -> None:
    assert separated(requested_blocks(BLOCKS.text)) is None


def test_times_of_plans_mean_nothing_where_nothing_takes_time() -> None:
    timed = requested_blocks(
        BLOCKS.text, known_blocks(plans=(), timed_plans=("1: (stack a b) [1]\n0: (pick-up a) [1]",))
    )
    assert without_times(timed).problems[0].plans == ((("pick-up", "a"), ("stack", "a", "b")),)
    assert without_times(timed).problems[0].timed_plans == ()
    wrong = requested_blocks(BLOCKS.text, known_blocks(timed_plans=("1: pick-up",)))
    with pytest.raises(ContractError, match="expected a step"):
        without_times(wrong)
    plain = requested_blocks(BLOCKS.text)
    assert without_times(plain) is plain


def test_a_domain_that_cannot_be_read_is_left_to_whoever_says_why() -> None:
    assert separated(requested("haulage", "(define")) is None


@pytest.mark.parametrize("name", ["haulage", "waterway", "satellite"])
def test_a_temporal_request_becomes_one_that_every_search_can_work_on(name: str) -> None:
    found = parted(requested(name, domain_text(name)))
    task = readable_task(found.request.description, found.request.domain, found.request.problems)
    assert len(task.problems[0].plans) == len(recorded_plans(name))
    assert found.notes == ()
    assert found.request.problems[0].with_numbers == problem_text(name)


def test_the_unchanged_part_is_put_back_as_the_same_domain() -> None:
    request = requested("haulage", HAULAGE)
    found = parted(request)
    end = put_back(found, ended(request, found.request.domain))
    assert (end.domain, end.left, end.candidate) == (HAULAGE, (), candidate_id(found.request.domain))


def clause(request: RefinementRequested, domain: str, action: str, literal: str) -> str:
    return LiteralWords.of(request.description, parse_domain(domain)).clause(action, literal)


def test_changes_are_told_with_their_times_and_known_plans_are_held_against_the_whole() -> None:
    start = faulty("haulage", ("unload", "(at end (lies ?c ?p))", "(at end (not (lies ?c ?p)))"))
    request = requested("haulage", start)
    found = parted(request)
    right = strips_part(parse_domain(HAULAGE)).text
    change = f"unload also has the effect that {clause(request, right, 'unload', '(lies ?c ?p)')} (lies ?c ?p)"
    end = put_back(found, ended(request, right, changes=(change, f"{change} (a guess)", "something else")))
    assert end.changes == (f"{change} at end", f"{change} at end (a guess)", "something else")
    assert end.left == ()
    assert "(at end (lies ?c ?p))" in end.domain
    # The start itself does not do what the known plans do.
    worse = put_back(found, ended(request, found.request.domain))
    assert len(worse.left) == len(recorded_plans("haulage"))
    assert isinstance(worse.left[0].complaint, RightPlanRefused)
    assert "does not with its times and numbers" in worse.left[0].text
    assert "known plans do not work with the times and numbers" in worse.reason


def test_a_complaint_that_a_search_has_told_already_is_told_once() -> None:
    start = faulty("haulage", ("unload", "(at end (lies ?c ?p))", "(at end (not (lies ?c ?p)))"))
    request = requested("haulage", start, known("haulage", most=1))
    found = parted(request)
    plan = found.request.problems[0].plans[0]
    fault = StepNotPossible(number=1, step=plan[0], unmet=("(p)",))
    told = {"complaint": RightPlanRefused(problem=0, plan=plan, first_fault=fault), "text": "it is refused"}
    end = put_back(found, ended(request, found.request.domain, left=(told,)))
    assert [each.text for each in end.left] == ["it is refused"]


def test_a_plan_that_its_numbers_forbid_is_refused_with_the_number() -> None:
    plans = (str(parse_plan("0: (load parcel1 van1 depot) [2]\n3: (load parcel2 van1 depot) [2]")),)
    with pytest.raises(ContractError) as caught:
        separated(requested("haulage", HAULAGE, known("haulage", text=one_van(), timed_plans=plans)))
    assert caught.value.fault.code is FaultCode.INVALID_MESSAGE
    assert "(>= (room van1) 1)" in caught.value.fault.message
    assert "not refined" in (caught.value.fault.remedy or "")


def test_a_refusal_that_follows_from_the_numbers_says_nothing_about_the_facts() -> None:
    problem = known("haulage", text=one_van(), timed_plans=(), refused=(LOADS, (LOADS[0], LOADS[0])))
    found = parted(requested("haulage", HAULAGE, problem))
    assert found.request.problems[0].refused == ()
    assert "follows from the numbers" in found.notes[0]
    roomy = parted(requested("haulage", HAULAGE, known("haulage", timed_plans=(), refused=((LOADS[0], LOADS[0]),))))
    assert roomy.request.problems[0].refused == ((LOADS[0], LOADS[0]),)


def test_an_answer_that_the_numbers_contradict_is_left_out_and_told() -> None:
    beyond = (*LOADS, ("board", "driver1", "van1", "depot"))
    problem = known("haulage", text=one_van(), timed_plans=(), allowed=(LOADS, LOADS[:1]), refused=(beyond,))
    found = parted(requested("haulage", HAULAGE, problem))
    assert (found.request.problems[0].allowed, found.request.problems[0].refused) == ((LOADS[:1],), ())
    assert len(found.notes) == 2
    assert all("the numbers contradict it: step 2, (load parcel2 van1 depot)" in each for each in found.notes)


def test_questions_that_the_numbers_answer_are_not_asked() -> None:
    request = requested("haulage", HAULAGE, known("haulage", text=one_van(), timed_plans=(), allowed=(LOADS[:1],)))
    found = parted(request)
    asked = tuple(RefinementQuestion(problem=0, steps=each, text="?") for each in (LOADS, LOADS[:1]))
    assert put_back(found, ended(request, found.request.domain, questions=asked)).questions == asked[1:]


def test_a_quantifier_about_facts_is_refused_with_its_line() -> None:
    start = HAULAGE.replace("(at start (vacant ?v))", "(at start (forall (?w - van) (vacant ?w)))").replace(
        ":durative-actions", ":durative-actions :adl"
    )
    with pytest.raises(ContractError) as caught:
        separated(requested("haulage", start))
    assert "'board'" in caught.value.fault.message
    assert "a quantifier" in caught.value.fault.message
    line = caught.value.fault.line
    assert line is not None
    assert "board" in start.splitlines()[line - 1]


def test_a_problem_with_timed_literals_is_refused_with_the_reason() -> None:
    text = problem_text("haulage").replace("(:init", "(:init (at 5 (vacant van1))", 1)
    start = HAULAGE.replace(":durative-actions", ":durative-actions :timed-initial-literals")
    with pytest.raises(ContractError, match="whatever is done"):
        separated(requested("haulage", start, known("haulage", text=text)))


async def test_plans_of_a_candidate_that_the_numbers_forbid_are_no_evidence() -> None:
    request = requested("haulage", HAULAGE, known("haulage", text=one_van(), timed_plans=(), allowed=(LOADS[:1],)))
    found = parted(request)
    stored = Knowledge(description=request.description, problems=found.request.problems, numbers=found.numbers)
    within = (*LOADS[:1], ("unload", "parcel1", "van1", "depot"), *LOADS[1:])

    class Source:
        async def plans(self, domain: str, problem: str) -> PlanSet:
            return PlanSet((LOADS, within))

    planned = await feasible(Source(), stored).plans("any", found.request.problems[0].text)
    assert planned == PlanSet((within,), shortfall=1)
    unnumbered = stored.model_copy(update={"numbers": None})
    assert len((await feasible(Source(), unnumbered).plans("any", "any")).plans) == 2


def test_steps_that_must_overlap_are_held_against_the_result_alone() -> None:
    # A lamp is lit while it burns; looking needs its light, and its end needs that somebody looked.
    start = """(define (domain lamp) (:requirements :strips :typing :durative-actions) (:types lamp)
      (:predicates (cold ?x - lamp) (lit ?x - lamp) (seen ?x - lamp))
      (:durative-action burn :parameters (?x - lamp) :duration (= ?duration 3)
        :condition (and (at start (cold ?x)) (at end (seen ?x)))
        :effect (and (at start (lit ?x)) (at end (not (lit ?x)))))
      (:durative-action look :parameters (?x - lamp) :duration (= ?duration 1)
        :condition (over all (lit ?x)) :effect (at end (seen ?x))))"""
    text = "(define (problem one) (:domain lamp) (:objects a - lamp) (:init (cold a)) (:goal (seen a)))"
    description = {
        "domain": "lamp",
        "types": {"lamp": ""},
        "predicates": {f"({each} ?x - lamp)": "" for each in ("cold", "lit", "seen")},
        "actions": {each: {"detailed": each, "parameters": "?x - lamp"} for each in ("burn", "look")},
    }
    request = RefinementRequested.model_validate(
        {
            "envelope": Envelope.start(),
            "description": description,
            "domain": start,
            "problems": [{"text": text, "timed_plans": ["0: (burn a) [3]\n1: (look a) [1]\n"]}],
        }
    )
    found = parted(request)
    assert found.request.problems[0].plans == ()
    assert "(burn a) must overlap" in found.notes[0]
    end = put_back(found, ended(request, found.request.domain))
    assert end.left == ()
    assert found.notes[0] in end.reason


def test_a_new_literal_stands_where_known_plans_with_times_work() -> None:
    # A picture is begun when the turn ends: at start it would be too early to ask where the satellite points.
    start = faulty("satellite", ("take_image", "(over all (pointing ?s ?d))", ""))
    request = requested("satellite", start)
    found = parted(request)
    right = strips_part(parse_domain(domain_text("satellite"))).text
    said = clause(request, right, "take_image", "(pointing ?s ?d)")
    change = f"take_image also requires that {said} (pointing ?s ?d)"
    end = put_back(found, ended(request, right, changes=(change,)))
    assert end.left == ()
    assert end.changes == (f"{change} over all",)
    # Without plans that tell, it stands where the other actions have it.
    untold = request.model_copy(update={"problems": ()})
    end = put_back(parted(untold), ended(untold, right))
    assert "(at start (pointing ?s ?d))" in end.domain.partition("take_image")[2]
