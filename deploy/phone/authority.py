"""A certificate authority for the local network, and the certificates that it issues."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from phone.network import PRIVATE

NAME = "Pulseboard on this network"
SERVER_NAME = "Pulseboard server"  # no host name, because clients would compare that with the permitted names too
AUTHORITY_DAYS, CERTIFICATE_DAYS = 90, 30
SLACK = timedelta(hours=1)  # the phone's clock may be behind
THIS_MACHINE = "localhost"


@dataclass(frozen=True)
class Authority:
    """An authority with its private key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def issue(self, *names: str) -> tuple[bytes, bytes]:
        """A certificate for IP addresses or host names, with the authority's, and its private key, as PEM."""
        key = ec.generate_private_key(ec.SECP256R1())
        usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
        certificate = (
            _builder(SERVER_NAME, CERTIFICATE_DAYS, key)
            .issuer_name(self.certificate.subject)
            .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        return _pem(certificate) + _pem(self.certificate), _key_pem(key)

    @property
    def der(self) -> bytes:
        """The certificate in the format that phones install."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def pem(self) -> bytes:
        return _pem(self.certificate)


def create() -> Authority:
    """A new authority, whose certificates are valid for private addresses and for localhost only."""
    key = ec.generate_private_key(ec.SECP256R1())
    permitted: list[x509.GeneralName] = [x509.IPAddress(network) for network in PRIVATE]
    permitted.append(x509.DNSName(THIS_MACHINE))
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        _builder(NAME, AUTHORITY_DAYS, key)
        .issuer_name(_name(NAME))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted, excluded_subtrees=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(certificate, key)


def load_or_create(folder: Path) -> Authority:
    """The authority in `folder`, or a new one if there is none or if a new certificate would outlive it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / "authority.pem"
    if path.exists():
        stored = path.read_bytes()
        key = serialization.load_pem_private_key(stored, password=None)
        certificate = x509.load_pem_x509_certificate(stored)
        ends_late_enough = certificate.not_valid_after_utc > datetime.now(UTC) + timedelta(days=CERTIFICATE_DAYS)
        if isinstance(key, ec.EllipticCurvePrivateKey) and ends_late_enough:
            return Authority(certificate, key)
    authority = create()
    path.touch(mode=0o600)
    path.write_bytes(_key_pem(authority.key) + authority.pem)
    return authority


def _builder(name: str, days: int, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - SLACK)
        .not_valid_after(now + timedelta(days=days))
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
