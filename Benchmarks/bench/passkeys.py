"""An authenticator: a P-256 key of openssl, and as much of CBOR (RFC 8949) as WebAuthn needs."""

import base64
import hashlib
import json
import subprocess
from pathlib import Path

HOST = "localhost"
ORIGIN = "http://localhost"
# Somebody was there, and was verified.
FLAGS = 0x05


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Passkey:
    """What answers the options of `POST /passkeys/options/` as a browser would."""

    def __init__(self, directory: Path, number: int) -> None:
        self.id = hashlib.sha256(f"passkey {number}".encode()).digest()[:24]
        self.key = directory / f"passkey-{number}.pem"
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(self.key))
        # The uncompressed point is the end of the public key.
        self.point = openssl("pkey", "-in", str(self.key), "-pubout", "-outform", "DER")[-64:]

    def registration(self, options: dict) -> dict:
        """`RegistrationResponseJSON`."""
        # COSE: an EC2 key of P-256 for ES256.
        public = b"\xa5\x01\x02\x03\x26\x20\x01\x21" + cbor(self.point[:32]) + b"\x22" + cbor(self.point[32:])
        data = authenticator_data(FLAGS | 0x40) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = b"\xa3" + cbor("fmt") + cbor("none") + cbor("attStmt") + b"\xa0" + cbor("authData") + cbor(data)
        response = {
            "clientDataJSON": base64url(client_data("webauthn.create", options)),
            "attestationObject": base64url(attestation),
            "transports": ["internal"],
        }
        return self.credential(response)

    def assertion(self, options: dict, handle: str) -> dict:
        """`AuthenticationResponseJSON`."""
        client, data = client_data("webauthn.get", options), authenticator_data(FLAGS)
        signature = openssl("dgst", "-sha256", "-sign", str(self.key), text=data + hashlib.sha256(client).digest())
        response = {
            "clientDataJSON": base64url(client),
            "authenticatorData": base64url(data),
            "signature": base64url(signature),
            "userHandle": handle,
        }
        return self.credential(response)

    def credential(self, response: dict) -> dict:
        own = base64url(self.id)
        return {"id": own, "rawId": own, "type": "public-key", "response": response, "clientExtensionResults": {}}


def openssl(*arguments: str, text: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *arguments], input=text, capture_output=True, check=True).stdout


def client_data(kind: str, options: dict) -> bytes:
    return json.dumps({"type": kind, "challenge": options["challenge"], "origin": ORIGIN, "crossOrigin": False}).encode()


def authenticator_data(flags: int) -> bytes:
    return hashlib.sha256(HOST.encode()).digest() + bytes([flags]) + bytes(4)


def cbor(value: bytes | str) -> bytes:
    """A string of up to 65,535 bytes."""
    kind, data = (0x40, value) if isinstance(value, bytes) else (0x60, value.encode())
    count = len(data)
    if count < 24:
        return bytes([kind | count]) + data
    return (bytes([kind | 24, count]) if count < 256 else bytes([kind | 25]) + count.to_bytes(2, "big")) + data
