"""The sentences that are offered to a person as examples: about the problem at hand, and each read as told.

A worked example of the domain's context is a lesson for a language model, too: it may be too hard for the offline
reader, and it may be about objects that another problem lacks. So nothing is offered that was not tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice, product

from plancritic.domains.context import Example
from plancritic.pddl.grounding.relaxed_reachability import relaxed_reachability
from plancritic.pddl.language import (
    Atom,
    Constraint,
    ExpansionTooLargeError,
    PddlSyntaxError,
    Problem,
    parse_constraint,
)
from plancritic.pddl.reachability import Reachability
from plancritic.pddl.specification import canonical_key, check_constraint, every_plan_does, speaks_of_nothing
from plancritic.wording import Lexicon, constraints_sentence

#: So many choices of other objects are tried for an example that names objects of another problem.
_MOST_CHOICES = 4
_NAME = re.compile(r"[^\s()]+")


def offered_examples(lexicon: Lexicon, best: Callable[[str], str | None]) -> tuple[Example, ...]:
    """Return an example for each worked one of the context, where one is about this problem and read as told.

    The statement is the worked one where that is read so, else what its constraints say in the words of the domain;
    objects that the problem lacks are replaced by others of their type. What is about facts that can never be true,
    is proved impossible by reachability, or would change no plan that reaches the goal, is left out.

    `best` returns the likeliest reading of a sentence as `canonical_key`; None for none.
    """
    reached, proofs = _reached(lexicon.problem), _Proofs(lexicon.problem)
    found: list[Example] = []
    for example in lexicon.context.examples:
        for candidate, is_own in _candidates(example, lexicon):
            constraints = tuple(map(parse_constraint, candidate.constraints))
            if reached is not None and any(atom not in reached for each in constraints for atom in each.atoms()):
                continue
            if candidate in found or best(candidate.statement) != canonical_key(constraints):
                continue
            if every_plan_does(constraints, lexicon.problem) or speaks_of_nothing(constraints, lexicon.problem):
                continue
            # What nobody wrote for this problem may contradict its goal.
            if not is_own and proofs.disproof(constraints):
                continue
            found.append(candidate)
            break
    return tuple(found)


class _Proofs:
    """Proofs that constraints cannot be met, prepared once they are asked for."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem

    @cached_property
    def _reachability(self) -> Reachability:
        return Reachability(self._problem)

    def disproof(self, constraints: tuple[Constraint, ...]) -> bool:
        """Return whether no plan can meet the constraints, as far as reachability tells."""
        try:
            return self._reachability.disproof(constraints, core=False) is not None
        except ExpansionTooLargeError:
            return False


def _candidates(example: Example, lexicon: Lexicon) -> Iterator[tuple[Example, bool]]:
    """Yield the example if it fits the problem, then what its constraints say, of the same or of other objects.

    Beside each stands whether it was written for this problem.
    """
    try:
        constraints = tuple(map(parse_constraint, example.constraints))
    except PddlSyntaxError:
        return
    own = example.problem == lexicon.problem_id
    # A time that suits one problem may be too short for another.
    if not own and any(constraint.bounds for constraint in constraints):
        return
    if _fits(constraints, lexicon.problem):
        yield example, own
        yield _put_in_words(constraints, lexicon), own
    if own:
        return
    for choice in islice(_of_other_objects(example, lexicon), _MOST_CHOICES):
        if _fits(choice, lexicon.problem):
            yield _put_in_words(choice, lexicon), False


def _fits(constraints: tuple[Constraint, ...], problem: Problem) -> bool:
    return not any(check_constraint(each, problem) for each in constraints)


def _put_in_words(constraints: tuple[Constraint, ...], lexicon: Lexicon) -> Example:
    sentence = constraints_sentence(constraints, lexicon)
    return Example(
        problem=lexicon.problem_id,
        statement=sentence,
        mid_level_goal=sentence,
        constraints=tuple(map(str, constraints)),
    )


def _of_other_objects(example: Example, lexicon: Lexicon) -> Iterator[tuple[Constraint, ...]]:
    """Yield the example's constraints about other objects of the same types, different ones for different ones."""
    if example.problem not in lexicon.bundle.problems:
        return
    of_example = Lexicon(lexicon.bundle, example.problem).problem.objects
    names = dict.fromkeys(
        name.lower() for text in example.constraints for name in _NAME.findall(text) if name.lower() in of_example
    )
    here = lexicon.problem.objects
    choices = [[each for each, type_name in here.items() if type_name == of_example[name]] for name in names]
    for chosen in product(*choices):
        if len(set(chosen)) < len(chosen):
            continue
        instead = dict(zip(names, chosen, strict=True))
        yield tuple(parse_constraint(_renamed(text, instead)) for text in example.constraints)


def _renamed(text: str, instead: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: instead.get(found[0].lower(), found[0]), text)


def _reached(problem: Problem) -> frozenset[Atom] | None:
    """Return the facts that can be true, ignoring what actions make false; None where there are too many."""
    try:
        return problem.facts | relaxed_reachability(problem).added
    except ExpansionTooLargeError:
        return None
