import pytest

from plancritic.contracts.planning import (
    Cancelled,
    Disputed,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    PlanProved,
    Rejected,
    SyntaxFault,
    TimedOut,
    Unsupported,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import JudgeReport, Proof
from plancritic.wording import Lexicon, verdict_sentence

PLAN = "0.000: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]\n"
ACCEPTED = JudgeReport(judge="val", ruling="accepted")
REJECTED = JudgeReport(judge="executor", ruling="rejected")
NEVER_A = TracedConstraint(constraint="(always (not (at sct_ast_0 wpt_a_0)))")
END_A = TracedConstraint(constraint="(at end (at sct_ast_0 wpt_a_0))")


@pytest.mark.parametrize(
    ("verdict", "sentence"),
    [
        (
            PlanProved(engine="kairos", plan=PLAN, proof=Proof(ruling="accepted", reports=(ACCEPTED,))),
            "There is a plan of 1 step that takes 0.5 hours, accepted by val.",
        ),
        (
            Rejected(engine="optic", plan=PLAN, proof=Proof(ruling="rejected", reports=(REJECTED,))),
            "optic returned a plan that is refused by executor.",
        ),
        (
            Disputed(engine="optic", plan=PLAN, proof=Proof(ruling="disputed", reports=(ACCEPTED, REJECTED))),
            "The judges disagree on the plan that optic returned: accepted by val, refused by executor.",
        ),
        (
            Impossible(engine="kairos", reason="proved", clash=(NEVER_A, END_A), clash_minimal=True),
            "It is proved that no plan satisfies these together: "
            "The scout never visits waypoint A. At the end, the scout is at waypoint A.",
        ),
        (
            Impossible(engine="kairos", reason="proved", clash=(NEVER_A, END_A)),
            "It is proved that no plan satisfies these together (perhaps fewer of them clash already): "
            "The scout never visits waypoint A. At the end, the scout is at waypoint A.",
        ),
        (
            Impossible(engine="kairos", reason="proved", clash=(END_A,)),
            "It is proved that no plan satisfies this: At the end, the scout is at waypoint A.",
        ),
        (
            Impossible(engine="kairos", reason="(at sct_ast_0 wpt_a_0) cannot be true before 3"),
            'It is proved that there is no plan ("the scout is at waypoint A" cannot be true before 3).',
        ),
        (Impossible(engine="kairos", reason="exhausted"), "It is proved that there is no plan (exhausted)."),
        (
            NoPlanFound(engine="kairos", reason="search ended"),
            "No plan was found, and no proof that there is none (search ended).",
        ),
        (TimedOut(engine="kairos", limit_seconds=2), "The search reached its limit of 2 seconds of time."),
        (
            TimedOut(engine="kairos", limit_seconds=2, clock="cpu"),
            "The search reached its limit of 2 seconds of computing time.",
        ),
        (
            Unsupported(engine="optic", feature="hold-after", engines_with_it=("kairos",)),
            "optic cannot do hold-after; kairos can.",
        ),
        (
            SyntaxFault(engine="kairos", message="expected ')'", file="domain.pddl", line=3, column=7),
            "Syntax error at domain.pddl:3:7: expected ')'",
        ),
        (EngineCrashed(engine="kairos", signal="SIGSEGV"), "kairos crashed (SIGSEGV)."),
        (EngineCrashed(engine="kairos", exit_code=3, message="oh"), "kairos crashed (exit code 3): oh"),
        (OutOfMemory(engine="kairos", limit_mb=64), "The search reached its limit of 64 MB of memory."),
        (Cancelled(engine="kairos"), "The request was withdrawn."),
    ],
)
def test_verdicts_in_words(verdict: Verdict, sentence: str, waterway: Lexicon) -> None:
    assert verdict_sentence(verdict, waterway) == sentence


def test_without_a_lexicon_constraints_stand_as_their_pddl() -> None:
    verdict = Impossible(engine="kairos", reason="proved", clash=(END_A,))
    assert verdict_sentence(verdict) == f"It is proved that no plan satisfies this: {END_A.constraint}"
