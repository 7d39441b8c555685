"""What can be wrong with a domain folder, each with the file and the remedy."""

from __future__ import annotations

from pathlib import Path


class DomainError(Exception):
    """A domain cannot be used; `remedy` says what to do about it."""

    def __init__(self, message: str, remedy: str) -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(f"{message}: {remedy}")


class UnknownDomainError(DomainError):
    """No domain of this name; `known` are those there are."""

    def __init__(self, name: str, known: tuple[str, ...], root: Path) -> None:
        self.name = name
        self.known = known
        self.root = root
        choices = ", ".join(known) if known else "none"
        super().__init__(
            f"unknown domain {name!r}",
            f"choose one of those in {root} ({choices}), or point PLANCRITIC_DOMAINS to the folder that has it",
        )


class UnknownProblemError(DomainError):
    """The domain has no problem of this id; `known` are those it has."""

    def __init__(self, domain: str, problem: str, known: tuple[str, ...]) -> None:
        self.domain = domain
        self.problem = problem
        self.known = known
        super().__init__(f"domain {domain!r} has no problem {problem!r}", f"choose one of {', '.join(known)}")


class DomainFolderError(DomainError):
    """A file of a domain folder is missing or wrong; `file` is it, `line` and `column` (from one) where they are known.

    `fault` is what is wrong, without the place.
    """

    def __init__(
        self, file: Path, message: str, remedy: str, line: int | None = None, column: int | None = None
    ) -> None:
        self.file = file
        self.line = line
        self.column = column
        self.fault = message
        place = f"{file}" if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {message}", remedy)
