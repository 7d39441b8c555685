"""The sections of an action as trees of words, read from text in which parentheses and keywords may be wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from plancritic.schema_library.candidates.candidate import Correction
from plancritic.schema_library.candidates.names import clearly_closest

#: A word, or a list in parentheses.
Tree: TypeAlias = "str | list[Tree]"

LONGEST_BLOCK = 20_000
_DEEPEST = 60
_TOKEN = re.compile(r"\(|\)|[^\s()]+")
_COMMENT = re.compile(r"(?:;|//)[^\n]*")
_SLASHED = re.compile(r"//[^\n]*")
#: Characters that PDDL does not have, and what is meant by them.
_CHARACTERS = str.maketrans({"[": "(", "]": ")", "{": "(", "}": ")", "–": "-", "—": "-", "−": "-", ",": " ", "`": " "})
_KEYWORDS = {
    **dict.fromkeys(("parameters", "parameter", "params", "param", "vars", "variables", "args"), "parameters"),
    **dict.fromkeys(
        ("precondition", "preconditions", "precond", "preconds", "pre", "preconditon", "condition", "conditions"),
        "precondition",
    ),
    **dict.fromkeys(("effect", "effects", "eff", "effets", "postcondition", "postconditions"), "effect"),
}
_PROPER = ("parameters", "precondition", "effect")
_CORRECT = frozenset({":parameters", ":precondition", ":effect", ":action"})
_WITHOUT_COLON = frozenset({"parameters", "precondition", "preconditions", "effect", "effects"})
_TIMED = frozenset({":durative-action", ":duration"})


class CannotCorrectError(ValueError):
    """A block cannot be made a schema without guessing; the text says why."""


@dataclass(slots=True)
class Sections:
    """What stands under each keyword.

    `incomplete` names the sections inside which a closing parenthesis is missing; `unclosed` also the one at whose end
    the action's own parenthesis is missing: nothing says whether that one or another was lost.
    """

    parameters: list[Tree] = field(default_factory=list)
    precondition: list[Tree] = field(default_factory=list)
    effect: list[Tree] = field(default_factory=list)
    incomplete: set[str] = field(default_factory=set)
    unclosed: set[str] = field(default_factory=set)


def read_sections(text: str, report: list[Correction]) -> Sections:
    """Return the sections of a block. What was mended is appended to `report`.

    Each keyword starts anew, so that a parenthesis that is missing in one section does not spoil the next.

    Raises:
        CannotCorrectError: The block is too long, nested too deeply, takes time, or has no section.
    """
    if len(text) > LONGEST_BLOCK:
        raise CannotCorrectError(f"the block has more than {LONGEST_BLOCK} characters")
    words = _TOKEN.findall(_cleaned(text, report))
    found = Sections()
    current, gathered = "action", list[str]()
    sections: list[tuple[str, list[str]]] = []
    for place, word in enumerate(words):
        keyword = _keyword(words, place)
        if keyword is None:
            gathered.append(word)
            continue
        _report_keyword(word, keyword, report)
        if gathered[-1:] == ["("] and keyword != "action":
            gathered.pop()
            report.append(Correction("parentheses", f"the '(' before {word} removed"))
        sections.append((current, gathered))
        current, gathered = keyword, []
    sections.append((current, gathered))
    # The parenthesis before the action, and a keyword without its colon.
    sections[0] = ("action", [word for word in sections[0][1] if word not in ("(", "action")])
    if not any(name in ("precondition", "effect") for name, _ in sections):
        raise CannotCorrectError("the block has neither :precondition nor :effect")
    opened = text.lstrip().startswith("(")
    for number, (name, inside) in enumerate(sections):
        last = number == len(sections) - 1
        trees = _read(name, inside, found, report, closes=last and opened)
        if name in _PROPER:
            getattr(found, name).extend(trees)
        elif name == "action":
            found.parameters.extend(_unannounced(trees, report))
        elif any(isinstance(each, list) for each in trees):
            raise CannotCorrectError(f"unknown section {name}")
        else:
            report.append(Correction("keyword", f"the section {name} left out"))
    return found


def _cleaned(text: str, report: list[Correction]) -> str:
    if _SLASHED.search(text):
        report.append(Correction("prose", "a comment after // removed"))
    bare = _COMMENT.sub(" ", text)
    cleaned = bare.translate(_CHARACTERS)
    if cleaned != bare:
        strange = sorted({each for each in bare if ord(each) in _CHARACTERS})
        report.append(Correction("characters", f"replaced what PDDL does not have: {' '.join(strange)}"))
    return cleaned


def _keyword(words: list[str], place: int) -> str | None:
    """The section that a word begins, or None."""
    word = words[place].lower()
    following = words[place + 1] if place + 1 < len(words) else ""
    if word in _TIMED:
        raise CannotCorrectError("the action takes time; only STRIPS with negation can be used")
    bare = word.strip(":")
    if word.startswith(":") and len(bare) > 0 and not bare.startswith("?"):
        if bare == "action":
            return "action"
        slip = clearly_closest(bare, _PROPER)
        return _KEYWORDS.get(bare) or slip or word
    # Without a colon it is a keyword only where a section could begin: a predicate may have any name.
    if (bare in _WITHOUT_COLON and word.endswith(":")) or (word in _WITHOUT_COLON and following == "("):
        before = words[place - 1] if place else ""
        return _KEYWORDS[bare] if before != "(" else None
    return None


def _report_keyword(word: str, keyword: str, report: list[Correction]) -> None:
    if keyword in _PROPER and word.lower() not in _CORRECT:
        report.append(Correction("keyword", f"{word} read as :{keyword}"))


def _unannounced(trees: list[Tree], report: list[Correction]) -> list[Tree]:
    """Lists that follow the action's name without a keyword: parameters, or something that nobody can place."""
    lists = [each for each in trees if isinstance(each, list) and each]
    for each in lists:
        if not (isinstance(each[0], str) and each[0].startswith("?")):
            raise CannotCorrectError("something stands between the action's name and its sections")
        report.append(Correction("keyword", ":parameters put before the variables"))
    return list(lists)


def _read(name: str, words: list[str], found: Sections, report: list[Correction], closes: bool) -> list[Tree]:
    """Trees of a section's words; `closes` is whether the action's own parenthesis has to close in it."""
    top: list[Tree] = []
    stack: list[list[Tree]] = [top]
    surplus = 0
    for word in words:
        if word == "(":
            if len(stack) > _DEEPEST:
                raise CannotCorrectError(f"parentheses nested deeper than {_DEEPEST} levels")
            inner: list[Tree] = []
            stack[-1].append(inner)
            stack.append(inner)
        elif word == ")":
            if len(stack) > 1:
                stack.pop()
            else:
                surplus += 1
        else:
            stack[-1].append(word)
    missing = len(stack) - 1
    # With a surplus one elsewhere nothing says where the missing one belongs.
    if missing and not surplus:
        found.incomplete.add(name)
    if closes:
        surplus -= 1
        if surplus < 0:
            missing, surplus = missing + 1, 0
    if name != "action" and (missing or surplus):
        if missing:
            found.unclosed.add(name)
        done = f"{missing} missing ')' added" if missing else f"{surplus} surplus ')' removed"
        report.append(Correction("parentheses", f"{done} in :{name.strip(':')}"))
    return top
