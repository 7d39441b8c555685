"""The parameters of an action as a model wrote them, and the variables of its literals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.literals import Literal
from plancritic.schema_library.candidates.names import clearly_closest, same_spelling, with_a_letter_wrong
from plancritic.schema_library.candidates.sections import CannotCorrectError, Tree

#: Each variable with its types; None where none is given, or none that exists.
Declared = dict[str, tuple[str, ...] | None]


def read_variables(trees: list[Tree], type_names: frozenset[str], report: list[Correction]) -> Declared:
    """Return the typed variables of a list that may be nested, without `?`, or with slips around the dash.

    Raises:
        CannotCorrectError: A variable is declared twice with two types, or a list is no list of variables.
    """
    declared: Declared = {}
    pending: list[str] = []
    words = _flat(_without_prose(trees, report), report)
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word == "-" or word == ":":
            if place == len(words):
                raise CannotCorrectError("a type is missing after the last '-' of the parameters")
            types = _types(words[place], type_names, report)
            place += 1
            _declare(pending, types, declared, report)
            pending = []
        elif isinstance(word, str) and pending and _is_type(words, place - 1, type_names):
            report.append(Correction("characters", f"'-' put before the type {word}"))
            _declare(pending, _types(word, type_names, report), declared, report)
            pending = []
        elif isinstance(word, list):
            raise CannotCorrectError("a list stands where a parameter should")
        else:
            pending.append(word)
    if pending:
        names = " ".join(pending)
        if type_names != {"object"}:
            report.append(Correction("type", f"no type is given for {names}: taken from the predicates"))
        _declare(pending, None, declared, report)
    return declared


def _without_prose(trees: list[Tree], report: list[Correction]) -> list[Tree]:
    """The lists of a section; its words only where there is no list and they begin with a variable."""
    lists: list[Tree] = [each for each in trees if isinstance(each, list)]
    words = [each for each in trees if isinstance(each, str)]
    if not words:
        return trees
    if not lists and words[0].startswith("?"):
        report.append(Correction("parentheses", "put around the parameters"))
        return trees
    if not lists or any(each.startswith("?") for each in words):
        raise CannotCorrectError(f"what {words[0]!r} says among the parameters is in doubt")
    report.append(Correction("prose", f"{' '.join(words)!r} beside the parameters removed"))
    return lists


def _flat(trees: list[Tree], report: list[Correction]) -> list[Tree]:
    """Words in one list, and (either ...) as lists; dashes and colons that cling to words stand apart."""
    found: list[Tree] = []
    for tree in trees:
        if isinstance(tree, str):
            found.extend(_apart(tree, report))
        elif tree and isinstance(tree[0], str) and tree[0].lower() == "either":
            found.append(tree)
        elif any(isinstance(each, str) for each in tree) and "-" not in tree and not _begins_with_variable(tree):
            raise CannotCorrectError("a list stands among the parameters that declares none")
        else:
            if found or any(isinstance(each, list) and each[:1] != ["either"] for each in tree):
                report.append(Correction("parentheses", "parentheses inside the parameters removed"))
            found.extend(_flat(tree, report))
    return found


def _begins_with_variable(tree: list[Tree]) -> bool:
    return isinstance(tree[0], str) and tree[0].startswith("?")


def _is_type(words: list[Tree], place: int, type_names: frozenset[str]) -> bool:
    """Whether a word is a type before which the dash is missing: it has no `?`, and no dash follows."""
    word, following = words[place], words[place + 1] if place + 1 < len(words) else None
    return isinstance(word, str) and same_spelling(word, type_names) is not None and following not in ("-", ":")


def _apart(word: str, report: list[Correction]) -> list[str]:
    if word in ("-", ":") or not (word[0] in "-:" or word[-1] in "-:" or (word[0] == "?" and ":" in word)):
        return [word]
    report.append(Correction("characters", f"{word} taken apart"))
    if word[0] == "?" and ":" in word:
        name, _, kind = word.partition(":")
        return [name, "-", kind] if kind else [name, "-"]
    if word[0] in "-:":
        return ["-", word[1:]]
    return [word[:-1], "-"]


def _types(tree: Tree, type_names: frozenset[str], report: list[Correction]) -> tuple[str, ...] | None:
    """The types that exist among those named; None where none does."""
    named = [tree] if isinstance(tree, str) else [each for each in tree[1:] if isinstance(each, str)]
    found: list[str] = []
    for word in named:
        known = same_spelling(word, type_names) or clearly_closest(word, type_names)
        if known is None:
            report.append(Correction("type", f"unknown type {word}: taken from the predicates"))
        elif known not in found:
            if known != word.lower():
                report.append(Correction("type", f"type {word} written {known}"))
            found.append(known)
    return tuple(found) or None


def _declare(names: Iterable[str], types: tuple[str, ...] | None, declared: Declared, report: list[Correction]) -> None:
    for word in names:
        name = word.lower()
        if not name.startswith("?"):
            report.append(Correction("variable", f"{word} written ?{name}"))
            name = f"?{name}"
        if name != word and word.startswith("?"):
            report.append(Correction("case", f"{word} written {name}"))
        if name in declared:
            if types is not None and declared[name] not in (None, types):
                raise CannotCorrectError(f"{name} is declared twice, with two types")
            report.append(Correction("variable", f"the second declaration of {name} removed"))
            continue
        declared[name] = types


def with_variables(literals: Iterable[Literal], declared: Declared, report: list[Correction]) -> list[Literal]:
    """Return the literals with `?` before each variable; one that no parameter declares becomes a parameter.

    Raises:
        CannotCorrectError: An argument is a name that no parameter has: an object of some problem.
    """
    literals = tuple(literals)
    counts = Counter(argument for each in literals for argument in each.arguments)
    stated = tuple(declared)
    named: dict[str, str] = {}
    changed = []
    for each in literals:
        for argument in each.arguments:
            if argument not in named:
                named[argument] = _variable(argument, declared, stated if counts[argument] == 1 else (), report)
        changed.append(replace(each, arguments=tuple(named[argument] for argument in each.arguments)))
    return changed


def _variable(argument: str, declared: Declared, close: tuple[str, ...], report: list[Correction]) -> str:
    """The parameter that an argument stands for; of those in `close` also one that it has a letter wrong of."""
    if argument in declared:
        return argument
    bare = argument.lstrip("?")
    known = same_spelling(bare, (name[1:] for name in declared))
    if known is not None and bare:
        report.append(Correction("variable", f"{argument} written ?{known}"))
        return f"?{known}"
    if not argument.startswith("?") or not bare:
        raise CannotCorrectError(f"{argument!r} is neither a parameter nor anything that the domain declares")
    if (meant := with_a_letter_wrong(argument, close)) is not None:
        report.append(Correction("variable", f"{argument}, which stands nowhere else, read as {meant}"))
        return meant
    report.append(Correction("free variable", f"{argument} made a parameter"))
    declared[argument] = None
    return argument
