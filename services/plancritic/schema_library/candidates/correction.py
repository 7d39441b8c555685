"""From a block of an answer to an action schema, corrected without asking anybody, or refused with the reason.

A slip is corrected where what was meant is beyond doubt: the correction neither adds nor drops a condition. Everything
else is refused, so that no candidate says what no model wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from plancritic.domains.descriptions import schema_of
from plancritic.pddl.language import Action, Domain, Parameter, PddlSyntaxError
from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.literals import Literal, LiteralReader
from plancritic.schema_library.candidates.parameter_types import MOST_PARAMETERS, arranged, demanded, misfits
from plancritic.schema_library.candidates.prescribed import Assignment, assignments
from plancritic.schema_library.candidates.sections import CannotCorrectError, read_sections
from plancritic.schema_library.candidates.variables import Declared, read_variables, with_variables


@dataclass(frozen=True, slots=True)
class Corrected:
    """A legal action of the skeleton's domain, and what had to be mended.

    `others` are further ways to read its parameters as the prescribed ones, with which `schema` is equally good by
    types; the names of the parameters hint at `schema` more than at any of them where `hinted` says so.
    """

    schema: Action
    corrections: tuple[Correction, ...]
    others: tuple[Action, ...] = ()
    hinted: bool = True

    @property
    def is_sure(self) -> bool:
        """Whether types and names say which of the prescribed parameters each parameter is."""
        return self.hinted


def corrected(text: str, action: str, skeleton: Domain, prescribed: tuple[Parameter, ...] | None = None) -> Corrected:
    """Return the schema that a block of an answer holds, under the given name of the action.

    Contradictory effects keep the added fact alone, which is what PDDL makes of them.

    Args:
        text: The block.
        action: The name that the schema gets.
        skeleton: The domain with its types and predicates.
        prescribed: The parameters that the description demands; None: whoever models the domain chooses them.

    Raises:
        CannotCorrectError: It is none, and what it should be is in doubt; or it is no STRIPS with negation.
    """
    report: list[Correction] = []
    sections = read_sections(text, report)
    conditions, effects = (
        LiteralReader(
            skeleton.predicates,
            report,
            in_effect=name == "effect",
            incomplete=name in sections.incomplete,
            unclosed=name in sections.unclosed,
        )
        for name in ("precondition", "effect")
    )
    preconditions = conditions.read(sections.precondition)
    changes = effects.read(sections.effect)
    if not changes:
        raise CannotCorrectError("the action has no effect")
    declared = read_variables([*sections.parameters], skeleton.type_names, report)
    for variables in conditions.variables:
        for name, kinds in read_variables(variables, skeleton.type_names, report).items():
            # Each `exists` speaks of an object of its own, whatever its variable is called.
            if name in declared:
                raise CannotCorrectError(f"`exists` declares {name}, which a parameter or another `exists` has")
            declared[name] = kinds
    literals = with_variables((*preconditions, *changes), declared, report)
    if len(declared) > MOST_PARAMETERS:
        raise CannotCorrectError(f"the action has more than {MOST_PARAMETERS} parameters")
    split = len(preconditions)
    if prescribed is None:
        return _schema(action, skeleton, literals, split, declared, report)
    ways = assignments(declared, prescribed, literals, skeleton)
    return _as_prescribed(action, skeleton, literals, split, declared, report, prescribed, ways)


def _as_prescribed(
    action: str,
    skeleton: Domain,
    literals: list[Literal],
    split: int,
    declared: Declared,
    report: list[Correction],
    prescribed: tuple[Parameter, ...],
    ways: Sequence[Assignment],
) -> Corrected:
    """The schema in the prescribed parameters, by the first way that gives a legal one, and what the others give."""
    signature: Declared = {each.name: each.types for each in prescribed}
    made: list[tuple[Corrected, int]] = []
    refusals: list[CannotCorrectError] = []
    for way in ways:
        own = list(report)
        names = way.names
        if [names[name] for name in declared] != list(signature) or declared != {
            name: signature[names[name]] for name in declared
        }:
            own.append(Correction("signature", f"the parameters made ({' '.join(map(str, prescribed))})"))
        renamed = [replace(each, arguments=tuple(names[name] for name in each.arguments)) for each in literals]
        try:
            found = _schema(action, skeleton, renamed, split, signature, own, prescribed=True)
        except CannotCorrectError as error:
            refusals.append(error)
            continue
        if all(found.schema != each.schema for each, _ in made):
            made.append((found, way.hints))
    if not made:
        raise refusals[0]
    first, hints = made[0]
    others = tuple(each.schema for each, _ in made[1:])
    return replace(first, others=others, hinted=all(hints > each for _, each in made[1:]))


def _schema(
    action: str,
    skeleton: Domain,
    literals: list[Literal],
    split: int,
    declared: Declared,
    report: list[Correction],
    prescribed: bool = False,
) -> Corrected:
    """The schema of literals, the first `split` of them conditions."""
    literals, types = _typed(literals, declared, skeleton, report, prescribed)
    before, after = literals[:split], literals[split:]
    after = _without_contradictions(after, report)
    _report_contradictions(before, report)
    written = written_action(action.lower(), types, before, after)
    try:
        return Corrected(schema_of(skeleton, written), tuple(dict.fromkeys(report)))
    except PddlSyntaxError as error:
        raise CannotCorrectError(f"not legal in this domain: {error.message}") from None


def written_action(
    name: str, types: Mapping[str, tuple[str, ...]], before: Iterable[Literal], after: Iterable[Literal]
) -> str:
    """Return PDDL of an action."""
    parameters = " ".join(str(Parameter(variable, each)) for variable, each in types.items())
    conditions, effects = (" ".join(map(str, dict.fromkeys(each))) for each in (before, after))
    return f"(:action {name} :parameters ({parameters}) :precondition (and {conditions}) :effect (and {effects}))"


def _typed(
    literals: list[Literal], declared: Declared, skeleton: Domain, report: list[Correction], prescribed: bool
) -> tuple[list[Literal], dict[str, tuple[str, ...]]]:
    """Literals whose arguments are in order, and the type of each variable."""
    tried: list[Correction] = []
    try:
        ordered = arranged(literals, declared, skeleton, tried)
        types = _demands(ordered, declared, skeleton, tried, prescribed)
    except CannotCorrectError:
        # The order of the arguments may be right and a parameter's type wrong.
        wrong = misfits(literals, declared, skeleton)
        if not wrong or prescribed:
            raise
        tried = [
            Correction("type", f"{name} made a {' or '.join(wanted)}: every predicate it stands in demands it")
            for name, wanted in wrong.items()
        ]
        changed = {**declared, **wrong}
        ordered = arranged(literals, changed, skeleton, tried)
        types = _demands(ordered, changed, skeleton, tried, prescribed)
    report.extend(tried)
    return ordered, types


def _demands(
    literals: list[Literal], declared: Declared, skeleton: Domain, report: list[Correction], prescribed: bool
) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    places = (place for several in skeleton.predicates.values() for place in several)
    allowed = {place.types for place in places} | (set(declared.values()) if prescribed else set())
    for name, types in declared.items():
        met = demanded(name, types, literals, skeleton)
        if len(met) > 1 and met not in allowed:
            # Several planners refuse `either`; a description that uses it has chosen so.
            raise CannotCorrectError(f"{name} is of either type {' or '.join(met)}: a parameter needs one type")
        if prescribed and types is not None:
            met = types
        elif types is not None and met != types:
            report.append(Correction("type", f"{name} narrowed from {' or '.join(types)} to {' or '.join(met)}"))
        found[name] = met
    return found


def _without_contradictions(effects: list[Literal], report: list[Correction]) -> list[Literal]:
    added = {(each.predicate, each.arguments) for each in effects if each.positive}
    kept = []
    for each in effects:
        if not each.positive and (each.predicate, each.arguments) in added:
            report.append(Correction("effect", f"{each} removed: the same action adds it, and adding wins"))
        else:
            kept.append(each)
    return kept


def _report_contradictions(conditions: list[Literal], report: list[Correction]) -> None:
    """Name what can never hold; it is kept, since nothing says which of the two was meant."""
    for each in conditions:
        if each.positive and replace(each, positive=False) in conditions:
            report.append(Correction("precondition", f"kept, though it never holds: {each} and its opposite"))
