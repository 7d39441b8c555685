"""A conversation about one plan: each line is answered, and the plan shown is the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeGuard

from rich.text import Text

from plancritic.client import PlancriticClient, RunEnd, make_feedback
from plancritic.command_line.chat.actions import SessionActions, SessionPlan
from plancritic.command_line.chat.help_text import help_text
from plancritic.command_line.chat.requests import (
    DO_THAT,
    SETTLES,
    Drop,
    Request,
    Say,
    Settle,
    Simple,
    Why,
    folded,
    read_request,
)
from plancritic.command_line.exit_codes import CommandFault, ExitCode, show_fault
from plancritic.command_line.plans.plan_view import PlanView, view_of_result
from plancritic.command_line.plans.show import show_plan
from plancritic.command_line.plans.step_reasons import reasons_of, show_reasons
from plancritic.command_line.results.changes_text import change_lines
from plancritic.command_line.results.result import everything_adhered, show_result
from plancritic.command_line.runs.asking import Answer, Answerer, chosen_and_more, is_courtesy, number_alone
from plancritic.command_line.runs.followed_run import follow
from plancritic.command_line.runs.progress import RunProgress
from plancritic.command_line.terminal import Console
from plancritic.contracts.envelope import Envelope
from plancritic.contracts.errors import ContractError
from plancritic.contracts.feedback import FeedbackRefused, FeedbackSubmitted, PlanRevised, SearchSettings
from plancritic.contracts.questions import OpenQuestion, QuestionAsked
from plancritic.contracts.translation import Statement
from plancritic.pictures.changes_in_words import counts_sentence, end_sentence
from plancritic.pictures.plan_changes import plan_changes

_NOTHING_TO_DENY = (
    "Nothing changed: no reading is open to reject. `undo` takes back your last statement; to get another "
    "reading of it, say that it is not what you meant."
)


@dataclass(frozen=True)
class _LeftOpen:
    """A question to which something was said instead of an answer.

    `feedback` is what was submitted when it was asked, `codes` are those before that. `nothing_held` says that nothing
    of it came into force: then it can be submitted again, as it was.
    """

    question: OpenQuestion
    feedback: FeedbackSubmitted
    codes: tuple[ExitCode, ...]
    nothing_held: bool = False


class Conversation:
    """Answers the lines of one chat."""

    def __init__(
        self,
        client: PlancriticClient,
        actions: SessionActions,
        console: Console,
        session: str,
        view: PlanView,
        settings: SearchSettings,
        verbose: bool = False,
        asker: Answerer | None = None,
    ) -> None:
        """Begin with the plan of `view`: that of the session, or the one without feedback."""
        self._client = client
        self._actions = actions
        self._console = console
        self._session = session
        self._view = view
        self._settings = settings
        self._verbose = verbose
        self._asker = asker
        self._said: dict[str, Statement] = {}
        self._codes: list[ExitCode] = []
        #: Statements of the last answer whose readings are in doubt, the first to be settled first.
        self._in_doubt: tuple[str, ...] = ()
        #: Those of them of which another reading was told.
        self._with_other: frozenset[str] = frozenset()
        self._not_met = False
        self._instead: str | None = None
        #: The question to which the next line was said instead of an answer, and that of the line at hand.
        self._open: _LeftOpen | None = None
        self._said_to: _LeftOpen | None = None
        #: What was submitted last: a question is about that.
        self._submitted: FeedbackSubmitted | None = None
        #: What the last question supposed ("what if ..."), in words that can be said as a statement.
        self._supposed = ""
        #: Whether the last turn was a question or a remark: then there is nothing to say no to.
        self._answered_last = False

    @property
    def exit_code(self) -> ExitCode:
        """Return the worst code of what was said and not undone: 0 only if all of it is met by a proved plan."""
        return max(self._codes, default=ExitCode.DONE)

    async def answer(self, line: str) -> bool:
        """Answer one line and return whether the chat goes on.

        A fault is shown and remembered for the exit code; the chat goes on after it.
        """
        self._said_to, self._open = self._open, None
        try:
            request = read_request(line, self._known(), bool(self._in_doubt))
            if request == Simple("quit"):
                return False
            if request is not None:
                await self._do(request)
        except CommandFault as error:
            self._fail(error)
        except ContractError as error:
            self._fail(CommandFault(error.fault))
        return True

    def show(self) -> None:
        """Print the plan."""
        view = self._view
        show_plan(self._console, f"Plan of {view.domain} {view.problem}", view.steps, view.unit)

    async def _do(self, request: Request) -> None:
        match request:
            case Say(text):
                if self._answered_last and SETTLES.get(folded(text)) == Settle("no"):
                    self._console.print(Text(_NOTHING_TO_DENY))
                    return
                if self._in_doubt and is_courtesy(text):
                    self._console.print(Text("That did not settle it: the reading is still in doubt.", "dim"))
                    self._ask_in_doubt()
                    return
                # What the last question supposed is said as a statement now.
                await self._say(self._supposed if self._supposed and DO_THAT.fullmatch(text) else text)
            case Why(step):
                show_reasons(self._console, reasons_of(self._view, step))
            case Drop(statement):
                self._changed("Dropped", await self._actions.drop(self._session, self._id_of(statement)))
            case Settle(how):
                await self._settle(how)
            case Simple("undo"):
                after = await self._actions.undo(self._session)
                self._changed("Undone", after)
                for sentence in after.undone:
                    self._console.print(Text(sentence))
                # What was undone does not count any more.
                self._codes, self._in_doubt = self._codes[:-1], ()
            case Simple("accept"):
                self._changed("Accepted", await self._actions.accept(self._session))
                self._in_doubt = ()
            case Simple("show"):
                self.show()
            case Simple("help"):
                self._console.print(help_text(self._view.lexicon))

    async def _say(self, text: str) -> None:
        feedback = make_feedback(
            self._view.domain,
            self._view.problem,
            [text],
            self._settings,
            self._session,
            questions="none" if self._asker is None else "ask",
            instead_of_answer=None if self._said_to is None else self._said_to.question,
        )
        ended = await self._run(feedback)
        self._told(ended)
        if self._said_to is not None and _only_answers(ended):
            understood = all(each.understood for each in ended.answers)
            await self._back_to(self._said_to, ExitCode.DONE if understood else ExitCode.OTHER_VERDICT)

    async def _back_to(self, left: _LeftOpen, code: ExitCode) -> None:
        """Ask a question again to which a question about the plan was said, which answers no menu; `code` is of that.

        What the person said is submitted as it was: the words alone would not replace what they corrected.
        """
        said = left.question.statement.quoted
        if not left.nothing_held:
            self._console.print(Text(f"{said!r} is still open: say again what you meant by it.", "dim"))
            return
        # What is asked again is not counted twice.
        self._codes = list(left.codes)
        if code is not ExitCode.DONE:
            self._count(code)
        self._console.print(Text(f"Back to {said!r}.", "dim"))
        envelope = Envelope.start(session_id=self._session)
        self._told(await self._run(left.feedback.model_copy(update={"envelope": envelope})))

    async def _settle(self, how: Literal["yes", "no", "other"]) -> None:
        """Settle the first reading in doubt: confirm it, or have the statement read otherwise."""
        statement, rest = self._in_doubt[0], self._in_doubt[1:]
        if how == "yes":
            await self._client.confirm(self._session, statement)
            self._in_doubt = rest
            self._console.print(Text(f"Confirmed: {statement} counts as met.", "bold green"))
            if not rest and self._codes and self._codes[-1] is ExitCode.OTHER_VERDICT and not self._not_met:
                self._codes[-1] = ExitCode.DONE
            self._ask_in_doubt()
            return
        feedback = await self._client.rejecting(
            self._session,
            statement,
            self._settings,
            other=how == "other",
            questions="none" if self._asker is None else "ask",
        )
        self._told(await self._run(feedback))

    def _told(self, ended: RunEnd) -> None:
        """Show the end of a run, and go on from its plan."""
        if isinstance(ended, FeedbackRefused):
            raise CommandFault(ended.fault)
        self._supposed = next((each.supposes for each in ended.answers if each.supposes), "")
        self._answered_last = bool(ended.answers)
        if ended.answers:
            show_result(self._console, ended, self._view.unit, self._verbose, hints="chat")
            if not all(each.understood for each in ended.answers):
                self._count(ExitCode.OTHER_VERDICT)
            if self._supposed:
                self._console.print(Text("Say `do that` to take it.", "dim"))
            return
        if self._open is not None:
            self._open = replace(self._open, nothing_held=ended.unchanged)
            if _is_left_open(ended, self._open.question):
                # What was said instead comes next.
                said = self._open.question.statement.quoted
                self._console.print(Text(f"{said!r} is left open for now.", "dim"))
                self._count(ExitCode.OTHER_VERDICT)
                self._in_doubt = ()
                return
        self._view = view_of_result(ended, self._view.lexicon)
        self._said |= {outcome.statement.id: outcome.statement for outcome in ended.statements}
        show_result(self._console, ended, self._view.unit, self._verbose, hints="chat")
        code = ExitCode.DONE if everything_adhered(ended) else ExitCode.OTHER_VERDICT
        if ended.unchanged:
            self._count(code)
        elif ended.rejected:
            # It stands for the turn before.
            self._codes[-1:] = [code]
        else:
            self._codes.append(code)
        latest = max((each.turn for each in ended.statements), default=0)
        new = [each for each in ended.statements if each.turn == latest]
        self._in_doubt = tuple(each.statement.id for each in new if each.verdict == "unconfirmed")
        self._with_other = frozenset(each.statement.id for each in new if each.alternatives)
        self._not_met = any(each.verdict not in ("adhered", "unconfirmed") for each in ended.statements)
        self._ask_in_doubt()

    def _ask_in_doubt(self) -> None:
        """Ask whether the first reading in doubt was meant."""
        if self._in_doubt:
            what = f"{self._in_doubt[0]}: is" if len(self._in_doubt) > 1 else "Is"
            other = ", o (the other one)" if self._in_doubt[0] in self._with_other else ""
            self._console.print(Text(f"{what} that what you meant? y (yes), n (no){other}", "dim"))

    def said_instead(self) -> str | None:
        """Return what the person said instead of an answer to a question, once: it is the next line."""
        line, self._instead = self._instead, None
        return line

    async def _answered(self, asked: QuestionAsked) -> Answer:
        """Return the answer to a question; commands that only show something are obeyed before it.

        Anything else that is no answer leaves the question open, and is the next line.
        """
        assert self._asker is not None, "only a conversation with somebody who answers asks"
        while isinstance(found := await self._asker(asked), str):
            try:
                request = read_request(found, self._known())
                if isinstance(request, Why) or request in (Simple("show"), Simple("help")):
                    await self._do(request)
                    continue
            except ContractError as error:
                self._fail(CommandFault(error.fault))
                continue
            number = chosen_and_more(found, len(asked.choices))
            if number is not None:
                self._console.print(Text(number_alone(number), "dim"))
                continue
            if is_courtesy(found):
                self._console.print(Text("That is not an answer; the question is still open.", "dim"))
                continue
            self._instead = found
            self._open = None
            # A number alone is a choice that there is not.
            if asked.kind == "meaning" and not found.strip().isdigit():
                assert self._submitted is not None, "a question is about what was submitted"
                choices = tuple(each.model_copy(update={"plan": None}) for each in asked.choices)
                question = OpenQuestion(statement=asked.statement, choices=choices)
                self._open = _LeftOpen(question, self._submitted, tuple(self._codes))
            return Answer(None, skipped=True)
        return found

    async def _run(self, feedback: FeedbackSubmitted) -> RunEnd:
        self._submitted = feedback
        # Off a terminal the answers alone are printed: a pipe has no screen on which progress could come and go.
        console = self._console if self._console.is_terminal else Console(quiet=True)
        with RunProgress(console) as progress:
            asker = None if self._asker is None else self._answered
            return await follow(self._client, feedback, progress, asker)

    def _id_of(self, statement: str) -> str:
        """The id of the one statement whose words begin so; else what was given, for the services to find."""
        begin_so = [each for each, said in self._said.items() if _begins(said, statement)]
        return begin_so[0] if len(begin_so) == 1 else statement

    def _known(self) -> tuple[str, ...]:
        """The words of the statements so far: those that they were taken as, and the person's own."""
        return tuple(text for said in self._said.values() for text in (said.text, said.quoted))

    def _count(self, code: ExitCode) -> None:
        """Count the code of what is no turn that `undo` takes back: it goes with the turn before."""
        self._codes[-1:] = [max((*self._codes[-1:], code))]

    def _changed(self, word: str, after: SessionPlan) -> None:
        changes = plan_changes(self._view.steps, after.steps)
        self._view = replace(self._view, plan=after.plan, steps=after.steps)
        self._console.print(Text(f"{word}. {end_sentence(changes, self._view.unit, 'the plan shown before')}", "bold"))
        if not changes.nothing:
            self._console.print(Text(counts_sentence(changes)))
            self._console.print(change_lines(self._console, changes, self._view.unit))

    def _fail(self, error: CommandFault) -> None:
        self._codes.append(error.exit_code)
        show_fault(error, as_json=False)


def _only_answers(ended: RunEnd) -> TypeGuard[PlanRevised]:
    """Return whether a turn was a question about the plan as it is, and nothing else."""
    return (
        not isinstance(ended, FeedbackRefused)
        and bool(ended.answers)
        and all(each.act == "question" and not each.supposes for each in ended.answers)
    )


def _begins(said: Statement, words: str) -> bool:
    """Return whether a statement begins with these words, as it was taken or as the person said it."""
    return any(text.casefold().startswith(words.casefold()) for text in (said.text, said.quoted))


def _is_left_open(ended: PlanRevised, question: OpenQuestion) -> bool:
    """Return whether a turn changed nothing because its question has no answer."""
    of_it = [each for each in ended.statements if each.statement.text == question.statement.text]
    return ended.unchanged and bool(of_it) and all(each.verdict == "not_understood" for each in of_it)


def introduction(view: PlanView, session: str) -> Sequence[str]:
    """Return the first lines of a chat."""
    return (
        f"Say what the plan must do, one statement a line; `help` says what {view.domain} has, `quit` ends.",
        f"Session {session}.",
    )
