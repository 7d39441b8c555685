"""Identifiers of runs and sessions, found by a unique beginning."""

from __future__ import annotations

import re
from collections.abc import Iterable

from plancritic.client.errors import InvalidIdentifier, UnknownIdentifier
from plancritic.contracts.identifiers import Named, only_identifier

_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}")


def find_identifier(beginning: str, known: Iterable[str], named: Named) -> str:
    """Return the one known identifier that begins so; one that is exactly that comes first.

    Raises:
        UnknownIdentifier: there is none.
        AmbiguousIdentifier: there are several.
    """
    identifiers = tuple(known)
    found = only_identifier(beginning, identifiers, named)
    if found is None:
        raise UnknownIdentifier(beginning, tuple(dict.fromkeys(identifiers)), named)
    return found


def check_identifier(text: str, named: Named) -> str:
    """Return the text where it may be the beginning of an identifier.

    Raises:
        InvalidIdentifier: it may not.
    """
    if not _IDENTIFIER.fullmatch(text):
        raise InvalidIdentifier(text, named)
    return text
