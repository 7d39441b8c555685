"""The file of tokens: whose requests are taken, and for which tenant. Tokens are kept as hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import stat
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plancritic.contracts.envelope import Token
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.paths.private import write_private

#: Others may not read the file, and nobody but its owner may write it. A group may read it: secrets are mounted so.
_FORBIDDEN = stat.S_IRWXO | stat.S_IWGRP


class KnownToken(BaseModel):
    """A token by its hash; `name` is for people, and what its limits are counted under."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(pattern=r"^[\w.@-]{1,64}$")]
    tenant: Token
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TokenFile(BaseModel):
    """What the file holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokens: tuple[KnownToken, ...] = ()


class Tokens:
    """The tokens of a file, which is read again whenever it has changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int, int] | None = None
        self._known: tuple[KnownToken, ...] = ()

    def find(self, token: str) -> KnownToken | None:
        """Return the known token that this is, or None. It takes as long for one as for the other.

        Raises:
            ContractError: the file cannot be read.
        """
        digest = token_hash(token)
        found = [each for each in self.all() if hmac.compare_digest(each.sha256, digest)]
        return found[0] if found else None

    def is_known(self, token: KnownToken) -> bool:
        """Return whether the file still has this token. Raises as `find`."""
        return token in self.all()

    def all(self) -> tuple[KnownToken, ...]:
        """Return the tokens of the file. Raises as `find`."""
        try:
            about = self._path.stat()
        except OSError as error:
            raise _unreadable(self._path, error.strerror or "it cannot be read") from None
        state = about.st_mtime_ns, about.st_size, about.st_ino
        if self._read_at != state:
            self._known = read_tokens(self._path).tokens
            self._read_at = state
        return self._known


def read_tokens(path: Path) -> TokenFile:
    """Return what a file of tokens holds.

    Raises:
        ContractError: it cannot be read, is no such file, or others may read or change it.
    """
    try:
        if stat.S_IMODE(path.stat().st_mode) & _FORBIDDEN:
            raise _unreadable(path, "others may read or change it", f"chmod 600 {path}")
        return TokenFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")) or {})
    except OSError as error:
        raise _unreadable(path, error.strerror or "it cannot be read") from None
    except UnicodeDecodeError:
        raise _unreadable(path, "it is not text") from None
    except yaml.YAMLError as error:
        raise _unreadable(path, str(error).splitlines()[0]) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _unreadable(path, f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def add_token(path: Path, tenant: str, name: str | None = None) -> tuple[KnownToken, str]:
    """Write a new token to the file and return it, with the text that nobody can learn later.

    A token of the same name is replaced. Without a `name` it is called by the beginning of its hash.

    Raises:
        ContractError: the file is there and cannot be read.
        ValidationError: the tenant or the name cannot be one.
    """
    before = read_tokens(path).tokens if path.exists() else ()
    text = secrets.token_urlsafe(32)
    digest = token_hash(text)
    added = KnownToken(name=name or digest[:8], tenant=tenant, sha256=digest)
    file = TokenFile(tokens=(*(each for each in before if each.name != added.name), added))
    write_private(path, yaml.safe_dump(file.model_dump(mode="json"), sort_keys=False).encode())
    return added, text


def token_hash(token: str) -> str:
    """Return the hash by which a token is known."""
    return hashlib.sha256(token.encode()).hexdigest()


def _unreadable(path: Path, why: str, remedy: str = "") -> ContractError:
    return ContractError(
        Fault(
            code=FaultCode.SERVICE_UNAVAILABLE,
            message=f"{path} is not a usable token file: {why}",
            remedy=remedy or "write it with `plancritic gateway add-token`",
        )
    )
