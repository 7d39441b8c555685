"""A language model without any domain model: a plan by tree of thoughts, and how well it knows the domain by name."""

from __future__ import annotations

from collections.abc import Callable

from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import Register
from plancritic.judges import Judge
from plancritic.laboratory.schema.baselines.leakage import probe
from plancritic.laboratory.schema.baselines.tree_of_thoughts import plan_by_thoughts
from plancritic.laboratory.schema.evaluation.cases import REGISTERS, EvaluationDomain
from plancritic.laboratory.schema.evaluation.reference_check import checked
from plancritic.llm import LanguageModel, LanguageModelSettings, TokenBudget, configured
from plancritic.schema_library.combination.decision import Solved, decide
from plancritic.schema_library.combination.steps import share_steps

#: Tokens for one domain, all its questions together.
TOKENS = 400_000


class ModelAloneRow(Contract):
    """What a model came to on one domain: its plan judged by VAL in the reference domain, and the leakage probe.

    `known` is how like the reference's actions those are that it wrote from the domain's name alone, from 0 to 1.
    """

    domain: str
    described_in: Register
    model: str
    steps: int
    finished: bool
    valid: bool
    questions: int
    malformed: int
    known: float


async def model_alone_rows(
    domain: EvaluationDomain, judge: Judge, settings: LanguageModelSettings, progress: Callable[[str], None]
) -> tuple[ModelAloneRow, ...]:
    """Ask the configured model for plans of a domain, in both registers, and for the domain itself.

    Raises:
        ContractError: no language model is configured, or it gives no answer.
    """
    settings = configured(settings, "leave out the part `model`")
    budget = TokenBudget(TOKENS, "the sizes of this evaluation")
    progress(f"{domain.name}: what {settings.model} knows of it by name")
    leakage = await probe(settings, domain.reference, budget)
    signatures = {name: " ".join(map(str, action.parameters)) for name, action in domain.reference.actions.items()}
    rows = []
    for register in REGISTERS:
        progress(f"{domain.name}, {register}: a plan by thoughts")
        async with LanguageModel(settings) as model:
            found = await plan_by_thoughts(
                model, domain.description, register, signatures, _reference_length(domain), budget
            )
        verdict = await checked(domain, "\n".join(found.steps), judge)
        rows.append(
            ModelAloneRow(
                domain=domain.name,
                described_in=register,
                model=settings.model or "",
                steps=len(found.steps),
                finished=found.finished,
                valid=verdict.valid,
                questions=found.questions,
                malformed=found.malformed,
                known=leakage.mean_similarity,
            )
        )
    return tuple(rows)


def _reference_length(domain: EvaluationDomain) -> int:
    """Return the length of the reference domain's shortest plan.

    Raises:
        ContractError: it has none.
    """
    shared = share_steps(domain.problem, {name: [action] for name, action in domain.reference.actions.items()})
    (found,) = decide(shared)
    if not isinstance(found, Solved):
        raise ContractError(
            Fault(
                code=FaultCode.NO_BASE_PLAN, message=f"the reference of {domain.name!r} has no plan", remedy="mend it"
            )
        )
    return len(found.plan)
