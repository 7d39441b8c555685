"""Which steps a problem can have by the description of its domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.contracts.modelling.known_problem import Step, Steps
from plancritic.domains.descriptions import DescriptionError, signature_of, skeleton_of
from plancritic.domains.knowledge.steps_text import StepsTextError
from plancritic.pddl.language import (
    Domain,
    Parameter,
    PddlSyntaxError,
    Problem,
    known_names,
    parse_domain,
    parse_problem,
    write_domain,
)

_START = "declare in that domain the types and predicates of the description"


@dataclass(frozen=True)
class DeclaredSteps:
    """The domain that a description declares, without actions, and the parameters of these.

    They are None where the description prescribes none: whoever models the action chooses them. `start` is the domain
    that is to be repaired, where there is one already: problems must fit it, too. Where `is_timed`, actions take time:
    plans with durations are meant as they are.
    """

    skeleton: Domain
    actions: Mapping[str, tuple[Parameter, ...] | None]
    start: Domain | None = None
    is_timed: bool = False

    def problem(self, text: str, file: str = "problem") -> Problem:
        """Return a problem that fits the description and the domain that is to be repaired. Raises PddlSyntaxError."""
        found = parse_problem(text, self.skeleton, file)
        if self.start is not None:
            try:
                parse_problem(text, self.start, file)
            except PddlSyntaxError as error:
                message = f"it fits the description, but not the domain that is to be repaired: {error.message}"
                raise PddlSyntaxError(message, file, error.line, error.column, error.code, _START) from None
        return found

    def check(self, steps: Steps, problem: Problem) -> None:
        """Check that the description has the steps' actions, and that the problem's objects fit them.

        Raises:
            StepsTextError: A step is none of the problem; the message says why.
        """
        for step in steps:
            self._check(step, problem)

    def _check(self, step: Step, problem: Problem) -> None:
        name, *objects = step
        written = f"({' '.join(step)})"
        if name not in self.actions:
            known = known_names("action", name, self.actions)
            raise StepsTextError(f"the description has no action {name!r} as in {written}; {known}")
        for each in objects:
            if each not in problem.objects:
                raise StepsTextError(f"{each!r} of {written} is not an object of the problem")
        parameters = self.actions[name]
        if parameters is None:
            return
        signature = f"({' '.join((name, *map(str, parameters)))})"
        if len(objects) != len(parameters):
            has = "1 object" if len(objects) == 1 else f"{len(objects)} objects"
            raise StepsTextError(f"{written} has {has}, and the description has {signature}")
        for each, parameter in zip(objects, parameters, strict=True):
            if not any(problem.is_a(each, type_name) for type_name in parameter.types):
                own = problem.objects[each]
                message = f"{each!r} of {written} is of the type {own}, and the description has {signature}"
                raise StepsTextError(message)


def declared_steps(description: DomainDescription, start: Domain | None = None) -> DeclaredSteps:
    """Return the steps that a description declares; numbers that only the domain to be repaired has are declared, too.

    Raises:
        DescriptionError: The description cannot be read, or lacks a type of a function of that domain.
    """
    skeleton = skeleton_of(description)
    is_timed = description.is_temporal
    if start is not None:
        is_timed = any(each.is_durative for each in start.actions.values())
        if not start.functions.keys() <= skeleton.functions.keys():
            functions = {**start.functions, **skeleton.functions}
            requirements = tuple(dict.fromkeys((*skeleton.requirements, ":numeric-fluents")))
            text = write_domain(replace(skeleton, functions=functions, requirements=requirements))
            try:
                skeleton = parse_domain(text, "description")
            except PddlSyntaxError as error:
                message = f"a function of the domain that is to be repaired does not fit the types: {error.message}"
                raise DescriptionError(("types",), message, "declare its types in the description") from None
    actions = {
        name.lower(): None if each.parameters is None else signature_of(skeleton, each.parameters).parameters
        for name, each in description.actions.items()
    }
    return DeclaredSteps(skeleton, actions, start, is_timed)
