"""What is too long for every change: prints a table for docs/assurance.md, and exits with 1 if a promise was broken."""

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from .installation import ROOT

LOGS = ROOT / ".build/nightly"


@dataclass
class Row:
    attack: str
    figures: list[str] = field(default_factory=list)
    passed: bool = True


def say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


def run(name: str, *command: str, seconds: float | None = None) -> tuple[int, str]:
    """The status and the output, which is also kept."""
    LOGS.mkdir(parents=True, exist_ok=True)
    say(" ".join(command))
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=seconds, errors="replace"
    )
    with (LOGS / f"{name}.log").open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    return done.returncode, done.stdout


def histories(hours: float) -> Row:
    """Runs from one seed after another, half of them with kills of the database and a disk that is full."""
    row = Row("histories under faults")
    tries, checked, faults, kills, runs = 0, Counter[str](), Counter[str](), Counter[str](), 0
    end = time.monotonic() + 0.5 * hours * 3600
    while time.monotonic() < end:
        seed = runs + 1
        kinds = "front,worker,freeze,sessions,clock,memory" if runs % 2 else "front,worker,sessions,backend,database,disk"
        chosen = ["--kills", kinds]
        status, text = run("histories", "scripts/faults", "--seed", str(seed), "--seconds", "120", "--groups", "3", *chosen)
        runs += 1
        if status:
            row.passed = False
            row.figures.append(f"**seed {seed}: {'a contradiction' if status == 1 else 'no result'}, see histories.log**")
        tries += number(r"^([\d,]+) tries", text)
        for line in re.findall(r"^  (.+?) {2,}([\d,]+) checked", text, re.M):
            checked[line[0]] += int(line[1].replace(",", ""))
        for kind, total in (("faults", faults), ("kills", kills)):
            for count, name in re.findall(r"(\d+) × ([^,\n]+)", next(iter(re.findall(rf"^  {kind}: (.*)$", text, re.M)), "")):
                total[name] += int(count)
    row.figures.append(f"{runs} runs, {tries:,} tries, {sum(checked.values()):,} checks")
    row.figures.append("faults: " + ", ".join(f"{count} × {name}" for name, count in faults.most_common()))
    row.figures.append("kills: " + ", ".join(f"{count} × {name}" for name, count in kills.most_common()))
    return row


def planted(_: float) -> Row:
    status, text = run("planted", "scripts/planted")
    found = [int(seconds) for seconds in re.findall(r" found in +(\d+) s", text)]
    missed = re.findall(r"^(\S+) +(?:NOT FOUND|does not compile)", text, re.M)
    row = Row("planted bugs", passed=status == 0)
    row.figures.append(f"{len(found)} of {len(found) + len(missed)} found, the slowest in {max(found, default=0)} s")
    row.figures += [f"**{name} was not found**" for name in missed]
    return row


def virtual_time(hours: float) -> Row:
    """The tests in virtual time, with more seeds than a change can wait for."""
    row = Row("virtual time")
    status, _ = run("virtual", "scripts/build-tests", ".build/tests")
    row.passed = status == 0
    # In parts, because tests that print nothing for five minutes are ended.
    last = round(max(1, 10 * hours / 3)) * 1_000
    for first in range(1, last, 1_000) if row.passed else ():
        os.environ["PARLAY_SEEDS"] = f"{first}-{first + 999}"
        status, text = run("virtual", "scripts/test", ".build/tests", "--filter", "VirtualTimeTests")
        row.passed = row.passed and status == 0
        row.figures += [f"**{found}**" for found in sorted(set(re.findall(r"seed \d+\b.*$", text, re.M)))[:3]]
    row.figures.insert(0, f"{last:,} seeds of each simulation")
    return row


def fuzzers(hours: float) -> Row:
    status, text = run("fuzz", "scripts/fuzz", str(round(max(10, hours * 200))))
    lines = re.findall(r"^(\S+) +(\d+) executions", text, re.M)
    row = Row("fuzzers", passed=status == 0)
    row.figures.append(f"{sum(int(count) for _, count in lines):,} executions over {len(lines)} parsers")
    row.figures += re.findall(r"^.*FAILED.*$", text, re.M)
    return row


def soak(hours: float) -> Row:
    status, text = run("soak", "scripts/faults", "--seed", "1", "--seconds", str(round(hours * 1200)), "--faults", "none", "--kills", "", "--memory")
    row = Row("soak without faults", passed=status == 0)
    row.figures += re.findall(r"^  memory of (.*)$", text, re.M)
    return row


def drill(name: str, *command: str) -> Callable[[float], Row]:
    def one(_: float) -> Row:
        status, text = run(name, *command)
        sentences = len(re.findall(r"^ *ok ", text, re.M))
        return Row(name, [f"{sentences} sentences hold" if status == 0 else "**failed or not possible here, see its log**"], status == 0)

    return one


def number(pattern: str, text: str) -> int:
    found = re.search(pattern, text, re.M)
    return int(found[1].replace(",", "")) if found else 0


STAGES: dict[str, Callable[[float], Row]] = {
    "histories": histories,
    "planted": planted,
    "virtual": virtual_time,
    "fuzz": fuzzers,
    "soak": soak,
    "backup": drill("restore to a moment", "deploy/backup/drill"),
    "failover": drill("failover of the primary", "deploy/ha/drill"),
    "cells": drill("moves between cells", "deploy/cells/drill", "--moves", "20", "--every", "5", "--kill", "0.4", "--crash", "30"),
    "packages": drill("packages on a bare Debian", "scripts/check-dist"),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/nightly", description=__doc__)
    parser.add_argument("--hours", type=float, default=3, help="about how long, without the planted bugs' builds (default 3)")
    parser.add_argument("--only", default=",".join(STAGES), help=f"of {', '.join(STAGES)}")
    options = parser.parse_args()
    subprocess.run(["scripts/build"], cwd=ROOT, check=True, stdout=sys.stderr, env=os.environ)
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    rows = []
    for name in options.only.split(","):
        rows.append(STAGES[name](options.hours))
        say(f"{rows[-1].attack}: {'; '.join(rows[-1].figures)}")
    print(f"| attack | {time.strftime('%Y-%m-%d')}, {commit} |\n|---|---|")
    for row in rows:
        print(f"| {row.attack} | {'<br>'.join(row.figures)} |")
    return 0 if all(row.passed for row in rows) else 1


sys.exit(main())
