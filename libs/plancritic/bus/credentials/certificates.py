"""A certificate authority of one's own and the server certificate that it signs, for TLS without a public name."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from plancritic.paths.private import write_private

_AUTHORITY_DAYS, _SERVER_DAYS = 3650, 825
#: A server certificate is issued anew this long before it ends.
_RENEWED = timedelta(days=30)


def ensure_certificates(authority: Path, server: Path, hosts: Sequence[str]) -> tuple[Path, ...]:
    """Issue what is missing and return the files written: the authority's, and the server's for these hosts.

    `authority` gets `ca-key.pem`, which the server does not need; `server` gets `ca.pem`, `server.pem` and
    `server-key.pem`. A server certificate stays as long as it is for these hosts and ends in more than 30 days.
    """
    written: list[Path] = []
    key_file, ca_file = authority / "ca-key.pem", server / "ca.pem"
    if key_file.exists() and ca_file.exists():
        key = _read_key(key_file)
        ca = x509.load_pem_x509_certificate(ca_file.read_bytes())
    else:
        key = ec.generate_private_key(ec.SECP256R1())
        ca = _authority(key)
        write_private(key_file, _key_text(key))
        write_private(ca_file, ca.public_bytes(serialization.Encoding.PEM))
        written += [key_file, ca_file]
    certificate, server_key = server / "server.pem", server / "server-key.pem"
    if not (server_key.exists() and _serves(certificate, ca, hosts)):
        own = ec.generate_private_key(ec.SECP256R1())
        write_private(server_key, _key_text(own))
        write_private(certificate, _server(own, key, ca, hosts).public_bytes(serialization.Encoding.PEM))
        written += [server_key, certificate]
    return tuple(written)


def certified_hosts(server: Path) -> tuple[str, ...]:
    """Return the hosts that the server's certificate is for."""
    certificate = x509.load_pem_x509_certificate((server / "server.pem").read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return tuple(str(name.value) for name in names)


def _serves(file: Path, ca: x509.Certificate, hosts: Sequence[str]) -> bool:
    if not file.exists():
        return False
    certificate = x509.load_pem_x509_certificate(file.read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lasting = certificate.not_valid_after_utc > datetime.now(UTC) + _RENEWED
    return lasting and certificate.issuer == ca.subject and list(names) == _names(hosts)


def _authority(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    # A name of its own each: a client that trusts an older one is told so, and not of a wrong signature.
    name = _named(f"plancritic authority {x509.random_serial_number():x}"[:60])
    return (
        _certificate(name, name, _AUTHORITY_DAYS)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .sign(key, hashes.SHA256())
    )


def _server(
    key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey, ca: x509.Certificate, hosts: Sequence[str]
) -> x509.Certificate:
    return (
        _certificate(_named(hosts[0][:64]), ca.subject, _SERVER_DAYS)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(_names(hosts)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(signer, hashes.SHA256())
    )


def _certificate(subject: x509.Name, issuer: x509.Name, days: int) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .serial_number(x509.random_serial_number())
        # Clocks differ.
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    return [_general_name(host) for host in hosts]


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _key_text(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _read_key(file: Path) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise TypeError(f"{file} does not contain an elliptic-curve key")
    return key
