"""Write the Secrets of a deployment as YAML to standard output, from the folder of `plancritic credentials`.

    python deploy/kubernetes/write_secrets.py FOLDER --users users.yaml | kubectl apply -n plancritic -f -

It needs Python alone. Three secrets that it makes itself, the password of the brokers' routes, what the console signs
cookies with and the bearer token of mcp, stay in FOLDER: a second call writes the same Secrets.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

SERVER, ROUTES, CONSOLE, GATEWAY, MCP = "nats-server", "nats-routes", "console", "gateway", "mcp"


def secret(name: str, content: Mapping[str, bytes]) -> str:
    """Return a Secret of that name as a YAML document; its values are JSON, which is YAML."""
    labels = {"app.kubernetes.io/part-of": "plancritic"}
    data = {key: base64.b64encode(value).decode() for key, value in sorted(content.items())}
    return (
        f"---\napiVersion: v1\nkind: Secret\ntype: Opaque\nmetadata: {json.dumps({'name': name, 'labels': labels})}\n"
        f"data: {json.dumps(data)}\n"
    )


def kept(file: Path) -> bytes:
    """Return the random text in the file, which is made with mode 0600 if it is missing."""
    if not file.exists():
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
            opened.write(secrets.token_hex(32))
    return file.read_bytes()


def deployment(folder: Path, tenant: str, users: Path | None, tokens: Path | None = None) -> str:
    """Return all Secrets of the tenant's deployment.

    Raises:
        OSError: a file is missing.
    """
    server = {each.name: each.read_bytes() for each in (folder / "server").iterdir() if each.is_file()}
    # With TLS everyone needs the certificate of who signed the server's.
    shared = {name: content for name, content in server.items() if name == "ca.pem"}
    documents = [secret(SERVER, server), secret(ROUTES, {"password": kept(folder / "routes.password")})]
    for seed in sorted((folder / "tenants" / tenant).glob("*/*.nkey")):
        documents.append(secret(f"nats-user-{seed.stem.replace('_', '-')}", {seed.name: seed.read_bytes(), **shared}))
    listed = users.read_bytes() if users is not None else b"users: []\n"
    documents.append(secret(CONSOLE, {"secret": kept(folder / "console.secret"), "users.yaml": listed}))
    known = tokens.read_bytes() if tokens is not None else b"tokens: []\n"
    documents.append(secret(GATEWAY, {"tokens.yaml": known}))
    documents.append(secret(MCP, {"token": kept(folder / "mcp.token")}))
    return "".join(documents)


def main() -> None:
    """Write them; exit code 2 where the folder is none of `plancritic credentials`."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of `plancritic credentials`")
    parser.add_argument("--tenant", default="default")
    parser.add_argument("--users", type=Path, help="file of `plancritic console add-user`; without it nobody signs in")
    parser.add_argument(
        "--tokens", type=Path, help="file of `plancritic gateway add-token`; without it nobody is let in"
    )
    given = parser.parse_args()
    try:
        text = deployment(given.folder, given.tenant, given.users, given.tokens)
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}; run `plancritic credentials --folder {given.folder}` first")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
