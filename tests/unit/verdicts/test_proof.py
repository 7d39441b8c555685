"""Proofs whole and question by question."""

from pathlib import Path

from plancritic.contracts.validation import JudgeReport
from plancritic.judges import ExecutorJudge, JudgeRequest
from plancritic.verdicts import Proofs, prove_plan, standard_judges

COURIER = Path(__file__).parents[2] / "cases" / "courier"
DOMAIN, PROBLEM, LETTER = ((COURIER / name).read_text() for name in ("domain.pddl", "problem.pddl", "letter.plan"))


async def test_answers_follow_the_order_of_the_questions() -> None:
    home, market, broken = "(always (at ann home))", "(sometime (at ann market))", "(always)"
    proved = await prove_plan(standard_judges(), DOMAIN, PROBLEM, LETTER, [market], [home, market, broken, home])
    assert proved.proof.ruling == "accepted"
    assert [one.constraint for one in proved.answers] == [home, market, broken, home]
    assert [one.proof.ruling for one in proved.answers] == ["rejected", "accepted", "unjudged", "rejected"]


class Verbose:
    """A judge of one mind and many words."""

    def __init__(self, ruling: str) -> None:
        self.name = f"verbose-{ruling}"
        self.ruling = ruling

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        return JudgeReport.model_validate({"judge": self.name, "ruling": self.ruling, "raw": "x" * 19_994 + "reason"})


async def lengths(*rulings: str) -> tuple[list[int], list[int]]:
    judges = [Verbose(ruling) for ruling in rulings]
    proved = await prove_plan(judges, DOMAIN, PROBLEM, LETTER, (), ["(sometime (at ann market))"])
    [answer] = proved.answers
    raw = [report.raw for report in answer.proof.reports]
    assert all(text.endswith("reason") for text in raw if text)
    return [len(report.raw) for report in proved.proof.reports], [len(text) for text in raw]


async def test_the_judges_words_on_the_whole_plan_are_kept_and_those_on_questions_where_one_does_not_accept() -> None:
    assert await lengths("accepted", "accepted") == ([20_000, 20_000], [0, 0])
    assert await lengths("rejected", "abstained") == ([20_000, 20_000], [2_000, 2_000])
    assert await lengths("accepted", "abstained") == ([20_000, 20_000], [0, 2_000])


async def test_the_words_of_all_judges_are_kept_where_they_disagree() -> None:
    assert await lengths("accepted", "rejected") == ([20_000, 20_000], [2_000, 2_000])


async def test_abridging_changes_no_ruling_and_no_finding() -> None:
    never = "(always (not (at ann market)))"
    proved = await prove_plan(standard_judges(), DOMAIN, PROBLEM, LETTER, (), [never])
    val, _, executor = proved.answers[0].proof.reports
    assert val.findings[0].explanation.startswith("VAL: Failure to satisfy")
    assert "Failure to satisfy" in val.raw
    assert executor == await ExecutorJudge().judge(JudgeRequest(DOMAIN, PROBLEM, LETTER).question(never))


class Counting(Verbose):
    """A judge that remembers what it was asked."""

    def __init__(self, ruling: str = "accepted") -> None:
        super().__init__(ruling)
        self.asked: list[tuple[str, tuple[str, ...], bool]] = []

    async def judge(self, request: JudgeRequest) -> JudgeReport:
        self.asked.append((request.plan, request.constraints, request.goal))
        return await super().judge(request)


MARKET, HOME = "(sometime (at ann market))", "(sometime (at ann home))"


async def test_nothing_is_judged_twice_that_is_known() -> None:
    judge, known = Counting(), Proofs()
    first = await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [MARKET], [MARKET, HOME], known)
    assert await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [MARKET], [MARKET, HOME], known) == first
    assert judge.asked == [(LETTER, (MARKET,), True), (LETTER, (MARKET,), False), (LETTER, (HOME,), False)]
    await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [HOME], [HOME], known)
    assert judge.asked[3:] == [(LETTER, (HOME,), True)]
    await prove_plan([judge], DOMAIN, PROBLEM, LETTER + "\n", [HOME], (), known)
    await prove_plan([judge], DOMAIN, PROBLEM + "\n", LETTER, [HOME], (), known)
    assert len(judge.asked) == 6


async def test_an_abstention_is_asked_for_again_since_a_limit_may_have_caused_it() -> None:
    able, unable, known = Counting(), Counting("abstained"), Proofs()
    for _ in range(2):
        await prove_plan([able, unable], DOMAIN, PROBLEM, LETTER, [MARKET], (), known)
    assert len(able.asked) == len(unable.asked) == 2


async def test_the_proof_that_was_used_longest_ago_is_forgotten_first() -> None:
    judge, known = Counting(), Proofs(most=2)
    for constraint in (MARKET, HOME, MARKET, "(at end (at ann home))", MARKET, HOME):
        await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [constraint], (), known)
    assert [constraints for _, (constraints,), _ in judge.asked] == [MARKET, HOME, "(at end (at ann home))", HOME]
    nothing = Proofs(most=0)
    await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [MARKET], (), nothing)
    await prove_plan([judge], DOMAIN, PROBLEM, LETTER, [MARKET], (), nothing)
    assert len(judge.asked) == 6
