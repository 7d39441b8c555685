"""The action in an answer, read in the domain as it is so far."""

from __future__ import annotations

from dataclasses import dataclass

from plancritic.llm import NotAcceptable, code_parts
from plancritic.pddl.language import Action, Domain, Group, Node, PddlSyntaxError, parse_domain, read
from plancritic.refiner.answer_complaints import complaint_about, signature_complaint, strips_complaint, syntax_fault

_FILE = "your answer"


@dataclass(frozen=True)
class History:
    """The types and predicates so far, as PDDL declares them."""

    name: str
    types: tuple[str, ...]
    predicates: tuple[str, ...]

    def domain_text(self, actions: str = "") -> str:
        """Return the whole domain; what comes before the actions has no end of line."""
        # A type without a parent stands last: `a b - c` would give both the parent.
        types = " ".join(sorted(self.types, key=lambda each: " - " not in each))
        return (
            f"(define (domain {self.name}) (:requirements :strips :typing :negative-preconditions :equality) "
            f"{f'(:types {types}) ' if types else ''}(:predicates {' '.join(self.predicates)}) {actions})\n"
        )


@dataclass(frozen=True)
class ActionRead:
    """An action as PDDL, and the history with the predicates that came with it."""

    text: str
    history: History


def read_action(answer: str, name: str, history: History, prescribed: Action | None) -> ActionRead:
    """Return the action that an answer holds.

    Raises:
        NotAcceptable: It holds none, several, or one that is no STRIPS action of this name and signature; the text
            says why, with the parser's words.
    """
    code = "\n".join(code_parts(answer, "(:"))
    if not code:
        raise NotAcceptable("there is no (:action ...) in the answer")
    try:
        return _read(code, name, history, prescribed)
    except PddlSyntaxError as error:
        raise NotAcceptable(complaint_about(code, syntax_fault(error))) from None


def _read(code: str, name: str, history: History, prescribed: Action | None) -> ActionRead:
    groups = _groups(code, history)
    for each in groups:
        if not isinstance(each, Group) or each.head not in (":types", ":predicates", ":action"):
            raise each.error(f"unexpected here: {str(each)[:60]}", "parse.unexpected_token")
    lists = [each for each in groups if isinstance(each, Group)]
    actions = [each for each in lists if each.head == ":action"]
    if len(actions) != 1:
        raise NotAcceptable(f"one (:action ...) in one fenced block is expected; there are {len(actions)}")
    so_far = parse_domain(history.domain_text(), _FILE)
    _check_types(lists, so_far)
    wider = History(history.name, history.types, (*history.predicates, *_further(lists, so_far)))
    try:
        parse_domain(wider.domain_text(), _FILE)
    except PddlSyntaxError as error:
        raise NotAcceptable(f"the further predicates cannot be read: {error.message}; {error.remedy}") from None
    action = actions[0]
    # The action has the line that it has in the answer, for the parser's complaints.
    line, _ = action.source.place(action.start)
    domain = parse_domain(wider.domain_text("\n" * (line - 1) + action.text), _FILE)
    read_as = domain.actions.get(name.lower())
    if read_as is None:
        raise NotAcceptable(f"the action is called {next(iter(domain.actions))!r}; write {name!r}")
    complaint = strips_complaint(read_as) or (signature_complaint(read_as, prescribed) if prescribed else None)
    if complaint is not None:
        raise NotAcceptable(complaint)
    return ActionRead(action.text, wider)


def _groups(code: str, history: History) -> tuple[Node, ...]:
    """What stands at the top of the answer; the parser of whole domains says best where a parenthesis is missing."""
    try:
        return read(code, _FILE)
    except PddlSyntaxError:
        parse_domain(history.domain_text(code), _FILE)
        raise


def _check_types(lists: list[Group], so_far: Domain) -> None:
    """Types may be repeated; objects of further ones could not stand in any problem."""
    for each in lists:
        if each.head != ":types":
            continue
        for node in each.children[1:]:
            if isinstance(node, Group) or (node.text != "-" and node.name not in so_far.type_names):
                raise node.error(f"{node} is no type of the domain, and further types are not possible", "parse.type")


def _further(lists: list[Group], so_far: Domain) -> tuple[str, ...]:
    """Declarations of predicates that are not there yet; those repeated are left out."""
    declared = (node for each in lists if each.head == ":predicates" for node in each.children[1:])
    return tuple(str(node) for node in declared if node.head not in so_far.predicates)
