"""What a problem's text names and nobody declared, where Kairos' parser lets it pass.

A fact about an unknown predicate, or with too few objects, would never hold: the problem would be proved impossible. A
quantifier over an unknown type would be true of nothing, and so of everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from plancritic.pddl.language.conditions import Atom, Parameter
from plancritic.pddl.language.formulas import as_group, read_atom
from plancritic.pddl.language.model import Domain, Problem
from plancritic.pddl.language.names import did_you_mean, known_names
from plancritic.pddl.language.syntax import Group, Node, Symbol, read_one, typed_list


def check_domain_name(root: Group, domain: Domain) -> None:
    """Refuse a problem that names no domain, or another one.

    Raises:
        PddlSyntaxError: At the name, or at the problem where there is none.
    """
    section = next((each for each in root.children if isinstance(each, Group) and each.head == ":domain"), None)
    named = section.children[1] if section is not None and len(section.children) > 1 else None
    if not isinstance(named, Symbol):
        message = "the problem does not say of which domain it is"
        raise (section or root).error(message, "parse.no_domain", f"add (:domain {domain.name})")
    if named.name != domain.name:
        message = f"this is a problem of the domain {named.text!r}, not of {domain.name!r}"
        raise named.error(message, "semantic.unknown_domain", f"write (:domain {domain.name}), or name its own domain")


def check_initial_fact(group: Group, frame: Problem) -> None:
    """Refuse a fact of `:init` that is not of a declared predicate with declared objects of the right types.

    Raises:
        PddlSyntaxError: At the word that is wrong.
    """
    _check_term(group, "predicate", frame.domain.predicates, frame)


def check_initial_value(group: Group, frame: Problem) -> None:
    """Refuse a value of `:init` that is not of a declared function with declared objects of the right types.

    Raises:
        PddlSyntaxError: At the word that is wrong.
    """
    _check_term(group, "function", frame.domain.functions, frame)


def read_fact(text: str, problem: Problem, filename: str = "fact") -> Atom:
    """Return a ground fact of a problem.

    Raises:
        PddlSyntaxError: It is none, at the word that is wrong.
    """
    group = as_group(read_one(text, filename), "a fact")
    check_initial_fact(group, problem)
    return read_atom(group)


def read_fluent(text: str, problem: Problem, filename: str = "number") -> Atom:
    """Return a ground numeric fluent of a problem. Raises as `read_fact`."""
    group = as_group(read_one(text, filename), "a number of the problem")
    check_initial_value(group, problem)
    return read_atom(group)


def check_quantified_types(nodes: Iterable[Node], domain: Domain) -> None:
    """Refuse quantifiers over types that the domain does not have.

    Raises:
        PddlSyntaxError: At the quantifier's variables.
    """
    for node in nodes:
        if not isinstance(node, Group):
            continue
        variables = node.children[1] if node.head in ("forall", "exists") and len(node.children) > 1 else None
        if isinstance(variables, Group):
            for _, types in typed_list(variables.children):
                for name in types:
                    if name not in domain.type_names:
                        message = f"unknown type {name!r}{did_you_mean(name, domain.type_names)}"
                        remedy = known_names("type", name, sorted(domain.type_names))
                        raise variables.error(message, "semantic.unknown_type", remedy)
        check_quantified_types(node.children, domain)


def _fits(group: Group, parameters: tuple[Parameter, ...], frame: Problem) -> bool:
    """Return whether nothing is wrong, quickly: facts may be many."""
    words = group.children[1:]
    return len(words) == len(parameters) and all(
        isinstance(word, Symbol) and word.name in _objects_of(frame, parameter.types)
        for word, parameter in zip(words, parameters, strict=True)
    )


@lru_cache(maxsize=256)
def _objects_of(frame: Problem, types: tuple[str, ...]) -> frozenset[str]:
    return frozenset(frame.objects_of(*types))


def _check_term(group: Group, kind: str, declared: Mapping[str, tuple[Parameter, ...]], frame: Problem) -> None:
    parameters = declared.get(group.head)
    if parameters is not None and _fits(group, parameters, frame):
        return
    if parameters is None:
        message = f"unknown {kind} {group.head!r}{did_you_mean(group.head, declared)}"
        raise group.error(message, f"semantic.unknown_{kind}", known_names(kind, group.head, declared))
    words = group.children[1:]
    if len(words) != len(parameters):
        message = f"{group.head} takes {len(parameters)} arguments, found {len(words)}"
        raise group.error(
            message, "semantic.arity", f"it is declared as ({' '.join((group.head, *map(str, parameters)))})"
        )
    for word, parameter in zip(words, parameters, strict=True):
        if not isinstance(word, Symbol):
            raise word.error(f"expected an object, found {str(word)!r}", "parse.unexpected_token")
        if word.name not in frame.objects:
            fitting = frame.objects_of(*parameter.types) or tuple(frame.objects)
            message = f"unknown object {word.text!r}{did_you_mean(word.name, fitting)}"
            raise word.error(message, "semantic.unknown_object", known_names("object", word.name, fitting))
        if not any(frame.is_a(word.name, wanted) for wanted in parameter.types):
            message = f"{word.text} is of type {frame.objects[word.name]}, {group.head} wants {parameter.type_text}"
            raise word.error(message, "semantic.type_mismatch", f"name a {parameter.type_text}")
