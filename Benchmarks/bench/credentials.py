"""Signing in with passkeys, how soon a session ends everywhere, and push messages a second."""

import contextlib
import http.client
import statistics
import sys
import tempfile
import time
from pathlib import Path

from .data import PASSWORD, TENANT
from .load import HOST, SCRIPTS, call, free_port
from .measuring import Bench, check_status, settle
from .passkeys import Passkey, openssl
from .processes import Failure, Process, wait_until
from .report import Row
from .servers import PARLAY, parlay_environment, start_parlay

PEOPLE = 10
SIGN_INS = 300
REVOCATIONS = 20
MESSAGES = 40_000
BASE = f"/v1/{TENANT}"

# Devices of everybody, at a push service on this machine; one key pair does for all. Nobody gets mail as well, which is not
# what is measured.
DEVICES = """
update parlay.accounts set settings = settings || '{{"mail_notices": false}}' where tenant_id = {tenant};
insert into parlay.push_devices
    (tenant_id, account_id, token_id, endpoint, digest, public_key, secret, label, created_at, platform)
select t.tenant_id, t.account_id, min(t.id), 'http://{host}:{port}/' || t.account_id,
       sha256(convert_to('http://{host}:{port}/' || t.account_id, 'UTF8')), '\\x{point}', '\\x{secret}', 'bench', now(), 'web'
  from parlay.tokens t
 where t.tenant_id = {tenant} and t.kind = 'app'
 group by t.tenant_id, t.account_id;
"""
NOTICES = """
insert into parlay.notices (tenant_id, account_id, kind, title, text, subject_type, subject_id, person_id)
select d.tenant_id, d.account_id, 'match_made', 'You have a new match', 'Person Number 7 matched with you.', 'match', n, null
  from parlay.push_devices d, generate_series(1, {count}) n
 where d.tenant_id = {tenant};
"""


def credentials(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("credentials", "without Parlay")
    with tempfile.TemporaryDirectory(prefix="parlay-passkeys-") as directory:
        passkeys(bench, Path(directory))
    revocations(bench)
    pushes(bench)


def passkeys(bench: Bench, directory: Path) -> None:
    """The time that the server takes for both calls of a sign-in; what the authenticator takes is left out."""
    port = bench.parlay.port
    bench.report.say(f"credentials: {SIGN_INS} sign-ins by passkey")
    people = [register(port, Passkey(directory, number), number) for number in range(PEOPLE)]
    times: list[float] = []
    settle(bench, bench.parlay)
    with contextlib.closing(http.client.HTTPConnection(HOST, port, timeout=30)) as connection:
        for number in range(SIGN_INS):
            passkey, handle = people[number % PEOPLE]
            began = time.perf_counter()
            asked = post(port, "/passkeys/options/", {"purpose": "sign_in"}, connection=connection)
            spent = time.perf_counter() - began
            check_status(asked.status, 200, "the options of a sign-in")
            credential = passkey.assertion(asked.json(), handle)
            began = time.perf_counter()
            answer = post(port, "/login/passkey/", {"credential": credential}, connection=connection)
            times.append((spent + time.perf_counter() - began) * 1000)
            check_status(answer.status, 200, "a sign-in by passkey")
    bench.report.rounds["passkeys"] = [round(value, 3) for value in times]
    p99 = statistics.quantiles(times, n=100)[98]
    note = f"2 calls; p50 {statistics.median(times):.1f} ms"
    bench.report.rows.append(Row("passkeys: a sign-in: p99", "ms", p99, at_most=20, note=note))


def post(port: int, path: str, body: dict, **options: object):
    return call(port, "POST", BASE + path, body=body, **options)


def register(port: int, passkey: Passkey, number: int) -> tuple[Passkey, str]:
    answer = post(port, "/login/", {"username": f"person{number}", "password": PASSWORD})
    check_status(answer.status, 200, "a login")
    token = answer.json()["token"]
    options = post(port, "/passkeys/options/", {"purpose": "create"}, token=token).json()
    made = {"credential": passkey.registration(options), "current": PASSWORD, "label": "bench"}
    check_status(post(port, "/passkeys/", made, token=token).status, 201, "a new passkey")
    return passkey, options["user"]["id"]


def revocations(bench: Bench) -> None:
    """How long a stream at one front lives on after another front has ended its session."""
    bench.report.say(f"credentials: {REVOCATIONS} sessions end")
    times: list[float] = []
    with contextlib.closing(start_parlay(bench.cluster)) as other:
        other.wait(bench.data.tokens[0])
        for _ in range(REVOCATIONS):
            login = post(bench.parlay.port, "/login/", {"username": "person20", "password": PASSWORD})
            token = login.json()["token"]
            with contextlib.closing(http.client.HTTPConnection(HOST, other.port, timeout=30)) as stream:
                headers = {"Authorization": f"Token {token}", "Accept": "text/event-stream"}
                stream.request("GET", f"{BASE}/stream/", headers=headers)
                response = stream.getresponse()
                check_status(response.status, 200, "a stream")
                ended = call(bench.parlay.port, "POST", f"{BASE}/logout/", token=token)
                began = time.perf_counter()
                check_status(ended.status, 204, "the end of a session")
                with contextlib.suppress(http.client.IncompleteRead, ConnectionError):
                    response.read()
                times.append((time.perf_counter() - began) * 1000)
    bench.report.rounds["revocations"] = [round(value, 3) for value in times]
    note = f"at another front; p50 {statistics.median(times):.1f} ms"
    bench.report.rows.append(Row("sessions: longest life of a stream after the end", "ms", max(times), at_most=1000, note=note))


def pushes(bench: Bench) -> None:
    """From notices to messages that a push service has taken: relayed, encrypted, signed and sent by one worker."""
    port = free_port()
    tenant = bench.data.tenant_id
    receiver = Process("receiver", [sys.executable, str(SCRIPTS / "receiver.py"), str(port)])
    try:
        point = openssl("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-outform", "DER")
        # The uncompressed point is the end of the private key's structure.
        places = {"host": HOST, "port": port, "point": point[-65:].hex(), "secret": bytes(16).hex(), "tenant": tenant}
        bench.cluster.psql(DEVICES.format(**places))
        devices = int(bench.cluster.psql("select count(*) from parlay.push_devices"))
        rates = [burn(bench, receiver, port, devices, number) for number in range(bench.rounds)]
        rate = bench.report.median("pushes", rates)
        bench.report.rows.append(Row("pushes: taken by a local service", "messages/s", rate, at_least=2_000))
    finally:
        receiver.stop()
        bench.cluster.psql("delete from parlay.push_devices; delete from parlay.notices; delete from parlay.jobs")
        bench.cluster.psql("update parlay.accounts set settings = settings - 'mail_notices'")


def burn(bench: Bench, receiver: Process, port: int, devices: int, number: int) -> float:
    bench.report.say(f"credentials: {MESSAGES} push messages, round {number + 1} of {bench.rounds}")
    bench.cluster.psql("delete from parlay.notices; delete from parlay.notice_outbox; delete from parlay.jobs")
    bench.cluster.psql(NOTICES.format(tenant=bench.data.tenant_id, count=max(1, MESSAGES // devices)))
    bench.cluster.psql("vacuum (analyze); checkpoint")
    environment = parlay_environment(bench.cluster) | {"PARLAY_WEBHOOK_PRIVATE": "loopback"}
    with contextlib.closing(http.client.HTTPConnection(HOST, port, timeout=30)) as connection:

        def taken() -> int:
            receiver.check()
            worker.check()
            connection.request("GET", "/")
            return int(connection.getresponse().read())

        worker = Process("parlay work", [str(PARLAY), "work"], environment=environment)
        try:
            before = taken()
            wanted = before + devices * max(1, MESSAGES // devices)
            # From the first messages on: the start of the worker is not what is measured.
            wait_until(lambda: taken() > before + 100, 30, "the worker sent nothing", step=0.01)
            began, first = time.monotonic(), taken()
            wait_until(lambda: taken() >= wanted, 120, "the worker did not send all messages", step=0.01)
            return (wanted - first) / (time.monotonic() - began)
        finally:
            worker.stop()
