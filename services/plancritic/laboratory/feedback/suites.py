"""Suites: files of feedback whose meaning is known, read with the place of every mistake."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from plancritic.contracts.envelope import Contract, derived_id
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.translation import MAXIMUM_STATEMENTS, StatementText
from plancritic.domains import DomainBundle, DomainError, load_domain
from plancritic.paths.regular_files import UnreadableFileError, read_text
from plancritic.pddl.language import PddlError, Problem, parse_constraint, parse_domain, parse_plan, parse_problem
from plancritic.pddl.specification import check_constraint

#: The ground truth of words that no plan can follow: the right answer is that they were not understood.
NOT_UNDERSTOOD: Literal["not_understood"] = "not_understood"

_Constraints = Annotated[list[Annotated[str, StringConstraints(min_length=1)]], Field(min_length=1)]
_Bundles = Callable[[str], DomainBundle]


class SuiteRow(Contract):
    """A line of a suite as it is written; further fields are repeated in the row that comes out."""

    # People write a problem's id as a number, too.
    model_config = ConfigDict(coerce_numbers_to_str=True)

    domain: str
    problem: str = "1"
    archetype: str | None = None
    statement: StatementText | None = None
    statements: Annotated[list[StatementText], Field(min_length=1, max_length=MAXIMUM_STATEMENTS)] | None = None
    ground_truth: _Constraints | Annotated[list[_Constraints], Field(min_length=1)] | Literal["not_understood"]
    plan: str | None = None


class Element(Contract):
    """One piece of feedback whose meaning is known.

    `ground_truth` has one tuple of constraints a statement, or one for all; it is empty where the right answer is
    that the words were not understood. `shown_plan` is the plan to which step numbers refer. `given` is the line of
    the suite as it was written, `suite` the file's name without its ending. Two lines that are alike differ in `id`.
    """

    id: str
    domain: str
    problem: str
    archetype: str
    statements: tuple[str, ...]
    ground_truth: tuple[tuple[str, ...], ...]
    shown_plan: str | None
    given: dict[str, Any]
    suite: str = ""

    @property
    def constraints(self) -> tuple[str, ...]:
        """All that a plan has to satisfy, each once."""
        return tuple(dict.fromkeys(constraint for group in self.ground_truth for constraint in group))

    @property
    def text(self) -> str:
        """What was said, on one line."""
        return " / ".join(self.statements)


def read_suites(paths: Sequence[Path], domain: str, bundles: _Bundles | None = None) -> tuple[Element, ...]:
    """Return the elements of `domain` in the suites, in their order; lines of other domains are left out.

    `bundles` gives a domain by name (without it: the folder of domains).

    Raises:
        ContractError: a file cannot be read or a line is wrong (file, line and what is wrong in it), or nothing is
            there for the domain.
    """
    load = bundles or _bundle
    elements: list[Element] = []
    seen: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for path in paths:
        for number, given in suite_lines(path):
            if given.get("domain") != domain and isinstance(given.get("domain"), str):
                others[given["domain"]] += 1
                continue
            with told_by_line(path, number):
                element = element_of(given, seen).model_copy(update={"suite": path.stem})
                _check(element, load(domain))
            elements.append(element)
    if not elements:
        there = ", ".join(f"{name} ({count})" for name, count in sorted(others.items())) or "nothing"
        raise ContractError(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"the suite has no element for domain {domain!r}; it has {there}",
                remedy="name another --suite, or the --domain of its lines",
                file=str(paths[0]) if len(paths) == 1 else None,
            )
        )
    return tuple(elements)


@contextmanager
def told_by_line(path: Path, number: int) -> Iterator[None]:
    """Turn what is wrong with a line of a suite into a fault that names the file and the line.

    Raises:
        ContractError: the line was found wrong in the context.
    """
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the line"
        raise wrong_line(path, number, f"{place}: {first['msg']}") from None
    except (ValueError, PddlError) as error:
        raise wrong_line(path, number, str(error)) from None


def element_of(given: Mapping[str, Any], seen: Counter[str] | None = None) -> Element:
    """Return the element of a line; `seen` counts equal lines, so that each has an id of its own.

    Raises:
        ValidationError, ValueError: the line is no element.
    """
    row = SuiteRow.model_validate(given)
    if (row.statement is None) == (row.statements is None):
        raise ValueError("a line needs either `statement` or `statements`")
    content = derived_id("element", json.dumps(given, sort_keys=True, ensure_ascii=False))
    repetition = 0
    if seen is not None:
        repetition = seen[content]
        seen[content] += 1
    return Element(
        id=f"{content}-{repetition}" if repetition else content,
        domain=row.domain,
        problem=row.problem,
        archetype=row.archetype or "",
        statements=tuple(row.statements or [str(row.statement)]),
        ground_truth=_groups(row.ground_truth),
        shown_plan=row.plan,
        given=dict(given),
    )


def _groups(truth: list[str] | list[list[str]] | Literal["not_understood"]) -> tuple[tuple[str, ...], ...]:
    if truth == NOT_UNDERSTOOD:
        return ()
    groups: list[tuple[str, ...]] = []
    plain: list[str] = []
    for each in truth:
        if isinstance(each, str):
            plain.append(each)
        else:
            groups.append(tuple(each))
    return (tuple(plain), *groups) if plain else tuple(groups)


#: Far more than any suite has.
MAXIMUM_SUITE_BYTES = 64 * 1024 * 1024


def suite_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the lines of a suite that are not empty, with their numbers.

    Raises:
        ContractError: the file cannot be read, or a line is no JSON object.
    """
    try:
        text = read_text(path, MAXIMUM_SUITE_BYTES)
    except UnreadableFileError as error:
        raise wrong_line(path, None, f"the suite is {error.fault}") from None
    except OSError as error:
        raise wrong_line(path, None, f"the suite cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise wrong_line(path, None, f"byte {error.start} of the suite is not UTF-8") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except json.JSONDecodeError as error:
            raise wrong_line(path, number, f"not JSON: {error.msg}", error.colno) from None
        except RecursionError:
            raise wrong_line(path, number, "not readable JSON: it is nested too deeply") from None
        if not isinstance(given, dict):
            raise wrong_line(path, number, "not a JSON object")
        yield number, given


def _check(element: Element, bundle: DomainBundle) -> None:
    """Raise ValueError or PddlError where the ground truth or the plan shown do not fit the problem."""
    problem = fitting_problem(bundle, element.problem)
    for text in element.constraints:
        complaints = check_constraint(parse_constraint(text, filename="ground_truth"), problem)
        if complaints:
            raise ValueError(f"ground_truth {text!r}: {complaints[0]}")
    if len(element.ground_truth) > 1 and len(element.ground_truth) != len(element.statements):
        raise ValueError(
            f"{len(element.ground_truth)} lists in ground_truth for {len(element.statements)} statements: "
            "give one for each statement, or one for all"
        )
    if element.shown_plan is not None:
        parse_plan(element.shown_plan)


def fitting_problem(bundle: DomainBundle, name: str) -> Problem:
    """Return the problem of this name.

    Raises:
        ValueError: the domain has none.
    """
    if name not in bundle.problems:
        known = ", ".join(sorted(bundle.problems))
        raise ValueError(f"domain {bundle.name!r} has no problem {name!r}, it has {known}")
    return _problem(bundle.domain_pddl, bundle.problem(name))


@lru_cache(maxsize=16)
def _problem(domain: str, problem: str) -> Problem:
    return parse_problem(problem, parse_domain(domain))


@lru_cache(maxsize=16)
def _bundle(name: str) -> DomainBundle:
    try:
        return load_domain(name)
    except DomainError as error:
        raise ContractError(Fault(code=FaultCode.UNKNOWN_DOMAIN, message=error.message, remedy=error.remedy)) from error


def wrong_line(path: Path, line: int | None, message: str, column: int | None = None) -> ContractError:
    """Return the fault of a line of a suite."""
    return ContractError(
        Fault(
            code=FaultCode.SYNTAX_ERROR,
            message=message,
            remedy="a line is a JSON object with domain, statement or statements, and ground_truth; "
            "see services/plancritic/laboratory/feedback/README.md",
            file=str(path),
            line=line,
            column=column,
        )
    )
