"""A language model as a proposer: it is told the feedback and writes the complete changed domain."""

from __future__ import annotations

from plancritic.contracts.modelling.descriptions import Register
from plancritic.llm import (
    LanguageModel,
    NeverAcceptable,
    NotAcceptable,
    TokenBudget,
    Written,
    code_parts,
    write_checked,
)
from plancritic.pddl.grounding import NotStripsError, StripsAction, strips_action
from plancritic.pddl.language import Domain, PddlSyntaxError, parse_domain
from plancritic.refiner.answer_complaints import complaint_about, syntax_fault
from plancritic.refiner.feedback.name_contract import DomainRefusedError, checked_domain
from plancritic.refiner.proposers.conversation import complaint_message, conversation
from plancritic.refiner.proposers.proposer import NothingProposed, ProposalRequest, Proposed

#: Answers to a complaint about a domain that cannot be used.
MOST_REPAIRS = 5

_Meaning = dict[str, tuple[tuple[tuple[str, ...], ...], StripsAction]]


class LanguageModelProposer:
    """Asks a model for a changed domain, and shows it what is wrong with one that cannot be used.

    A domain cannot be used if it does not parse, is no STRIPS, breaks the contract of names, or says the same as the
    one that was to be changed.

    Args:
        model: The model to ask.
        budget: Pays for all proposals.
        register: The words of the actions that the model is shown.
        temperature: How varied answers are; 0.3 is that of the schema library.
        answer_tokens: Longest answer: a whole domain.
    """

    def __init__(
        self,
        model: LanguageModel,
        budget: TokenBudget,
        register: Register = "detailed",
        temperature: float = 0.3,
        answer_tokens: int = 4_000,
    ) -> None:
        self._model = model
        self._budget = budget
        self._register = register
        self._temperature = temperature
        self._answer_tokens = answer_tokens

    @property
    def name(self) -> str:
        """How tables and trees call it."""
        return "language model"

    async def propose(self, request: ProposalRequest) -> Proposed | NothingProposed:
        """Return a changed domain, or what was wrong with the last answer.

        Raises:
            BudgetExceeded: The budget does not pay for another answer.
            LanguageModelUnavailable: The endpoint does not answer. Either way a search should stop and can go on
                later: to take it for a model without ideas would spend its steps on nothing.
            DescriptionError: An action is not described in the register.
        """
        if not request.messages:
            return NothingProposed("there is no feedback to settle")
        before = _meaning_of(request.domain)

        def accept(written: Written) -> str:
            if written.cut_off:
                raise NotAcceptable(f"the answer is longer than {self._answer_tokens} tokens and was cut off")
            return self._read(written.text, request, before)

        found = await write_checked(
            self._model,
            conversation(request, self._register),
            accept,
            complaint_message,
            self._budget,
            1 + MOST_REPAIRS,
            self._temperature,
            request.seed,
            self._answer_tokens,
        )
        if isinstance(found, NeverAcceptable):
            answers = len(found.complaints)
            return NothingProposed(found.complaints[-1], answers - 1, answers, found.tokens)
        return Proposed(found.value, len(found.complaints), len(found.complaints) + 1, found.tokens)

    def _read(self, answer: str, request: ProposalRequest, before: _Meaning | None) -> str:
        parts = code_parts(answer, "(define")
        if not parts:
            raise NotAcceptable("there is no (define (domain ...) ...) in the answer")
        # A model that shows the old domain first shows the new one last.
        text = parts[-1].strip() + "\n"
        problems = [each.text for each in request.task.problems]
        try:
            parse_domain(text)
            domain = checked_domain(text, request.task.description, problems)
        except PddlSyntaxError as error:
            raise NotAcceptable(complaint_about(text, syntax_fault(error))) from None
        except DomainRefusedError as error:
            raise NotAcceptable(complaint_about(text, error.fault)) from None
        if _meaning(domain) == before:
            raise NotAcceptable("it says the same as the domain before, so that nothing is mended")
        return text


def _meaning_of(text: str) -> _Meaning | None:
    """What a domain says; None of one that does not say it in STRIPS."""
    try:
        return _meaning(parse_domain(text))
    except (PddlSyntaxError, NotStripsError):
        return None


def _meaning(domain: Domain) -> _Meaning:
    """Each action by the types of its parameters and its literals, variables numbered: names and order mean nothing."""
    found = {}
    for name, action in domain.actions.items():
        numbered = {each.name: f"?{number}" for number, each in enumerate(action.parameters)}
        types = tuple(each.types for each in action.parameters)
        found[name] = (types, strips_action(action).bound(numbered))
    return found
