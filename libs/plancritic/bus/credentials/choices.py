"""What was chosen for each tenant of a folder of credentials: a call for one tenant changes no other."""

from __future__ import annotations

from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plancritic.bus.credentials.accounts import AccountLimits
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.paths.private import write_private


class TenantChoices(BaseModel):
    """Choices for a tenant."""

    model_config = ConfigDict(frozen=True)

    namespace: str = "plancritic"
    limits: AccountLimits = AccountLimits()


class Choices(BaseModel):
    """Choices for the tenants by name, and where the server finds its folder (None: where it was written)."""

    model_config = ConfigDict(frozen=True)

    tenants: dict[str, TenantChoices] = Field(default_factory=dict)
    server_folder: str | None = None

    @classmethod
    def read(cls, file: Path) -> Choices:
        """Return what the file says; of a folder that has none nothing is known.

        Raises:
            ContractError: the file is no record of choices.
        """
        if not file.exists():
            return cls()
        try:
            return cls.model_validate_json(file.read_bytes())
        except ValidationError as error:
            raise ContractError(
                Fault(
                    code=FaultCode.INVALID_MESSAGE,
                    message=f"{file} is not a valid file of tenant choices: {error.error_count()} errors",
                    remedy="correct the file, or delete it to give every tenant the limits of the next call",
                )
            ) from None

    def write(self, file: Path) -> bool:
        """Write them to the file; return whether that changed it."""
        content = (self.model_dump_json(indent=2) + "\n").encode()
        if file.exists() and file.read_bytes() == content:
            return False
        write_private(file, content)
        return True
