"""What goes wrong while PDDL is read or run, with the place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.planning import PddlFaultKind, SyntaxFault

#: What to do about an error, by its code, else by its kind; of most the message says it already.
_REMEDIES = {
    "parse.unclosed": "add the ')' that closes it",
    "parse.unopened": "remove it, or add the '(' that it should close",
    "parse.trailing_tokens": "remove it; perhaps a ')' before it is one too many",
    "parse.unexpected_end": "a ')' is missing somewhere before",
    "unsupported.feature": "leave it out; `plancritic engines` shows what each engine can do without our model of it",
}
_REMEDIES_OF_KIND: dict[PddlFaultKind, str] = {
    "syntax_error": "correct the PDDL at that place",
    "unknown_name": "correct its spelling, or declare it",
    "ill_formed": "make it fit what domain and problem declare",
}


def kind_of(code: str) -> PddlFaultKind:
    """The kind of an error by its code, one of Kairos' or of ours.

    The parts before the dot are `parse`, `semantic`, `dialect` (Kairos), `constraint` and `unsupported` (ours).
    """
    family, _, detail = code.partition(".")
    if (detail.startswith("unknown_") and family != "parse") or code == "dialect.undeclared_predicate":
        return "unknown_name"
    return "syntax_error" if family in ("parse", "unsupported") else "ill_formed"


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
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.code = code
        self.remedy = remedy or _REMEDIES.get(code) or _REMEDIES_OF_KIND[kind_of(code)]
        super().__init__(f"{file}:{line}:{column}: {message} [{code}]")

    def fault(self) -> Fault:
        """The typed answer to whoever sent the text."""
        return fault_of(self.verdict("none"))

    def verdict(self, engine: str) -> SyntaxFault:
        """The verdict on a task with such a text; `engine` is whom it is reported by."""
        return SyntaxFault(
            engine=engine,
            message=self.message,
            kind=kind_of(self.code),
            remedy=self.remedy,
            file=self.file,
            line=max(1, self.line),
            column=max(1, self.column),
        )

    def __reduce__(self) -> tuple[type[PddlSyntaxError], tuple[str, str, int, int, str, str]]:
        return type(self), (self.message, self.file, self.line, self.column, self.code, self.remedy)


def fault_of(verdict: SyntaxFault) -> Fault:
    """The typed answer to whoever sent the text that a verdict is about."""
    return Fault(
        code=FaultCode.UNKNOWN_NAME if verdict.kind == "unknown_name" else FaultCode.SYNTAX_ERROR,
        message=verdict.message,
        remedy=verdict.remedy or _REMEDIES_OF_KIND[verdict.kind],
        file=verdict.file,
        line=verdict.line,
        column=verdict.column,
    )


class Misfit(str):
    """What is wrong with a constraint on a problem, as a sentence, with the code of such an error and its remedy."""

    code: str
    remedy: str

    def __new__(cls, message: str, code: str, remedy: str) -> Self:
        """A sentence that knows its code and its remedy."""
        made = super().__new__(cls, message)
        made.code, made.remedy = code, remedy
        return made


def misfit_error(misfits: Iterable[Misfit], file: str, line: int, column: int) -> PddlSyntaxError:
    """The error of a constraint with these misfits, at its place: of the kind of the first."""
    found = tuple(misfits)
    remedy = "; ".join(dict.fromkeys(each.remedy for each in found))
    return PddlSyntaxError("; ".join(found), file, line, column, found[0].code, remedy)


class UnsupportedFeatureError(PddlSyntaxError):
    """The text is valid PDDL, but uses a feature that this room does not model.

    `feature` is the feature's name as in PDDL's requirements, for instance `derived-predicates`.
    """

    def __init__(self, feature: str, file: str, line: int, column: int) -> None:
        self.feature = feature
        super().__init__(f"feature {feature!r} is not supported", file, line, column, "unsupported.feature")

    def __reduce__(self) -> tuple[type[UnsupportedFeatureError], tuple[str, str, int, int]]:  # type: ignore[override]
        return type(self), (self.feature, self.file, self.line, self.column)


class UndefinedValueError(PddlError):
    """A numeric fluent is read that has no value in the state, or a number is divided by zero."""

    def __init__(self, term: str, reason: str = "has no value") -> None:
        self.term = term
        self.reason = reason
        super().__init__(f"{term} {reason}")

    def __reduce__(self) -> tuple[type[UndefinedValueError], tuple[str, str]]:
        return type(self), (self.term, self.reason)


class UnknownActionError(PddlError):
    """A plan's step is no ground action of the problem; the message says what does not fit."""
