"""What a language model is told when it is to change a domain: the description, the domain, the feedback."""

from __future__ import annotations

from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import action_list, meaning_list, one_line, predicate_list
from plancritic.llm import Message, filled_prompt
from plancritic.refiner.proposers.proposer import ProposalRequest

_PACKAGE = "plancritic.refiner.proposers"


def conversation(request: ProposalRequest, register: Register) -> tuple[Message, ...]:
    """Return the messages before the answer: the task, the domain as the model's own answer, what is wrong with it.

    The problem that the last message speaks of stands below it.

    Raises:
        DescriptionError: An action is not described in this register.
    """
    return (
        Message("user", _task(request.task.description, register)),
        Message("assistant", f"```pddl\n{request.domain.strip()}\n```"),
        Message("user", _feedback(request)),
    )


def complaint_message(complaint: str) -> str:
    """Return what a model is told about a domain that cannot be used."""
    return filled_prompt(_PACKAGE, "again", complaint=one_line(complaint))


def _task(description: DomainDescription, register: Register) -> str:
    return filled_prompt(
        _PACKAGE,
        "domain",
        name=description.domain,
        overview=f"{one_line(description.overview)}\n\n" if description.overview.strip() else "\n",
        types=meaning_list(description.types) or "- none: leave types out",
        predicates=predicate_list(description),
        actions=action_list(description, register),
    )


def _feedback(request: ProposalRequest) -> str:
    *earlier, last = request.messages
    told = "\n\n".join(each.for_model for each in earlier)
    problems = request.task.problems
    shown = problems[last.problem].text.strip() if last.problem < len(problems) else ""
    return filled_prompt(
        _PACKAGE,
        "feedback",
        earlier=f"# Feedback that led to this domain\n{told}\n\n" if told else "",
        message=last.for_model,
        problem=f"\n# Feedback problem {last.problem + 1}\n```pddl\n{shown}\n```\n" if shown else "",
    )
