from plancritic.contracts.validation import JudgeReport
from plancritic.judges import JudgeRequest, ValJudge
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain
from plancritic.laboratory.schema.evaluation.reference_check import checked

#: The Sussman anomaly as a candidate without categories writes it.
PLAN = """(remove-from-shelf book3 book1)
(place-on-table book3)
(take-from-table book2)
(place-on-shelf book2 book3)
(take-from-table book1)
(place-on-shelf book1 book2)
(take-from-table book4)
(check-out book4)"""


async def test_a_parameter_that_the_candidate_lacks_is_found(libraryworld: EvaluationDomain) -> None:
    found = await checked(libraryworld, PLAN, ValJudge())
    assert found.valid
    assert "(place-on-shelf book2 book3 fiction)" in found.plan


async def test_parameters_in_another_order_and_needless_ones_are_mapped(libraryworld: EvaluationDomain) -> None:
    steps = [line.strip("()").split() for line in PLAN.splitlines()]
    turned = [[step[0], "science", *step[:0:-1]] if step[0] == "place-on-shelf" else step for step in steps]
    plan = "\n".join(f"({' '.join(step)})" for step in turned)
    # The category that the candidate has is taken by the reference: these books are of another one.
    assert not (await checked(libraryworld, plan, ValJudge())).valid
    found = await checked(libraryworld, plan.replace("science", "fiction"), ValJudge())
    assert found.valid
    longer = "\n".join(f"{line[:-1]} fiction)" if "take-from-table" in line else line for line in PLAN.splitlines())
    assert (await checked(libraryworld, longer, ValJudge())).valid


async def test_a_book_taken_while_another_is_held_is_the_step_that_fails(libraryworld: EvaluationDomain) -> None:
    plan = "\n".join(line for line in PLAN.splitlines() if line != "(place-on-table book3)")
    found = await checked(libraryworld, plan, ValJudge())
    assert not found.valid
    assert found.failing_step == "(take-from-table book2)"
    assert "hands-free" in found.reason


async def test_a_plan_that_misses_the_goal_fails_at_no_step(libraryworld: EvaluationDomain) -> None:
    found = await checked(libraryworld, "\n".join(PLAN.splitlines()[:-1]), ValJudge())
    assert not found.valid
    assert found.failing_step is None
    assert "checked-out book4" in found.reason


async def test_the_judge_has_the_last_word(libraryworld: EvaluationDomain) -> None:
    class Refusing(ValJudge):
        async def judge(self, request: JudgeRequest) -> JudgeReport:
            return JudgeReport(judge="val", ruling="rejected")

    assert not (await checked(libraryworld, PLAN, Refusing())).valid
