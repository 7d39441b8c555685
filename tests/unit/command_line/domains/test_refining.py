from __future__ import annotations

from collections.abc import AsyncGenerator
from io import StringIO
from pathlib import Path
from typing import Any, cast

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from plancritic.client import PlancriticClient, RefinementEvent
from plancritic.command_line.domains.knowledge_options import Known
from plancritic.command_line.domains.refining import (
    SKIPPED,
    TakeBack,
    ask_at_terminal,
    read_answer,
    refined,
    show_refined,
)
from plancritic.command_line.exit_codes import CommandFault
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription
from plancritic.contracts.modelling.known_problem import KnownProblem
from plancritic.contracts.refinement.knowledge import ProblemUnsolvable
from plancritic.contracts.refinement.messages import (
    DomainRefined,
    DoubtedAnswer,
    LeftComplaint,
    RefinementProgressed,
    RefinementQuestion,
    RefinementRefused,
    RefinementRequested,
    SettledBy,
    SettledLiteral,
    Sureness,
)
from plancritic.domains.knowledge import KeptAnswer, read_answers

DESCRIPTION = DomainDescription(
    domain="d", predicates={"(held)": "held"}, actions={"pick": ActionDescription(layman="Pick.")}
)
FIRST = RefinementQuestion(problem=0, steps=(("pick", "red"), ("pick", "blue")), text="May it pick twice?")
SECOND = RefinementQuestion(problem=0, steps=(("drop", "red"),), text="May it drop?")
LEFT = LeftComplaint(
    complaint=ProblemUnsolvable(problem=0, proved=True, solvable=True), text="Problem 1 can be solved, but not so."
)


def ended(**changes: Any) -> DomainRefined:
    usual: dict[str, Any] = {
        "envelope": Envelope.start(),
        "domain": "(d)",
        "refined": True,
        "reason": "the search ended",
        "ended": "searched",
        "pipeline": "own",
        "proposer": "symbolic",
    }
    return DomainRefined(**(usual | changes))


class Client:
    """Plays the services: each refinement has the next of the ends."""

    def __init__(self, *ends: DomainRefined | RefinementRefused) -> None:
        self.requests: list[RefinementRequested] = []
        self._ends = list(ends)
        self.id = "r1"

    async def refine(self, request: RefinementRequested) -> Client:
        self.requests.append(request)
        return self

    async def require_services(self, _needed: object, waiting: object) -> None:
        return None

    async def follow(self) -> AsyncGenerator[RefinementEvent, None]:
        envelope = Envelope.start()
        yield RefinementProgressed(envelope=envelope, step=2, of=None, unsettled=1, changes=2)
        yield self._ends.pop(0)


def request_of(known: Known) -> RefinementRequested:
    return RefinementRequested(envelope=Envelope.start(), description=DESCRIPTION, domain="(start)", problems=known.all)


async def done(client: Client, known: Known, answers: list[int | TakeBack | None]) -> tuple[DomainRefined, str]:
    async def asker(_question: RefinementQuestion) -> int | TakeBack | None:
        return answers.pop(0)

    shown = StringIO()
    console = Console(file=shown, width=200)
    found = await refined(cast(PlancriticClient, client), request_of, known, console, asker if answers else None)
    return found, shown.getvalue()


async def test_without_somebody_to_ask_there_is_one_refinement_and_its_questions_stay() -> None:
    client = Client(ended(questions=(FIRST,)))
    found, told = await done(client, Known((KnownProblem(text="(p)"),), (), None), [])
    assert found.questions == (FIRST,)
    assert "candidate 2; the best so far: 1 complaint, 2 changes" in told


async def test_an_answer_is_kept_and_known_to_the_next_refinement(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    known = Known((KnownProblem(text="(p)"),), (), file)
    client = Client(ended(questions=(FIRST, SECOND)), ended(questions=(SECOND,)), ended())
    await done(client, known, [1, 0])
    last = client.requests[-1].problems[0]
    assert last.allowed == ((("pick", "red"),),)
    assert last.refused == (FIRST.steps, SECOND.steps)
    assert client.requests[-1].domain == "(start)"
    assert [each.taken for each in read_answers(file, known.problems)] == [1, 0]


async def test_a_question_left_open_is_not_asked_again_and_the_end_of_asking_ends() -> None:
    client = Client(ended(questions=(FIRST, SECOND)), ended(questions=(FIRST,)))
    await done(client, Known((KnownProblem(text="(p)"),), (), None), [SKIPPED, 0])
    assert len(client.requests) == 2, "only an answer is worth another refinement"
    assert client.requests[1].problems[0].refused == (SECOND.steps,)
    client = Client(ended(questions=(FIRST, SECOND)))
    await done(client, Known((KnownProblem(text="(p)"),), (), None), [SKIPPED, None])
    assert len(client.requests) == 1


async def test_that_nobody_knows_is_kept_and_told_to_the_next_refinement(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    known = Known((KnownProblem(text="(p)"),), (), file)
    client = Client(ended(questions=(FIRST, SECOND)), ended())
    await done(client, known, [SKIPPED, 1])
    assert client.requests[1].problems[0].unknown == (FIRST.steps,)
    assert [each.taken for each in read_answers(file, known.problems)] == [None, 1]


async def test_an_answer_is_taken_back_and_counts_no_more(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    known = Known((KnownProblem(text="(p)"),), (), file)
    client = Client(ended(questions=(FIRST,)), ended(questions=(SECOND,)), ended(questions=(SECOND,)))
    _, told = await done(client, known, [1, TakeBack(7), TakeBack(), None])
    assert client.requests[1].problems[0].refused == (FIRST.steps,)
    assert client.requests[2].problems[0] == KnownProblem(text="(p)")
    assert [each.is_withdrawn for each in read_answers(file, known.problems)] == [True]
    for part in ("This is answer 1; back 1 takes it back.", "There is no such answer", "That answer is taken back."):
        assert part in told


async def test_answers_that_contradict_each_other_are_kept_both_and_named() -> None:
    client = Client(ended(questions=(SECOND,)), ended(questions=(SECOND,)), ended())
    _, told = await done(client, Known((KnownProblem(text="(p)"),), (), None), [1, 0])
    assert "That contradicts another answer (it is known already that these steps can be taken: (drop red))" in told
    last = client.requests[-1].problems[0]
    assert (last.allowed, last.refused) == ((SECOND.steps,), (SECOND.steps,))


async def test_a_doubted_answer_is_named_while_questions_are_asked_once_and_with_its_question() -> None:
    doubted = DoubtedAnswer(
        problem=0, steps=FIRST.steps, is_possible=False, probability=0.9, is_followed=False, text="problem 1: so"
    )
    checking = SECOND.model_copy(update={"checks": FIRST.steps})
    client = Client(
        ended(questions=(FIRST,)),
        ended(questions=(checking,), doubted_answers=(doubted,)),
        ended(questions=(), doubted_answers=(doubted,)),
    )
    _, told = await done(client, Known((KnownProblem(text="(p)"),), (), None), [1, 0])
    named = "Answer 1 may be wrong (it contradicts plans or other answers, and is not followed); back 1 takes it back."
    assert told.count(f"{named} It was no to: {FIRST.text}") == 1, told
    assert f"The next question tests answer 1, which was not expected. It was no to: {FIRST.text}" in told


async def test_a_doubted_answer_is_named_with_those_that_it_builds_on() -> None:
    """Who says yes to a step and then to one after it may have been wrong the first time."""
    asked = SECOND.model_copy(update={"steps": (*FIRST.steps, *SECOND.steps)})
    doubted = DoubtedAnswer(
        problem=0, steps=asked.steps, is_possible=True, probability=1.0, is_followed=False, text="problem 1: so"
    )
    client = Client(
        ended(questions=(FIRST,)), ended(questions=(asked,)), ended(questions=(), doubted_answers=(doubted,))
    )
    _, told = await done(client, Known((KnownProblem(text="(p)"),), (), None), [2, 3])
    assert "Answer 2 may be wrong" in told
    assert f"It builds on answer 1: if that one is wrong, back 1. It was yes to: {FIRST.text}" in told


def test_an_answer_is_found_by_what_it_says() -> None:
    answers = (
        KeptAnswer(0, FIRST.steps, 2, is_withdrawn=True),
        KeptAnswer(0, FIRST.steps, 0),
        KeptAnswer(0, SECOND.steps, None),
        KeptAnswer(0, FIRST.steps, 2),
    )
    known = Known((KnownProblem(text="(p)"),), answers, None)
    assert known.number_of(0, FIRST.steps, True) == 4
    assert known.number_of(0, FIRST.steps[:1], False) == 2
    assert known.number_of(0, FIRST.steps, False) is None
    assert known.number_of(0, SECOND.steps, True) is None


async def test_a_refusal_is_the_commands_fault() -> None:
    fault = Fault(code=FaultCode.UNKNOWN_NAME, message="there is no action 'pick'")
    client = Client(RefinementRefused(envelope=Envelope.start(), fault=fault))
    with pytest.raises(CommandFault) as refused:
        await done(client, Known((), (), None), [])
    assert refused.value.fault == fault


@pytest.mark.parametrize(
    ("line", "taken"), [("y", 3), ("Yes.", 3), ("", SKIPPED), ("1", 0), ("2", 1), ("3", 2), (" 3. ", 2)]
)
def test_an_answer_names_the_first_step_that_cannot_be_done(line: str, taken: int) -> None:
    assert read_answer(line, 3) == taken


@pytest.mark.parametrize(("line", "number"), [("back", None), ("Back 2", 2), ("back 10.", 10)])
def test_back_takes_an_answer_back(line: str, number: int | None) -> None:
    assert read_answer(line, 3) == TakeBack(number)


@pytest.mark.parametrize("line", ["0", "4", "perhaps", "-1", "1 2"])
def test_what_is_no_answer_is_answered_with_what_is_possible(line: str) -> None:
    told = read_answer(line, 3)
    assert isinstance(told, str)
    assert "1-2 if a step before it cannot be done" in told
    assert "back to take your last answer back" in told


def test_no_means_the_step_that_is_asked_about() -> None:
    assert read_answer("n", 1) == 0
    assert read_answer("No.", 3) == 2


async def test_steps_are_shown_by_number_and_the_last_is_asked_about() -> None:
    shown = StringIO()
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        typed.send_text("perhaps\rn\r")
        assert await ask_at_terminal(Console(file=shown, width=200), FIRST) == 1
        typed.send_text("1\r")
        checking = FIRST.model_copy(update={"checks": SECOND.steps})
        assert await ask_at_terminal(Console(file=shown, width=200), checking) == 0
        typed.send_text("q\r")
        assert await ask_at_terminal(Console(file=shown, width=200), FIRST) is None
    told = shown.getvalue()
    for line in (
        FIRST.text,
        "  1. (pick red)",
        "  2. (pick blue)",
        "Can step 2 be done after the others?",
        "If a step before it cannot be done either, type its number (1-1).",
        "Type y if it can be done, n if not, 1-1 if a step before it cannot be done",
        "Your answer about (drop red) was unexpected, so this checks it in another situation.",
    ):
        assert line in told


async def test_an_answer_that_contradicts_what_is_known_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "answers.yaml"
    known = Known((KnownProblem(text="(p)", plans=(FIRST.steps,)),), (), file)
    client = Client(ended(questions=(FIRST,)), ended())
    _, told = await done(client, known, [0, 2])
    assert "That contradicts what is known: a plan that works begins with (pick red)." in told
    assert [each.taken for each in read_answers(file, known.problems)] == [2]


def told_of(ended_so: DomainRefined, asked: bool = False) -> str:
    shown = StringIO()
    show_refined(Console(file=shown, width=200), ended_so, asked)
    return shown.getvalue()


def test_what_changed_what_is_left_and_what_to_ask_are_told() -> None:
    told = told_of(ended(changes=("pick needs (empty)",), left=(LEFT,), questions=(FIRST,)))
    for part in ("The search ended.", "- pick needs (empty)", "- Problem 1 can be solved", "- May it pick twice?"):
        assert part in told
    assert "nothing known" not in told
    assert "Changed" not in told_of(ended(refined=False, reason="not refined: why", ended="not_refined"))


def test_an_end_without_complaints_does_not_promise_that_the_domain_is_right() -> None:
    told = told_of(ended(reason="the best one has 0 complaints", steps=7, questions=(FIRST, SECOND)))
    assert "The search ended after 7 candidates: nothing known contradicts it." in told
    assert "0 complaints" not in told
    assert "2 questions would make it more certain: --ask" in told
    assert "--ask" not in told_of(ended(questions=(FIRST,)), asked=True)
    assert "more certain" not in told_of(ended())


def test_how_sure_a_domain_is_and_what_nothing_settles_are_told() -> None:
    def literal(number: int, by: SettledBy) -> SettledLiteral:
        return SettledLiteral(
            action="pick",
            part="precondition",
            literal=f"(p{number})",
            is_in_domain=True,
            is_changed=False,
            by=by,
            probability=0.5 + number / 100,
            text=f"pick needs (p{number})",
        )

    literals = (literal(9, "plans"), literal(20, "answers"), *(literal(number, "nothing") for number in range(8)))
    doubted = DoubtedAnswer(
        problem=0, steps=SECOND.steps, is_possible=True, probability=0.9, is_followed=False, text="problem 1: so"
    )
    told = told_of(
        ended(
            sureness=Sureness(probability=0.6, text="About 60 %.", literals=literals, situations=3),
            doubted_answers=(doubted,),
        )
    )
    assert "nothing known contradicts it. About 60 %." in told
    assert "Answers that may be wrong:\n  - problem 1: so." in told
    first = "pick needs (p0): right with a probability of about 50 %"
    assert f"No known fact settles these and 2 more (--json):\n  - {first}" in told
    assert "check these:\n  - pick needs (p20): right with a probability of about 70 %" in told
    assert "(p9)" not in told
    assert "settles" not in told_of(ended())


def test_guesses_stand_apart_from_what_is_known() -> None:
    told = told_of(ended(changes=("pick needs (empty)", "drop needs (held) (a guess)"))).splitlines()
    assert told[1:3] == ["Changed:", "  - pick needs (empty)"]
    assert told[3].startswith("Guessed, because otherwise the domain would allow many other plans")
    assert told[4:] == ["  - drop needs (held)"]
    assert "Changed:" not in told_of(ended(changes=("drop needs (held) (a guess)",)))
