"""What is wrong with a description."""

from __future__ import annotations

from plancritic.contracts.errors import ContractError, Fault, FaultCode


class DescriptionError(ContractError):
    """A description cannot be used; `path` says where: the key, and below it the entry."""

    def __init__(self, path: tuple[str, ...], message: str, remedy: str) -> None:
        self.path = path
        super().__init__(Fault(code=FaultCode.SYNTAX_ERROR, message=message, remedy=remedy))
