"""The file of users: names, hashes of passwords and of tokens, roles, tenants."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import argon2
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.paths.private import write_private

LEAST_PASSWORD = 10

RoleName = Literal["viewer", "operator", "administrator"]


class Role(IntEnum):
    """What a user may do; a greater role may all that a smaller one may."""

    VIEWER = 1
    OPERATOR = 2
    ADMINISTRATOR = 3


class User(BaseModel):
    """One who may sign in, for one tenant."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[\w.@-]{1,64}$")]
    role: RoleName = "operator"
    tenant: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")] = "default"
    #: argon2id; None for one who signs in by a token alone.
    password: str | None = None
    #: SHA-256 of a token; None for one who signs in by a password alone.
    token: str | None = None

    @property
    def rank(self) -> Role:
        """Return the role, to compare with others."""
        return Role[self.role.upper()]


class UserFile(BaseModel):
    """What the file holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    users: tuple[User, ...] = ()


class Users:
    """The users of a file, which is read again whenever it has changed."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._read_at: tuple[float, int] | None = None
        self._users: dict[str, User] = {}

    def by_password(self, name: str, password: str) -> User | None:
        """Return the user of this name with this password; None where there is none. It takes a tenth of a second.

        Raises:
            ContractError: the file cannot be read.
        """
        user = self._all().get(name)
        known = user.password if user is not None and user.password is not None else _nobody()
        try:
            argon2.PasswordHasher().verify(known, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return None
        return user

    def by_token(self, token: str) -> User | None:
        """Return the user with this token; None where there is none. Raises as `by_password`."""
        digest = token_hash(token)
        return next((each for each in self._all().values() if hmac.compare_digest(each.token or "", digest)), None)

    def named(self, name: str) -> User | None:
        """Return the user of this name as the file has it now. Raises as `by_password`."""
        return self._all().get(name)

    def _all(self) -> dict[str, User]:
        if self._path is None:
            return {}
        try:
            about = self._path.stat()
        except OSError as error:
            raise _unreadable(self._path, error.strerror or "it cannot be read") from None
        if self._read_at != (about.st_mtime, about.st_size):
            self._users = {each.name: each for each in read_users(self._path).users}
            self._read_at = about.st_mtime, about.st_size
        return self._users


def read_users(path: Path) -> UserFile:
    """Return what a file of users holds.

    Raises:
        ContractError: it cannot be read, or is none.
    """
    try:
        return UserFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")) or {})
    except OSError as error:
        raise _unreadable(path, error.strerror or "it cannot be read") from None
    except yaml.YAMLError as error:
        raise _unreadable(path, str(error).splitlines()[0]) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _unreadable(path, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def write_users(path: Path, file: UserFile) -> None:
    """Write a file of users that only its owner may read."""
    text = yaml.safe_dump(file.model_dump(mode="json", exclude_none=True), sort_keys=False)
    write_private(path, text.encode())


def password_hash(password: str) -> str:
    """Return the hash of a password, with a salt of its own."""
    return argon2.PasswordHasher().hash(password)


@cache
def _nobody() -> str:
    """What is checked where there is no such user, so that nobody learns from the time whether there is one."""
    return password_hash(secrets.token_hex())


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Return the hash by which a token is known."""
    return hashlib.sha256(token.encode()).hexdigest()


def _unreadable(path: Path, why: str) -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.INVALID_MESSAGE,
            message=f"{path} is not a file of users: {why}",
            remedy="write it with `plancritic console add-user`",
        )
    )
