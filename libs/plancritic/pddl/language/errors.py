"""What goes wrong while PDDL is read or run, with the place in the file."""

from __future__ import annotations

from typing import Literal, Self

#: In which way a text is wrong.
ErrorKind = Literal["syntax_error", "unknown_name", "ill_formed", "too_large"]

#: What to do about an error, by its code, else by its kind; of most the message says it already.
_REMEDIES = {
    "parse.unclosed": "add the ')' that closes it",
    "parse.unopened": "remove it, or add the '(' that it should close",
    "parse.trailing_tokens": "remove it; perhaps a ')' before it is one too many",
    "parse.unexpected_end": "a ')' is missing somewhere before",
    "unsupported.feature": "leave it out; `plancritic engines` shows what each engine can do without our model of it",
}
_LONGEST_MESSAGE = 1_000
_REMEDIES_OF_KIND: dict[ErrorKind, str] = {
    "syntax_error": "correct the PDDL at that place",
    "unknown_name": "correct its spelling, or declare it",
    "ill_formed": "make it fit what domain and problem declare",
    "too_large": "use fewer variables in a quantifier, types with fewer objects, or split the statement",
}
#: The code of everything that would become too large if its quantifiers were written out.
TOO_LARGE = "expansion.too_large"


def kind_of(code: str) -> ErrorKind:
    """Return the kind of an error by its code, one of Kairos' or of ours.

    The parts before the dot are `parse`, `semantic`, `dialect` (Kairos), `constraint`, `expansion` and `unsupported`
    (ours).
    """
    if code == TOO_LARGE:
        return "too_large"
    family, _, detail = code.partition(".")
    if (detail.startswith("unknown_") and family != "parse") or code == "dialect.undeclared_predicate":
        return "unknown_name"
    return "syntax_error" if family in ("parse", "unsupported") else "ill_formed"


def remedy_of(code: str) -> str:
    """Return what to do about an error with this code, in words."""
    return _REMEDIES.get(code) or _REMEDIES_OF_KIND[kind_of(code)]


class PddlError(ValueError):
    """Root of the room's errors."""


class PddlSyntaxError(PddlError):
    """A text is no valid PDDL; `str()` of it names file, line and column.

    Attributes:
        message: What is wrong, in words.
        file: The name the text was given.
        line: Counted from one.
        column: Counted from one.
        code: Stable name of the error, such as `parse.unclosed` (Kairos' codes and our own).
        remedy: What to do about it, in words.
    """

    def __init__(
        self,
        message: str,
        file: str,
        line: int,
        column: int,
        code: str = "parse.syntax",
        remedy: str | None = None,
    ) -> None:
        # A name may be as long as its file: a message that nobody can read says nothing.
        self.message = message if len(message) <= _LONGEST_MESSAGE else f"{message[:_LONGEST_MESSAGE]} ..."
        self.file = file
        self.line = line
        self.column = column
        self.code = code
        self.remedy = remedy or remedy_of(code)
        super().__init__(f"{file}:{line}:{column}: {message} [{code}]")

    @property
    def kind(self) -> ErrorKind:
        """In which way the text is wrong."""
        return kind_of(self.code)

    def __reduce__(self) -> tuple[type[PddlSyntaxError], tuple[str, str, int, int, str, str]]:
        return type(self), (self.message, self.file, self.line, self.column, self.code, self.remedy)


class Misfit(str):
    """What is wrong with a constraint on a problem, as a sentence, with the code of such an error and its remedy."""

    code: str
    remedy: str

    def __new__(cls, message: str, code: str, remedy: str) -> Self:
        """A sentence that knows its code and its remedy."""
        made = super().__new__(cls, message)
        made.code, made.remedy = code, remedy
        return made


class UnsupportedFeatureError(PddlSyntaxError):
    """The text is valid PDDL, but uses a feature that this room does not model.

    `feature` is the feature's name as in PDDL's requirements, for instance `derived-predicates`.
    """

    def __init__(self, feature: str, file: str, line: int, column: int) -> None:
        self.feature = feature
        super().__init__(f"feature {feature!r} is not supported", file, line, column, "unsupported.feature")

    def __reduce__(self) -> tuple[type[UnsupportedFeatureError], tuple[str, str, int, int]]:  # type: ignore[override]
        return type(self), (self.feature, self.file, self.line, self.column)


class ExpansionTooLargeError(PddlSyntaxError):
    """The text is valid PDDL, but has too many parts once its quantifiers are written out.

    `size` is how many it would have, `bound` how many are allowed.
    """

    def __init__(self, size: int, bound: int, file: str, line: int, column: int) -> None:
        self.size = size
        self.bound = bound
        super().__init__(too_large_message(size, bound), file, line, column, TOO_LARGE)

    def __reduce__(self) -> tuple[type[ExpansionTooLargeError], tuple[int, int, str, int, int]]:  # type: ignore[override]
        return type(self), (self.size, self.bound, self.file, self.line, self.column)


def too_large_message(size: int, bound: int) -> str:
    """Say that something has too many parts; a size of dozens of digits is shown as a power of ten."""
    shown = f"{size:,}" if size < 10**12 else f"more than 10^{len(str(size)) - 1}"
    return f"this has {shown} parts once its quantifiers are written out, more than the {bound:,} allowed"


class UndefinedValueError(PddlError):
    """An expression has no value in the state: a fluent has none, it divides by zero, or it is not finite."""

    #: The reason where a fluent has no value; all others are about arithmetic.
    MISSING = "has no value"

    def __init__(self, term: str, reason: str = MISSING) -> None:
        self.term = term
        self.reason = reason
        super().__init__(f"{term} {reason}")

    @property
    def is_arithmetic(self) -> bool:
        """Whether all fluents have values, and what is computed of them has none."""
        return self.reason != self.MISSING

    def __reduce__(self) -> tuple[type[UndefinedValueError], tuple[str, str]]:
        return type(self), (self.term, self.reason)


class UnknownActionError(PddlError):
    """A plan's step is no ground action of the problem; the message says what does not fit."""
