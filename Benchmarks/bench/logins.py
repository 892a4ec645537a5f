"""What logins cost those who read, and whether the time of a refusal tells anything."""

import contextlib
import http.client
import random
import statistics
import time

from .data import ACCOUNTS, PASSWORD, TENANT
from .load import HOST, Wrk, call
from .measuring import Bench, check_status, read_run, settle
from .report import Row
from .servers import ME


def reads_during_logins(bench: Bench) -> None:
    if not bench.parlay:
        return bench.report.skip("logins", "without Parlay")
    port = bench.parlay.port
    run = read_run(bench, ME, 200)
    check_status(login(port, "person1", PASSWORD, 1), 200, "a right login")
    alone: list[float] = []
    beside: list[float] = []
    logins: list[float] = []
    refused: list[float] = []
    for number in range(bench.rounds):
        settle(bench, bench.parlay)
        bench.report.say(f"logins: reads alone, round {number + 1} of {bench.rounds}")
        alone.append(run(bench.parlay).rate)
        bench.report.say(f"logins: reads beside logins, round {number + 1} of {bench.rounds}")
        arguments = (bench.data.usernames_file, TENANT, PASSWORD)
        # Longer than the reads, at both ends.
        crowd = Wrk("login", port, bench.seconds + 2, *arguments, connections=64)
        try:
            time.sleep(1)
            beside.append(run(bench.parlay).rate)
            # A full queue is answered 503; that is as it should be.
            result = crowd.finish(may_refuse=True)
        finally:
            crowd.stop()
        logins.append((result.requests - result.refused) / result.seconds)
        refused.append(result.refused / result.seconds)
    median = bench.report.median
    bench.report.rows.append(
        Row(
            "me beside 64 clients logging in",
            "requests/s",
            median("reads beside logins", beside),
            "Parlay alone",
            median("reads alone", alone),
            at_least=0.7,
            on_ratio=True,
            note=f"{statistics.median(logins):.0f} logins/s, {statistics.median(refused):.0f} refused/s",
        )
    )
    bench.report.rounds["logins"] = logins


def login(
    port: int,
    username: str,
    password: str,
    number: int,
    connection: http.client.HTTPConnection | None = None,
) -> int:
    """The status of a login that comes, as far as the throttles know, from the address with this number."""
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return call(
        port,
        "POST",
        f"/v1/{TENANT}/login/",
        body={"username": username, "password": password},
        headers={"X-Forwarded-For": address},
        connection=connection,
    ).status


def login_times(bench: Bench) -> None:
    """Whether the time of a refusal tells that a user exists."""
    if not bench.parlay:
        return bench.report.skip("login times", "without Parlay")
    settle(bench, bench.parlay)
    count = 150
    source = random.Random(7)
    people = source.sample(range(ACCOUNTS), count)
    tries = [(f"person{number}", True) for number in people] + [(f"nobody{number}", False) for number in people]
    source.shuffle(tries)
    times: dict[bool, list[float]] = {True: [], False: []}
    connection = http.client.HTTPConnection(HOST, bench.parlay.port, timeout=30)
    with contextlib.closing(connection):
        for number, (username, is_known) in enumerate(tries):
            if number % 100 == 0:
                bench.report.say(f"login times: {number} of {len(tries)}")
            began = time.perf_counter()
            status = login(bench.parlay.port, username, "not the password", number + 100, connection)
            times[is_known].append((time.perf_counter() - began) * 1000)
            check_status(status, 401, f"a wrong login as {username}")
    known = bench.report.median("login known", times[True])
    unknown = bench.report.median("login unknown", times[False])
    distance = largest_gap(times[True], times[False])
    # Kolmogorov and Smirnov's bound for two samples at 1 %: below it, they cannot be told apart.
    bound = 1.628 * (2 / count) ** 0.5
    bench.report.rows.append(Row("login refused: known user", "ms", known, "unknown user", unknown))
    name = "login refused: distance of the distributions"
    bench.report.rows.append(Row(name, "KS", distance, at_most=round(bound, 3)))


def largest_gap(left: list[float], right: list[float]) -> float:
    """The two-sample Kolmogorov-Smirnov statistic, 0 to 1."""
    return max(
        abs(sum(value <= point for value in left) / len(left) - sum(value <= point for value in right) / len(right))
        for point in left + right
    )
