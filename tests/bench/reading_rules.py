"""The parts of the offline grammar that `reading_parts` takes out: what they say then, and whether they spoke."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any
from unittest import mock


@dataclass(frozen=True)
class Cut:
    """One function or method that is taken out, where it is used, and what it says then.

    `becomes` is that answer, or what makes it of the first argument.
    """

    owner: str
    name: str
    becomes: Any = ()

    def place(self) -> Any:
        """Return the module or class that has the function."""
        module, _, kind = self.owner.partition(":")
        room = "" if module.startswith("mentions.") else "translator."
        found = importlib.import_module(f"plancritic.{room}{module}")
        return getattr(found, kind) if kind else found

    def neutral(self, arguments: tuple[Any, ...]) -> Any:
        """Return what it says when it is taken out."""
        if callable(self.becomes):
            return self.becomes(arguments[1] if ":" in self.owner else arguments[0])
        return self.becomes


def _same(argument: Any) -> Any:
    return argument


def _as_written(tokens: tuple[Any, ...]) -> list[tuple[Any, None]]:
    return [(token, None) for token in tokens]


def _cuts(owner: str, becomes: Any, *names: str) -> tuple[Cut, ...]:
    return tuple(Cut(owner, name, becomes) for name in names)


def _reader(module: str, kind: str, name: str = "ways") -> Cut:
    return Cut(f"{module}:{kind}", name)


_PATTERNS = {
    "order": _reader("clauses.order", "OrderReader"),
    "deeds": _reader("clauses.deeds", "DeedReader"),
    "extremes": _reader("clauses.extremes", "ExtremeReader"),
    "windows": _reader("happenings.windows", "WindowReader"),
    "plain": _reader("clauses.plain", "PlainReader"),
}
_DENIED_ORDERS = _reader("candidates.denied_orders", "DeniedOrderReader", "parse")
_STAYING = (_reader("candidates.staying", "StayingReader", "parse"), Cut("translation", "stays_from_arrival", False))
_REFUSALS: dict[str, tuple[Cut, ...]] = {
    "twists": (
        *_cuts("candidates.offline", None, "twisted", "unguessed"),
        Cut("candidates.guesses", "unguessed", None),
    ),
    "contrasts": _cuts("candidates.offline", None, "reject_contrast"),
    "denied parts": _cuts("candidates.offline", None, "reject_denial"),
    "lost returns": _cuts("candidates.offline", None, "reject_return"),
    "leave given": _cuts("candidates.offline", None, "reject_others"),
    "whole sense": _cuts("candidates.offline", None, "reject_sense"),
    "lost ways": _cuts("candidates.offline", (), "reject_ways"),
    "verdicts": _cuts("candidates.offline", (), "verdicts"),
    "lone denials": _cuts("candidates.offline", False, "lone_denial"),
    "universals": _cuts("clauses.reader", (), "reject_universals"),
    "partners": (*_cuts("clauses.reader", (), "reject_partners"), Cut("candidates.offline", "partner", None)),
    "lost words": _cuts("clauses.reader", (), "reject_words"),
    "turning words": _cuts("clauses.reader", (), "turning_words"),
    "reversals": (*_cuts("clauses.reader", (), "reversals"), Cut("candidates.offline", "reversals", ())),
    "leftovers": _cuts("clauses.reader", (), "leftovers"),
    "denied order": (Cut("clauses.reader", "denies_order", False), Cut("candidates.offline", "denies_order", False)),
    "origins of times": _cuts("clauses.reader", None, "reject_origin"),
    "doubts": _cuts("clauses.reader", (), "doubts"),
    "elliptical": _cuts("candidates.offline", False, "elliptical"),
    "strained": _cuts("clauses.reader", 0.0, "strained"),
    "overlooked": (Cut("clauses.reader:ClauseReader", "_overlooked", 0.0),),
    "so anyway": (Cut("clauses.reader:ClauseReader", "_is_so_anyway", False),),
    "void": (Cut("clauses.reader:ClauseReader", "_is_void", False),),
    "coordinated": (Cut("clauses.reader", "coordinated", False), Cut("clauses.order", "coordinated", False)),
    "unread parts": (Cut("candidates.offline:Parser", "_unread", ()),),
    "tells of others": (Cut("candidates.offline:Parser", "_tells_of_others", False),),
}
_SENTENCES: dict[str, tuple[Cut, ...]] = {
    "tells": _cuts("sentences.speech", False, "tells"),
    "wished": _cuts("sentences.speech", _same, "_wished"),
    "no": _cuts("sentences.speech", _same, "without_no"),
    "fronted": _cuts("sentences.speech", _same, "unfronted"),
    "spelled": _cuts("sentences.speech", _same, "spelled_names"),
    "beginnings": _cuts("sentences.speech", _same, "counted_from_start"),
    "avoidance": _cuts("sentences.speech", _same, "plainly_denied"),
    "politeness": _cuts("sentences.speech", _same, "plainly_asked"),
    "endings": _cuts("sentences.endings", _same, "mark_end"),
    "home": _cuts("sentences.rewriting", _same, "_homing"),
    "ended": _cuts("sentences.rewriting", _same, "_ended"),
    "arriving": _cuts("sentences.rewriting", _same, "_arriving"),
    "kept off": _cuts("sentences.rewriting", _same, "_kept_off"),
    "excepted": _cuts("sentences.rewriting", _same, "_excepted"),
    "praised": _cuts("sentences.rewriting", _same, "_praised"),
}
_HAPPENINGS: dict[str, tuple[Cut, ...]] = {
    "awaited": _cuts("clauses.reader", _same, "without_the_awaited"),
    "commanded": _cuts("clauses.reader", _same, "commanded"),
    "moves": _cuts("candidates.offline", _same, "put_as_moves"),
    "exceptions": _cuts("happenings.facts", None, "excepted"),
}
_MENTIONS: dict[str, tuple[Cut, ...]] = {
    "light verbs": _cuts("candidates.offline", _same, "with_light_verbs"),
    "ordinals": (Cut("mentions.ordinals:Ordinals", "counted", None),),
    "passives": (Cut("mentions.passives:Passives", "put", _same),),
    "slips": _cuts("mentions.linking", _as_written, "without_slips"),
    "compounds": (Cut("mentions.compounds:CompoundNames", "compounds", _same),),
}
_GUESSES: dict[str, tuple[Cut, ...]] = {
    "readings in spite of doubts": (Cut("candidates.offline:Parser", "doubted"),),
    "guesses near by": (Cut("candidates.guesses:Guesser", "_near_by"),),
    "guesses": (Cut("candidates.guesses:Guesser", "guesses"),),
}


def _all(groups: Mapping[str, tuple[Cut, ...]]) -> tuple[Cut, ...]:
    return tuple(cut for cuts in groups.values() for cut in cuts)


#: The parts that can be left out, one by one and in groups.
PARTS: dict[str, tuple[Cut, ...]] = {
    **{name: (cut,) for name, cut in _PATTERNS.items()},
    "denied orders": (_DENIED_ORDERS,),
    "staying": _STAYING,
    **_REFUSALS,
    **_SENTENCES,
    **_HAPPENINGS,
    **_MENTIONS,
    **_GUESSES,
    "PATTERNS": tuple(_PATTERNS.values()),
    "REFUSALS": _all(_REFUSALS),
    "SENTENCES": _all(_SENTENCES),
    "HAPPENINGS": _all(_HAPPENINGS),
    "THE GRAMMAR": (
        *_cuts("candidates.offline:Parser", (), "parse", "doubted"),
        _DENIED_ORDERS,
        *_STAYING,
        _GUESSES["guesses"][0],
    ),
}


@contextmanager
def without(part: str | None) -> Iterator[None]:
    """Take a part out for a while; None takes nothing out."""
    with _patched({cut: _silent(cut) for cut in PARTS[part]} if part is not None else {}):
        yield


@contextmanager
def watched(spoke: Callable[[Cut], None]) -> Iterator[None]:
    """Call `spoke` whenever one of the functions says something else than it would when taken out."""
    with _patched({cut: _watching(cut, spoke) for cut in {cut for cuts in PARTS.values() for cut in cuts}}):
        yield


@contextmanager
def _patched(patches: Mapping[Cut, Any]) -> Iterator[None]:
    started = [mock.patch.object(cut.place(), cut.name, new) for cut, new in patches.items()]
    for each in started:
        each.start()
    try:
        yield
    finally:
        for each in reversed(started):
            each.stop()


def _silent(cut: Cut) -> Any:
    yields = inspect.isgeneratorfunction(inspect.unwrap(getattr(cut.place(), cut.name)))

    def nothing(*arguments: Any, **_named: Any) -> Any:
        said = cut.neutral(arguments)
        return iter(()) if yields else said

    return nothing


def _watching(cut: Cut, spoke: Callable[[Cut], None]) -> Any:
    original = getattr(cut.place(), cut.name)

    @wraps(original)
    def asked(*arguments: Any, **named: Any) -> Any:
        said = original(*arguments, **named)
        if inspect.isgenerator(said):
            found = tuple(said)
            if found:
                spoke(cut)
            return iter(found)
        if said != cut.neutral(arguments):
            spoke(cut)
        return said

    return asked
