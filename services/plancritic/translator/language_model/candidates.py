"""Translation by a language model in two stages: statement to mid-level goals, goals to constraints.

Examples come from the domain's context, those that fit the problem ([EA] IV-A, the pipeline of [PC] III-C). What a
person or the model wrote is data: it stands between marks that it cannot close, is parsed as PDDL, repaired with a
report, shown to the model once more with what is wrong with it, or refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from plancritic.contracts.translation import Reading, Repair, Statement, StatementReadings
from plancritic.llm import (
    Accepted,
    Checked,
    Concession,
    LanguageModel,
    LanguageModelMalformed,
    Message,
    NotAcceptable,
    TokenBudget,
    complete_checked,
)
from plancritic.mentions.text import constraint_text
from plancritic.translator.language_model.prompts import prompt, quoted
from plancritic.translator.language_model.repair import CannotRepair, Repaired, repair
from plancritic.translator.language_model.worked_examples import NO_EXAMPLES, fitting_examples
from plancritic.wording import Lexicon, constraints_sentence, plan_steps

#: How varied the candidates are; a single one is the most likely.
TEMPERATURE = 0.7
#: Characters of an answer that was no good, as reported.
_LONGEST_TOLD = 300


class Goals(BaseModel):
    """What the first stage answers."""

    model_config = ConfigDict(extra="ignore")

    goals: list[str]


class Constraints(BaseModel):
    """What the second stage answers."""

    model_config = ConfigDict(extra="ignore")

    constraints: list[str]


class LanguageModelTranslator:
    """Translates the statements of one problem."""

    def __init__(self, model: LanguageModel, lexicon: Lexicon, candidates: int = 5, seed: int | None = None) -> None:
        self._model = model
        self._lexicon = lexicon
        self._examples = fitting_examples(lexicon)
        # Candidates come of sampling; with a seed there is one answer.
        self._candidates = candidates if seed is None else 1
        self._seed = seed

    @property
    def name(self) -> str:
        """Who translates; with a seed also what the endpoint refuses of what makes the same answers likely."""
        made = self._model.concessions
        wanted = (Concession.TEMPERATURE, Concession.SEED) if self._seed is not None else ()
        without = [str(each) for each in wanted if each in made]
        told = f", without {' and '.join(without)}" if without else ""
        return f"language_model ({self._model.name}{told})"

    async def translate(
        self,
        statement: Statement,
        budget: TokenBudget,
        shown_plan: str | None = None,
        earlier_goals: Sequence[str] = (),
        readings: int = 5,
    ) -> StatementReadings:
        """Return the readings of one statement, most frequent first; a reading's score is its share of the candidates.

        Raises:
            LanguageModelError: The model cannot be reached, refuses, answers in no usable shape, or is too dear.
        """
        goals = await self._goals(statement, budget, shown_plan, earlier_goals)
        if not goals:
            return StatementReadings(statement=statement.id, reason="the language model found no wish about the plan")
        return self._readings(statement, await self._constraints(goals, budget), readings)

    async def _goals(
        self, statement: Statement, budget: TokenBudget, shown_plan: str | None, earlier_goals: Sequence[str]
    ) -> tuple[str, ...]:
        context = self._lexicon.context
        system = prompt(
            "goals",
            description=context.description,
            unit=self._lexicon.time.singular,
            objects=self._objects_with_names(),
            examples="\n".join(
                f"<statement>{each.statement}</statement> -> {each.mid_level_goal}" for each in self._examples
            )
            or NO_EXAMPLES,
        )
        parts = []
        if earlier_goals:
            parts.append("Goals agreed on before:\n" + "\n".join(quoted(goal) for goal in earlier_goals))
        if shown_plan is not None:
            steps = plan_steps(shown_plan, self._lexicon)
            parts.append("The plan that was shown:\n" + "\n".join(f"step {s.number}: {s.sentence}" for s in steps))
        parts.append(f"<statement>{quoted(statement.text)}</statement>")
        found = await complete_checked(
            self._model,
            (Message("system", system), Message("user", "\n\n".join(parts))),
            Goals,
            _spoken,
            _complaint,
            budget,
            seed=self._seed,
        )
        if not found.accepted:
            raise LanguageModelMalformed(found.refused)
        return found.accepted[0].value

    async def _constraints(self, goals: Sequence[str], budget: TokenBudget) -> Checked[Repaired]:
        domain = self._lexicon.problem.domain
        known = self._lexicon.context.predicates
        predicates = "\n".join(
            f"({name} {' '.join(map(str, parameters))}): {known[name].holds if name in known else name}"
            for name, parameters in domain.predicates.items()
            if name not in known or known[name].changes
        )
        system = prompt(
            "constraints",
            unit=self._lexicon.time.singular,
            predicates=predicates,
            objects=self._objects_by_type(),
            examples="\n".join(
                f"<goals>{each.mid_level_goal}</goals> -> {' '.join(each.constraints)}" for each in self._examples
            )
            or NO_EXAMPLES,
        )
        user = "<goals>" + "\n".join(map(quoted, goals)) + "</goals>"
        return await complete_checked(
            self._model,
            (Message("system", system), Message("user", user)),
            Constraints,
            self._repaired,
            _complaint,
            budget,
            candidates=self._candidates,
            temperature=TEMPERATURE if self._candidates > 1 else 0.0,
            seed=self._seed,
        )

    def _repaired(self, answer: Constraints) -> Repaired:
        try:
            return repair("\n".join(answer.constraints), self._lexicon.problem)
        except CannotRepair as error:
            raise NotAcceptable(str(error)) from None

    def _readings(self, statement: Statement, checked: Checked[Repaired], most: int) -> StatementReadings:
        if not checked.accepted:
            reason = checked.refused[0] if checked.refused else "none given"
            return StatementReadings(
                statement=statement.id, reason=f"no candidate of the language model fits the problem: {quoted(reason)}"
            )
        counted: dict[frozenset[str], tuple[int, Repaired]] = {}
        for each in checked.accepted:
            repaired = _with_correction(each)
            key = frozenset(map(str, repaired.constraints))
            count, first = counted.get(key, (0, repaired))
            # Of the same constraints the version that needed least repair is reported.
            counted[key] = (count + 1, min(first, repaired, key=lambda version: len(version.repairs)))
        total = len(checked.accepted) + len(checked.refused)
        ranked = sorted(counted.values(), key=lambda each: (-each[0], len(each[1].repairs)))
        display = tuple(self._lexicon.problem.display.items())
        return StatementReadings(
            statement=statement.id,
            readings=tuple(
                Reading(
                    mid_level_goal=constraints_sentence(repaired.constraints, self._lexicon),
                    constraints=tuple(constraint_text(c, display) for c in repaired.constraints),
                    score=round(count / total, 4),
                    repairs=repaired.repairs,
                )
                for count, repaired in ranked[:most]
            ),
        )

    def _objects_with_names(self) -> str:
        problem = self._lexicon.problem
        return "\n".join(
            f"{problem.display.get(name, name)}: {', '.join(self._lexicon.synonyms(name)[:4])}"
            for name in problem.objects
        )

    def _objects_by_type(self) -> str:
        problem = self._lexicon.problem
        by_type: dict[str, list[str]] = {}
        for name, type_name in problem.objects.items():
            by_type.setdefault(type_name, []).append(problem.display.get(name, name))
        return "\n".join(f"{type_name}: {' '.join(names)}" for type_name, names in by_type.items())


def _spoken(answer: Goals) -> tuple[str, ...]:
    """The goals that say something."""
    goals = tuple(goal for goal in answer.goals if goal.strip())
    if answer.goals and not goals:
        raise NotAcceptable("every goal is blank; where there is no wish, the list of goals is empty")
    return goals


def _complaint(complaint: str) -> str:
    return prompt("complaint", complaint=quoted(complaint))


def _with_correction(accepted: Accepted[Repaired]) -> Repaired:
    """What the model mended itself after a complaint is reported as a repair, too."""
    if accepted.corrects is None:
        return accepted.value
    found = accepted.value
    told = Repair(
        before=quoted(accepted.instead_of or "")[:_LONGEST_TOLD],
        after=" ".join(map(str, found.constraints)),
        reason=f"the model was shown what was wrong: {quoted(accepted.corrects)}",
    )
    return replace(found, repairs=(told, *found.repairs))
