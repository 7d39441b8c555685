"""Initial construction ([FS]): a language model writes a domain action by action, each held to the parser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription, Register
from plancritic.domains.descriptions import (
    action_list,
    bare_parameters,
    meaning_list,
    one_line,
    signature_of,
    skeleton_of,
)
from plancritic.laboratory.refinement.construction.action_answer import ActionRead, History, read_action
from plancritic.llm import (
    LanguageModel,
    LanguageModelError,
    Message,
    NeverAcceptable,
    NotAcceptable,
    TokenBudget,
    Written,
    filled_prompt,
    write_checked,
)
from plancritic.pddl.language import Action
from plancritic.refiner.feedback.name_contract import checked_domain

#: Answers for one action: the first, and four after a complaint.
TRIES = 5
_PACKAGE = "plancritic.laboratory.refinement.construction"


@dataclass(frozen=True)
class Constructed:
    """A domain (PDDL) with the description's names; `tries` counts the answers that each action took."""

    domain: str
    tries: Mapping[str, int]
    tokens: int


@dataclass(frozen=True)
class NotConstructed:
    """The action that could not be had, and why.

    `tries` counts as in `Constructed`; this action is in it unless the endpoint failed.
    """

    action: str
    fault: Fault
    tries: Mapping[str, int]


async def construct(
    description: DomainDescription,
    register: Register,
    model: LanguageModel,
    budget: TokenBudget,
    temperature: float = 0.3,
    seed: int | None = None,
    answer_tokens: int = 2_000,
) -> Constructed | NotConstructed:
    """Return the domain that a model writes after a description, or the action at which it failed.

    Each action is asked for in a conversation of its own, which tells the types and predicates so far, those that
    earlier actions added among them.

    Args:
        description: The domain in words, signatures prescribed.
        register: The words of the actions that the model is shown.
        model: The model to ask.
        budget: Pays for all of it.
        temperature: How varied answers are; 0.3 is that of the schema library.
        seed: Another one gives another domain, where the endpoint heeds it.
        answer_tokens: Longest answer.

    Raises:
        DescriptionError: The description cannot be read, or an action is not described in this register.
    """
    skeleton = skeleton_of(description)
    listed = action_list(description, register)
    types, predicates = (tuple(map(one_line, each)) for each in (description.types, description.predicates))
    history = History(description.domain, types, predicates)
    actions: dict[str, str] = {}
    tries: dict[str, int] = {}
    tokens = 0
    for name, described in description.actions.items():
        prescribed = None if described.parameters is None else signature_of(skeleton, described.parameters)

        def accept(
            written: Written, name: str = name, history: History = history, prescribed: Action | None = prescribed
        ) -> ActionRead:
            if written.cut_off:
                raise NotAcceptable(f"the answer is longer than {answer_tokens} tokens and was cut off")
            return read_action(written.text, name, history, prescribed)

        def complain(complaint: str, name: str = name) -> str:
            return filled_prompt(_PACKAGE, "again", complaint=one_line(complaint), action=name)

        asked = (Message("user", action_prompt(description, listed, history, name)),)
        try:
            found = await write_checked(model, asked, accept, complain, budget, TRIES, temperature, seed, answer_tokens)
        except LanguageModelError as error:
            return NotConstructed(name, error.fault, tries)
        tokens += found.tokens
        tries[name] = len(found.complaints) + (not isinstance(found, NeverAcceptable))
        if isinstance(found, NeverAcceptable):
            return NotConstructed(name, _fault(name, found), tries)
        actions[name], history = found.value.text, found.value.history
    domain = checked_domain(history.domain_text("".join(f"\n{each}" for each in actions.values())), description, ())
    return Constructed(domain.text, tries, tokens)


def action_prompt(description: DomainDescription, listed: str, history: History, name: str) -> str:
    """Return the prompt for one action; `listed` are all actions in words."""
    parameters = description.actions[name].parameters
    bare = None if parameters is None else bare_parameters(parameters)
    further = history.predicates[len(description.predicates) :]
    predicates = {
        **{f"`{one_line(each)}`": text for each, text in description.predicates.items()},
        **{f"`{each}`": "added with an action before this one" for each in further},
    }
    return filled_prompt(
        _PACKAGE,
        "action",
        name=description.domain,
        overview=f"{one_line(description.overview)}\n\n" if description.overview.strip() else "\n",
        types=meaning_list(description.types) or "- none: leave types out",
        predicates=meaning_list(predicates),
        actions=listed,
        action=name,
        signature="" if bare is None else f" with exactly `:parameters ({bare})`",
        parameters="?x - type ..." if bare is None else bare,
    )


def _fault(name: str, found: NeverAcceptable) -> Fault:
    count = len(found.complaints)
    answers = "answer" if count == 1 else f"{count} answers"
    return Fault(
        code=FaultCode.LANGUAGE_MODEL_FAILED,
        message=f"no usable action {name!r} in {answers}; of the last one: {found.complaints[-1]}",
        remedy="describe the action more plainly, or try another model (PLANCRITIC_LLM_MODEL)",
    )
