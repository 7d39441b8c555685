"""Forms of English verbs, made from base forms ("reach", "be open", "switch off")."""

from __future__ import annotations

import re

_IRREGULAR: dict[str, tuple[str, str]] = {
    "be": ("was", "been"), "become": ("became", "become"), "begin": ("began", "begun"), "bring": ("brought", "brought"),
    "come": ("came", "come"), "cut": ("cut", "cut"), "dig": ("dug", "dug"), "do": ("did", "done"),
    "find": ("found", "found"), "get": ("got", "got"), "give": ("gave", "given"), "go": ("went", "gone"),
    "have": ("had", "had"), "hold": ("held", "held"), "keep": ("kept", "kept"), "leave": ("left", "left"),
    "let": ("let", "let"), "lose": ("lost", "lost"), "make": ("made", "made"), "put": ("put", "put"),
    "quit": ("quit", "quit"), "run": ("ran", "run"), "see": ("saw", "seen"), "send": ("sent", "sent"),
    "set": ("set", "set"), "shoot": ("shot", "shot"), "shut": ("shut", "shut"), "sit": ("sat", "sat"),
    "stand": ("stood", "stood"), "sweep": ("swept", "swept"), "swing": ("swung", "swung"), "take": ("took", "taken"),
    "throw": ("threw", "thrown"), "win": ("won", "won"), "draw": ("drew", "drawn"), "build": ("built", "built"),
    "catch": ("caught", "caught"), "drive": ("drove", "driven"), "fall": ("fell", "fallen"), "feel": ("felt", "felt"),
    "fly": ("flew", "flown"), "pick": ("picked", "picked"), "read": ("read", "read"), "ride": ("rode", "ridden"),
    "rise": ("rose", "risen"), "sail": ("sailed", "sailed"), "stick": ("stuck", "stuck"), "tell": ("told", "told"),
    "wait": ("waited", "waited"), "write": ("wrote", "written"), "sink": ("sank", "sunk"), "lie": ("lay", "lain"),
}  # fmt: skip
#: Nouns for what verbs do, with the preposition before their object.
_NOMINAL = {
    "arrive at": "arrival at", "reach": "arrival at", "visit": "visit to", "depart from": "departure from",
    "leave": "departure from", "return to": "return to", "enter": "entry into", "turn to": "turn to",
    "slew to": "slew to", "rotate to": "rotation to", "move to": "move to", "travel to": "journey to",
    "approve": "approval of", "release": "release of", "inspect": "inspection of", "survey": "survey of",
    "explore": "exploration of", "examine": "examination of", "recover": "recovery of", "rescue": "rescue of",
    "calibrate": "calibration of", "activate": "activation of", "deactivate": "deactivation of",
    "restrict": "restriction of", "close": "closure of", "observe": "observation of", "capture": "capture of",
    "adjust": "adjustment of", "clear": "clearance of", "open": "opening of", "search": "search of",
    "investigate": "investigation of",
}  # fmt: skip
#: One vowel between consonants at the end of a word of one syllable, or of a word stressed there.
_DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$|^(begin|transit|permit|unplug|recon)$")
_SIBILANT = re.compile(r"(ch|sh|ss|x|zz|o)$")


def third_person(phrase: str) -> str:
    """ "reaches A" for "reach A"."""
    head, rest = _parted(phrase)
    if head in ("be", "have"):
        return _joined({"be": "is", "have": "has"}[head], rest)
    if re.search(r"[^aeiou]y$", head):
        return _joined(f"{head[:-1]}ies", rest)
    return _joined(f"{head}es" if _SIBILANT.search(head) else f"{head}s", rest)


def plural_form(phrase: str) -> str:
    """ "are at A" for "be at A"; other verbs stay as they are."""
    head, rest = _parted(phrase)
    return _joined("are" if head == "be" else head, rest)


def gerund(phrase: str) -> str:
    """ "reaching A" for "reach A"."""
    head, rest = _parted(phrase)
    if head == "lie":
        return _joined("lying", rest)
    if _DOUBLED.match(head):
        return _joined(f"{head}{head[-1]}ing", rest)
    if head.endswith("e") and not head.endswith(("ee", "oe")) and head != "be":
        return _joined(f"{head[:-1]}ing", rest)
    return _joined(f"{head}ing", rest)


def past(phrase: str) -> str:
    """ "reached A" for "reach A"."""
    head, rest = _parted(phrase)
    return _joined(_IRREGULAR[head][0] if head in _IRREGULAR else _regular(head), rest)


def participle(phrase: str) -> str:
    """ "taken out" for "take out"."""
    head, rest = _parted(phrase)
    return _joined(_IRREGULAR[head][1] if head in _IRREGULAR else _regular(head), rest)


def nominal(verb: str) -> str | None:
    """ "arrival at" for "arrive at"; None where no noun is known."""
    return _NOMINAL.get(verb)


def base_form(finite: str) -> str:
    """ "reach A" for "reaches A"; the contrary of `third_person`."""
    head, rest = _parted(finite)
    if head in ("is", "are"):
        return _joined("be", rest)
    if head in ("has", "does", "goes"):
        return _joined({"has": "have", "does": "do", "goes": "go"}[head], rest)
    if re.search(r"[^aeiou]ies$", head):
        return _joined(f"{head[:-3]}y", rest)
    if re.search(r"(ch|sh|ss|x|zz)es$", head):
        return _joined(head[:-2], rest)
    return _joined(head.removesuffix("s"), rest)


def enumerated(words: list[str] | tuple[str, ...], conjunction: str) -> str:
    """ "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def _regular(head: str) -> str:
    if head.endswith("e"):
        return f"{head}d"
    if re.search(r"[^aeiou]y$", head):
        return f"{head[:-1]}ied"
    return f"{head}{head[-1]}ed" if _DOUBLED.match(head) else f"{head}ed"


def _parted(phrase: str) -> tuple[str, str]:
    head, _, rest = phrase.partition(" ")
    return head, rest


def _joined(head: str, rest: str) -> str:
    return f"{head} {rest}" if rest else head
