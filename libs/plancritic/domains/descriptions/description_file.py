"""Reading `description.yaml`: a domain in words, with the problem in PDDL beside it or in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.modelling.descriptions import DomainDescription
from plancritic.domains.descriptions.description_error import DescriptionError
from plancritic.domains.descriptions.skeleton import skeleton_of
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import MAXIMUM_YAML_BYTES, read_pddl, read_text
from plancritic.domains.places import yaml_line
from plancritic.domains.yaml_text import YamlTextError, compose_yaml, parse_yaml
from plancritic.pddl.language import Domain, PddlSyntaxError, parse_problem

PROBLEM_FILE = "problem.pddl"
_KEYS = ("domain", "overview", "types", "predicates", "functions", "actions", "problem")
#: `schema` is the reference that stands beside a description of the corpus; whoever models the domain must not see it.
_ACTION_KEYS = ("detailed", "layman", "parameters", "duration", "schema")
_REMEDY = (
    "write domain, overview, types, predicates and actions; an action has detailed, layman or both, perhaps parameters"
)


def read_description(file: Path) -> DomainDescription:
    """Return the description in a YAML file, with the text of its problem.

    The problem is the value of `problem` (PDDL, or the name of a file in the same folder), else `problem.pddl` in the
    same folder, else None. Declarations and problem are read as PDDL before anything is returned.

    Raises:
        ContractError: Something is missing or wrong; the fault names file, line and remedy.
    """
    try:
        text = read_text(file, MAXIMUM_YAML_BYTES)
        content = parse_yaml(text)
    except DomainFolderError as error:
        raise _fault(error.file, error.fault, error.remedy, error.line) from None
    except YamlTextError as error:
        raise _fault(file, error.fault, error.remedy, error.line) from None
    _check_keys(file, text, content)
    problem_file, problem = _problem(file, text, content)
    actions = {name: _without_schema(each) for name, each in content["actions"].items()}
    try:
        description = DomainDescription.model_validate({**content, "actions": actions, "problem": problem})
        skeleton = skeleton_of(description)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise _fault(file, f"{place}: {first['msg']}", _REMEDY, yaml_line(text, first["loc"])) from None
    except DescriptionError as error:
        remedy = error.fault.remedy or _REMEDY
        raise _fault(file, error.fault.message, remedy, yaml_line(text, error.path)) from None
    if problem is not None:
        _check_problem(problem, skeleton, problem_file, file, text)
    return description


def _check_keys(file: Path, text: str, content: Any) -> None:
    """Refuse what is no mapping of the known keys, and keys that stand twice: YAML would keep the last one silently."""
    if not isinstance(content, dict):
        raise _fault(file, "no description of a domain", _REMEDY, 1)
    for key in content:
        if key not in _KEYS:
            raise _fault(file, f"unknown key {key!r}", f"known keys: {', '.join(_KEYS)}", yaml_line(text, (key,)))
    for key in ("domain", "predicates", "actions"):
        if not content.get(key):
            raise _fault(file, f"{key} is missing or empty", _REMEDY, yaml_line(text, (key,)) or 1)
    if not isinstance(content["actions"], dict):
        raise _fault(file, "actions: names with what they do expected", _REMEDY, yaml_line(text, ("actions",)))
    for name, action in content["actions"].items():
        line = yaml_line(text, ("actions", name))
        if not isinstance(action, dict):
            raise _fault(file, f"action {name!r}: detailed or layman expected", _REMEDY, line)
        for key in action:
            if key not in _ACTION_KEYS:
                remedy = f"known keys: {', '.join(_ACTION_KEYS)}"
                raise _fault(file, f"action {name!r}: unknown key {key!r}", remedy, line)
    pending = [compose_yaml(text)]
    while pending:
        node = pending.pop()
        if not isinstance(node, yaml.MappingNode):
            continue
        seen: set[str] = set()
        for key_node, value in node.value:
            name = " ".join(str(key_node.value).split())
            if name in seen:
                raise _fault(file, f"{name!r} stands twice", "leave one out", key_node.start_mark.line + 1)
            seen.add(name)
            pending.append(value)


def _without_schema(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if key != "schema"}


def _problem(file: Path, text: str, content: dict[str, Any]) -> tuple[Path, str | None]:
    """The file in which the problem stands (the description itself where it is inline), and its PDDL."""
    given = content.get("problem")
    line = yaml_line(text, ("problem",))
    if given is None:
        beside = file.parent / PROBLEM_FILE
        if not beside.exists():
            return file, None
    elif not isinstance(given, str) or not given.strip():
        raise _fault(file, "problem: PDDL or the name of a file expected", f"write it in {PROBLEM_FILE}", line)
    elif "(" in given:
        return file, given
    elif Path(given).name != given:
        remedy = "put the file beside the description and write its name alone"
        raise _fault(file, f"problem: {given!r} is not the name of a file in this folder", remedy, line)
    else:
        beside = file.parent / given
    try:
        return beside, read_pddl(beside)
    except DomainFolderError as error:
        remedy = "write the problem there, or its PDDL under `problem`" if not beside.exists() else error.remedy
        raise _fault(error.file, error.fault, remedy, error.line) from None


def _check_problem(problem: str, skeleton: Domain, problem_file: Path, file: Path, text: str) -> None:
    try:
        parse_problem(problem, skeleton, str(problem_file))
    except PddlSyntaxError as error:
        inline = problem_file == file
        message = f"the problem (its line {error.line}): {error.message}" if inline else error.message
        line = yaml_line(text, ("problem",)) if inline else error.line
        column = None if inline else error.column
        raise _fault(problem_file, message, error.remedy, line, column) from None


def _fault(file: Path, message: str, remedy: str, line: int | None, column: int | None = None) -> ContractError:
    fault = Fault(code=FaultCode.SYNTAX_ERROR, message=message, remedy=remedy, file=str(file), line=line, column=column)
    return ContractError(fault)
