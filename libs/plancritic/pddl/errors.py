"""What goes wrong while PDDL is read or run, with the place in the file."""

from __future__ import annotations

from plancritic.contracts.errors import Fault, FaultCode


class PddlError(ValueError):
    """Root of the room's errors."""


class PddlSyntaxError(PddlError):
    """A text is no valid PDDL; `str()` of it names file, line and column.

    Attributes:
        message: What is wrong, in words.
        file: The name the text was given.
        line: Counted from one.
        column: Counted from one.
        code: Stable name of the kind of error, such as `parse.unclosed` (Kairos' codes and our own).
    """

    def __init__(self, message: str, file: str, line: int, column: int, code: str = "parse.syntax") -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.code = code
        super().__init__(f"{file}:{line}:{column}: {message} [{code}]")

    def fault(self) -> Fault:
        """The typed answer to whoever sent the text."""
        return Fault(
            code=FaultCode.SYNTAX_ERROR,
            message=self.message,
            remedy="correct the PDDL at that place",
            file=self.file,
            line=self.line,
            column=self.column,
        )

    def __reduce__(self) -> tuple[type[PddlSyntaxError], tuple[str, str, int, int, str]]:
        return type(self), (self.message, self.file, self.line, self.column, self.code)


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
