# An OpenID Connect issuer for tests: discovery, keys and ID tokens. Argument: a folder, where it writes the certificate of its own
# throw-away authority as ca.pem. Prints the port of its control (plain HTTP, see `Control`), which tells the port of the issuer.
#
# The issuer speaks HTTPS as 127.0.0.1 and localhost. Every path /X/.well-known/openid-configuration is an issuer of its own with the
# same keys, so that one process can be several. People sign in at /X/authorize by typing any name, and the answer comes back as a
# form (OAuth 2.0 Form Post Response Mode).
import base64
import datetime
import functools
import hashlib
import hmac
import html
import ipaddress
import json
import os
import socket
import ssl
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

WELL_KNOWN = "/.well-known/openid-configuration"


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def number(value, length=None):
    return b64(value.to_bytes(length or (value.bit_length() + 7) // 8, "big"))


class Key:
    """A pair of keys. `name` is what tests call it, `kid` what the issuer does."""

    count = 0

    def __init__(self, kind, bits=2048):
        Key.count += 1
        self.kind = kind
        self.bits = bits
        self.kid = "%s-%d" % (kind.lower(), Key.count)

    @functools.cached_property
    def private(self):
        # Made when it is needed: most tests need one of five.
        if self.kind == "RSA":
            return rsa.generate_private_key(65537, self.bits)
        return ec.generate_private_key(ec.SECP256R1())

    @property
    def algorithm(self):
        return "RS256" if self.kind == "RSA" else "ES256"

    def public(self, with_id=True):
        numbers = self.private.public_key().public_numbers()
        value = {"kty": self.kind, "use": "sig", "alg": self.algorithm}
        if with_id:
            value["kid"] = self.kid
        if self.kind == "RSA":
            value.update(n=number(numbers.n), e=number(numbers.e))
        else:
            value.update(crv="P-256", x=number(numbers.x, 32), y=number(numbers.y, 32))
        return value

    def pem(self):
        return self.private.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def sign(self, data):
        if self.kind == "RSA":
            return self.private.sign(data, padding.PKCS1v15(), hashes.SHA256())
        r, s = decode_dss_signature(self.private.sign(data, ec.ECDSA(hashes.SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def certificates(folder):
    """Writes ca.pem, and the issuer's own certificate with its key as server.pem."""

    def name(text):
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    def certificate(subject, key, authority, signer):
        now = datetime.datetime.utcnow()
        return (
            x509.CertificateBuilder()
            .subject_name(name(subject))
            .issuer_name(name("Parlay test authority"))
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=2))
            .add_extension(x509.BasicConstraints(authority, None), True)
        )

    root, leaf = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority = certificate("Parlay test authority", root, True, root).add_extension(
        x509.KeyUsage(False, False, False, False, False, True, True, False, False), True
    )
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    own = (
        certificate("localhost", leaf, False, root)
        .add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False)
    )
    pem = serialization.Encoding.PEM
    with open(os.path.join(folder, "ca.pem"), "wb") as file:
        file.write(authority.sign(root, hashes.SHA256()).public_bytes(pem))
    path = os.path.join(folder, "server.pem")
    with open(path, "wb") as file:
        file.write(
            leaf.private_bytes(
                pem, serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
            )
        )
        file.write(own.sign(root, hashes.SHA256()).public_bytes(pem))
    return path


class State:
    """What the issuer is and does."""

    def __init__(self):
        self.lock = threading.Condition()
        # Those that are published, the newest of each kind last.
        self.keys = [Key("RSA"), Key("EC")]
        # Those that it never publishes, and one that is too short, by name.
        self.others = {"foreign": Key("RSA"), "foreign_ec": Key("EC"), "short": Key("RSA", 1024)}
        self.fetches = {}
        self.reset()

    def reset(self):
        # `answers`: for "discovery" and "keys", what is sent instead: {"status", "headers", "body", "wait", "drop"}.
        # `discovery`: members to replace; null removes one. `cache`: Cache-Control of the keys, null for none.
        # `ids`: whether keys have a kid. `publish_short`: publishes the short key, too. `published`: no keys if false.
        self.control = {
            "answers": {},
            "discovery": {},
            "cache": "public, max-age=3600",
            "ids": True,
            "publish_short": False,
            "published": True,
        }

    def newest(self, kind):
        return [key for key in self.keys if key.kind == kind][-1]

    def key(self, name):
        if name in ("RSA", "EC"):
            return self.newest(name)
        if name in self.others:
            return self.others[name]
        return next(key for key in self.keys + self.retired() if key.kid == name)

    def retired(self):
        return self.control.get("retired", [])

    def rotate(self, keeping):
        new = [Key("RSA"), Key("EC")]
        with self.lock:
            self.control["retired"] = self.retired() + self.keys
            self.keys = (self.keys if keeping else []) + new

    def token(self, wish):
        """{"key", "header", "claims", "secret"}: members of header and claims replace the usual ones, null removes one."""
        with self.lock:
            key = self.key(wish.get("key") or "RSA")
            header = {"alg": key.algorithm, "typ": "JWT"}
            if self.control["ids"]:
                header["kid"] = key.kid
            now = int(time.time())
            claims = {"iss": self.url, "iat": now, "exp": now + 3600}
        for target, changes in ((header, wish.get("header", {})), (claims, wish.get("claims", {}))):
            for name, value in changes.items():
                target.pop(name, None)
                if value is not None:
                    target[name] = value
        text = (b64(json.dumps(header).encode()) + "." + b64(json.dumps(claims).encode())).encode()
        secret = wish.get("secret")
        if secret == "none":
            signature = b""
        elif secret == "public_key":
            signature = hmac.new(key.pem(), text, hashlib.sha256).digest()
        else:
            signature = key.sign(text)
        return text.decode() + "." + b64(signature)


def form(title, action, fields, content, method):
    hidden = "".join(
        '<input type="hidden" name="%s" value="%s">' % (html.escape(name), html.escape(value))
        for name, value in fields.items()
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>%s</title><h1>%s</h1>'
        '<form method="%s" action="%s">%s%s</form></html>'
        % (title, title, method, html.escape(action), hidden, content)
    )


def authorize(state, issuer, request):
    """The page on which people sign in."""
    missing = {"client_id", "redirect_uri", "nonce", "state"} - set(request)
    if missing or (request.get("response_type"), request.get("response_mode")) != ("id_token", "form_post"):
        return "<!doctype html><title>Error</title><h1>Bad request</h1><p>%s</p>" % html.escape(str(request))
    content = (
        '<p><label>Name <input name="login" autofocus></label></p><p><button>Sign in</button> '
        '<button name="cancel" value="yes">Cancel</button></p>'
    )
    return form("Issuer of the tests", issuer + "/consent", request, content, "get")


def consent(state, issuer, request):
    """Sends the answer back: by a script, or by a button."""
    fields = {"state": request["state"]}
    if "cancel" in request:
        fields["error"] = "access_denied"
    else:
        login = request.get("login") or "somebody"
        claims = {"iss": issuer, "aud": request["client_id"], "nonce": request["nonce"], "sub": login}
        claims |= {"email": login + "@issuer.example", "email_verified": True, "given_name": login.capitalize()}
        claims |= {"family_name": "Outside", "jti": b64(os.urandom(9))}
        fields["id_token"] = state.token({"claims": claims})
    content = "<button>Back to the app</button>"
    return form("Signed in", request["redirect_uri"], fields, content, "post") + (
        "<script>document.forms[0].submit()</script>"
    )


class Issuer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        path = self.path
        target = urllib.parse.urlsplit(path)
        page = next((page for page in (authorize, consent) if target.path.endswith("/" + page.__name__)), None)
        if page:
            state = self.server.state
            issuer = state.url + target.path[: target.path.rindex("/")]
            body = page(state, issuer, dict(urllib.parse.parse_qsl(target.query)))
            return self.answer(200, "text/html; charset=utf-8", body.encode(), {"Cache-Control": "no-store"})
        document = "discovery" if path.endswith(WELL_KNOWN) else "keys" if path.endswith("/keys") else None
        prefix = path[: -len(WELL_KNOWN)] if document == "discovery" else path[: -len("/keys")]
        state = self.server.state
        with state.lock:
            state.fetches[path] = state.fetches.get(path, 0) + 1
            state.lock.notify_all()
            if document is None:
                return self.answer(404, "text/plain", b"nothing here")
            # What it does is asked again as long as it keeps the client waiting.
            state.lock.wait_for(lambda: not state.control["answers"].get(document, {}).get("wait"))
            wish = dict(state.control["answers"].get(document, {}))
            headers = {}
            if document == "discovery":
                value = {
                    "issuer": state.url + prefix,
                    "jwks_uri": state.url + prefix + "/keys",
                    "authorization_endpoint": state.url + prefix + "/authorize",
                    "id_token_signing_alg_values_supported": ["RS256", "ES256"],
                    "subject_types_supported": ["public"],
                    "response_types_supported": ["id_token"],
                }
                for name, changed in state.control["discovery"].items():
                    value.pop(name, None)
                    if changed is not None:
                        value[name] = changed
            else:
                keys = list(state.keys) if state.control["published"] else []
                if state.control["publish_short"]:
                    keys.append(state.others["short"])
                value = {"keys": [key.public(state.control["ids"]) for key in keys]}
                if state.control["cache"] is not None:
                    headers["Cache-Control"] = state.control["cache"]
        if wish.get("drop"):
            self.close_connection = True
            return self.connection.shutdown(socket.SHUT_RDWR)
        body = wish["body"].encode() if "body" in wish else json.dumps(value).encode()
        headers.update(wish.get("headers", {}))
        self.answer(wish.get("status", 200), headers.pop("Content-Type", "application/json"), body, headers)

    def answer(self, status, kind, body, headers={}):
        if status == 204:
            body = b""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Listener(ThreadingHTTPServer):
    """The issuer's socket. Another one that does not listen keeps the port while the issuer is dead."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, state, context, port):
        self.state, self.context = state, context
        self.open = set()
        super().__init__(("127.0.0.1", port), Issuer)

    def server_bind(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        super().server_bind()

    def get_request(self):
        connection, address = super().get_request()
        # The handshake waits for the connection's own thread.
        wrapped = self.context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False)
        with self.state.lock:
            self.open.add(wrapped)
        return wrapped, address

    def shutdown_request(self, request):
        with self.state.lock:
            self.open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request, address):
        pass

    def end(self):
        self.shutdown()
        self.server_close()
        with self.state.lock:
            connections = list(self.open)
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Control(BaseHTTPRequestHandler):
    """GET / tells about the issuer. PUT / changes what it does: members of `State.control`, or "reset"; "alive": whether it
    takes connections. POST /rotate {"keeping"} makes new keys, POST /token a token."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")

    def do_GET(self):
        state = self.server.state
        with state.lock:
            value = {
                "url": state.url,
                "fetches": state.fetches,
                "rsa": state.newest("RSA").public(),
                "ec": state.newest("EC").public(),
                "foreign": state.others["foreign"].public(),
            }
            self.answer(value)

    def do_PUT(self):
        change = self.body()
        state = self.server.state
        alive = change.pop("alive", None)
        with state.lock:
            if change.pop("reset", False):
                retired = state.retired()
                state.reset()
                state.control["retired"] = retired
            state.control.update(change)
            state.lock.notify_all()
        if alive is not None:
            self.server.listen(alive)
        self.answer({})

    def do_POST(self):
        state = self.server.state
        if self.path == "/rotate":
            state.rotate(self.body().get("keeping", False))
            return self.answer({})
        self.answer({"token": state.token(self.body())})


class ControlServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, state, folder):
        super().__init__(("127.0.0.1", 0), Control)
        self.state = state
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificates(folder))
        self.guard = socket.socket()
        self.guard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.guard.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.guard.bind(("127.0.0.1", 0))
        state.url = "https://127.0.0.1:%d" % self.guard.getsockname()[1]
        self.listener = None
        self.change = threading.Lock()
        self.listen(True)

    def listen(self, alive):
        with self.change:
            if alive and self.listener is None:
                self.listener = Listener(self.state, self.context, self.guard.getsockname()[1])
                threading.Thread(target=self.listener.serve_forever, args=(0.01,), daemon=True).start()
            elif not alive and self.listener is not None:
                self.listener.end()
                self.listener = None


server = ControlServer(State(), sys.argv[1])
print(server.server_address[1], flush=True)
server.serve_forever()
