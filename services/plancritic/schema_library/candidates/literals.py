"""The literals of a condition or an effect, read from trees of words that a model wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from plancritic.pddl.language import Parameter, did_you_mean
from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.names import clearly_closest, denied, same_spelling
from plancritic.schema_library.candidates.sections import CannotCorrectError, Tree

_CHOICES = {
    "or": "offers a choice",
    "imply": "offers a choice",
    "when": "is a conditional effect",
    "forall": "speaks of all objects",
    "exists": "speaks of some object in a place where no parameter can stand for it",
    "preference": "is a wish",
}
#: Words that change what stands beside them, and so are no prose that can be left out.
_TELLING = frozenset(
    {*_CHOICES, "if", "unless", "except", "then", "else", "but", "otherwise", "either", "xor", "nor", "neither"}
    | {"not", "no", "never", "without", "cannot", "until", "while", "instead", "only"}
)
_NUMERIC = frozenset({"<", "<=", ">", ">=", "+", "-", "*", "/", "increase", "decrease", "assign", "scale-up"})
_MOMENTS = frozenset({"start", "end", "all"})


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom of words that may have to be true or false; `=` is a predicate as well."""

    predicate: str
    arguments: tuple[str, ...]
    positive: bool = True

    def __str__(self) -> str:
        atom = f"({' '.join((self.predicate, *self.arguments))})"
        return atom if self.positive else f"(not {atom})"


class LiteralReader:
    """Reads one section; what it mends is appended to `report`.

    `variables` gathers the typed variables of each `exists` at the top of a precondition: a parameter says the same.
    `incomplete` is whether a closing parenthesis is missing inside the section, `unclosed` whether one is missing at
    all, be it the action's own.
    """

    def __init__(
        self,
        predicates: Mapping[str, tuple[Parameter, ...]],
        report: list[Correction],
        in_effect: bool = False,
        incomplete: bool = False,
        unclosed: bool = False,
    ) -> None:
        self._predicates = predicates
        self._report = report
        self._in_effect = in_effect
        self._incomplete = incomplete
        self._unclosed = unclosed
        self.variables: list[list[Tree]] = []

    def read(self, trees: list[Tree]) -> tuple[Literal, ...]:
        """Return the literals of a section, all of which hold together.

        Raises:
            CannotCorrectError: Something is no literal, and what it should be is in doubt.
        """
        # Around the whole, a second pair and an empty one say nothing; elsewhere a word may be missing in them.
        while len(trees) == 1 and isinstance(trees[0], list) and len(trees[0]) == 1 and isinstance(trees[0][0], list):
            self._mended("parentheses", "a second pair around the whole removed")
            trees = trees[0]
        if trees == [[]]:
            return ()
        groups = [each for each in trees if isinstance(each, list)]
        if len(groups) > 1 or (trees and isinstance(trees[0], str) and trees[0].lower() == "and"):
            self._mended("and", "`and` put around what stands side by side")
        return tuple(self._together(trees, True))

    def _together(self, trees: list[Tree], top: bool = False) -> Iterator[Literal]:
        """Literals of a list without its `and`."""
        left = list(trees)
        while left:
            tree = left.pop(0)
            if isinstance(tree, list):
                yield from self._literals(tree, True, top)
                continue
            word = tree.lower()
            if word == "not" and left:
                inner = left.pop(0)
                whole: list[Tree] = inner if isinstance(inner, list) else [inner, *self._taken(inner, left)]
                self._mended("parentheses", f"put around `not {_shown(inner)}`")
                yield from self._literals(whole, False, False)
            elif (known := same_spelling(tree, self._predicates)) is not None:
                arguments = self._taken(known, left)
                self._mended("parentheses", f"put around `{_shown([tree, *arguments])[1:-1]}`")
                yield from self._literals([tree, *arguments], True, False)
            elif word.startswith("?"):
                raise CannotCorrectError(f"the variable {tree} stands alone where a condition or effect should")
            elif word.strip("\"'.:!?*_") in _TELLING:
                raise CannotCorrectError(f"the word {tree!r} stands among the conditions or effects")
            elif word != "and":
                self._mended("prose", f"the word {tree!r} removed")

    def _taken(self, predicate: str, left: list[Tree]) -> list[Tree]:
        """So many of the words that follow as the predicate has places; they leave `left`."""
        known = same_spelling(predicate, self._predicates)
        taken: list[Tree] = []
        while known is not None and left and isinstance(left[0], str) and len(taken) < len(self._predicates[known]):
            taken.append(left.pop(0))
        return taken

    def _literals(self, tree: list[Tree], positive: bool, top: bool) -> Iterator[Literal]:
        if not tree:
            raise CannotCorrectError("empty parentheses stand where a condition or effect should")
        head = tree[0]
        if isinstance(head, list):
            if not positive and len(tree) > 1:
                raise CannotCorrectError(f"(not {_shown(tree)}) denies several conditions at once, which is a choice")
            if len(tree) == 1:
                # A word is missing before the inner list: perhaps `not`.
                raise CannotCorrectError(f"{_shown(tree)} begins with a list")
            self._mended("and", "`and` put before what stands side by side")
            for each in tree:
                yield from self._literals(each if isinstance(each, list) else [each], positive, False)
            return
        word, rest = head.lower(), tree[1:]
        match word:
            case "and" if positive:
                yield from self._together(rest, top)
            case "and" | "or" if len(rest) == 1 and isinstance(rest[0], list):
                self._mended("and", f"`{word}` around a single condition removed")
                yield from self._literals(rest[0], positive, False)
            case "or" if rest and not positive and not self._in_effect and all(isinstance(each, list) for each in rest):
                self._mended("and", "not (or ...) written as a conjunction of negations")
                for each in rest:
                    yield from self._literals(list(each), False, False)
            case "and":
                raise CannotCorrectError(f"(not {_shown(tree)}) denies several conditions at once, which is a choice")
            case "not":
                yield from self._negated(rest, positive)
            case "exists" if positive and top and not self._in_effect and len(rest) == 2 and isinstance(rest[0], list):
                self._mended("exists", f"the variables {_shown(rest[0])} of `exists` made parameters")
                self.variables.append(rest[0])
                yield from self._literals(list(rest[1]), True, True)
            case "increase" if self._in_effect and rest[:1] == [["total-cost"]]:
                self._mended("cost", f"{_shown(tree)} removed: costs play no part")
            case _ if word in _CHOICES:
                raise CannotCorrectError(f"{_shown(tree)} {_CHOICES[word]}; only STRIPS with negation can be used")
            case _ if word in _NUMERIC:
                raise CannotCorrectError(f"{_shown(tree)} is about numbers; only STRIPS with negation can be used")
            case "at" | "over" if _is_timed(rest):
                raise CannotCorrectError(f"{_shown(tree)} speaks of moments; only STRIPS with negation can be used")
            case _:
                yield from self._atom(head, rest, positive)

    def _negated(self, rest: list[Tree], positive: bool) -> Iterator[Literal]:
        if not rest:
            raise CannotCorrectError("`not` denies nothing")
        first = rest[0]
        if isinstance(first, str):
            self._mended("parentheses", f"put around `{_shown(rest)[1:-1]}`")
            yield from self._literals(rest, not positive, False)
        elif len(rest) == 1:
            yield from self._literals(first, not positive, False)
        elif self._incomplete:
            # The parenthesis that is missing is the one after the first.
            after = " ".join(_shown(each) for each in rest[1:])
            self._mended("parentheses", f"`not` in (not {_shown(rest)[1:-1]}) ends before {after}")
            yield from self._literals(first, not positive, False)
            yield from self._together(rest[1:])
        else:
            raise CannotCorrectError(f"`not` denies {len(rest)} things at once: {_shown(rest)}")

    def _atom(self, head: str, rest: list[Tree], positive: bool) -> Iterator[Literal]:
        words: list[str] = []
        further: list[Tree] = []
        for each in rest:
            if isinstance(each, str):
                words.append(each)
            elif len(each) == 1 and isinstance(each[0], str) and each[0].startswith("?"):
                self._mended("parentheses", f"those around {each[0]} removed")
                words.append(each[0])
            elif self._unclosed and positive:
                self._mended("parentheses", f"the list of {head} ends before {_shown(each)}")
                further.append(each)
            else:
                raise CannotCorrectError(f"a list stands where an argument should: {_shown([head, *rest])}")
        if head == "=":
            if len(words) != 2 or self._in_effect:
                raise CannotCorrectError(f"{_shown([head, *rest])} compares what cannot be compared here")
            yield Literal("=", tuple(word.lower() for word in words), positive)
        else:
            name, denies = self._predicate(head, len(words))
            yield Literal(name, tuple(word.lower() for word in words), positive != denies)
        yield from self._together(further)

    def _predicate(self, word: str, count: int) -> tuple[str, bool]:
        """The predicate that a word names, and whether the word denies it."""
        if word in self._predicates:
            return word, False
        if (same := same_spelling(word, self._predicates)) is not None:
            self._mended("case" if same == word.lower() else "predicate", f"{word} written {same}")
            return same, False
        if (negated := denied(word, self._predicates)) is not None:
            self._mended("negation", f"({word} ...) written (not ({negated} ...))")
            return negated, True
        fitting = [name for name, places in self._predicates.items() if len(places) == count]
        closest = clearly_closest(word, self._predicates)
        if closest is None or closest not in fitting:
            near = did_you_mean(word.lower(), self._predicates)
            raise CannotCorrectError(f"unknown predicate {word!r}{near}")
        self._mended("predicate", f"{word} read as {closest}")
        return closest, False

    def _mended(self, kind: str, text: str) -> None:
        self._report.append(Correction(kind, text))


def _is_timed(rest: list[Tree]) -> bool:
    return len(rest) == 2 and isinstance(rest[0], str) and rest[0].lower() in _MOMENTS and isinstance(rest[1], list)


def _shown(tree: Tree) -> str:
    """A tree as text, shortened."""
    text = tree if isinstance(tree, str) else f"({' '.join(_shown(each) for each in tree)})"
    return text if len(text) <= 120 else f"{text[:117]}..."


__all__ = ["Literal", "LiteralReader"]
