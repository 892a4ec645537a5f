"""Plants bugs one after the other, and demands that the workloads find each within ten minutes."""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from .installation import ROOT

PATCHES = ROOT / "Tests/Planted"
# A copy of the sources and a build of its own, so that the checkout stays as it is.
COPY = ROOT / ".build/planted/source"
SCRATCH = ROOT / ".build/planted/build"
LIMIT = 600.0
# What scripts/faults and deploy/cells/drill print.
FOUND = re.compile(
    r"^(?:CONTRADICTION |  FAIL  |drill: (?=start|verify|switch|reverse|complete|GET|POST|PUT|PATCH))([^:\n]+)", re.MULTILINE
)


@dataclass(frozen=True)
class Bug:
    path: Path
    promise: str
    workloads: str
    kills: str

    @property
    def name(self) -> str:
        return self.path.stem


def read(path: Path) -> Bug:
    fields = {}
    for line in path.read_text().splitlines():
        if not line.startswith("# "):
            break
        name, _, value = line[2:].partition(": ")
        fields[name] = value
    return Bug(path, fields["Promise"], fields["Workloads"], fields.get("Kills", "front,worker,sessions"))


def apply(bug: Bug, *options: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "apply", *options, bug.path], cwd=folder, capture_output=True, text=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/planted", description=__doc__)
    parser.add_argument("names", nargs="*", help="which bugs; by default all")
    parser.add_argument("--applies", action="store_true", help="only check that each patch applies to the sources")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first run (default 1)")
    options = parser.parse_args()
    bugs = [read(path) for path in sorted(PATCHES.glob("*.patch")) if not options.names or path.stem in options.names]
    stale = [bug for bug in bugs if apply(bug, "--check").returncode]
    for bug in stale:
        print(f"{bug.path.name} does not apply to the sources any more: plant the bug again", file=sys.stderr)
    if stale or options.applies:
        return 1 if stale else 0
    make_copy()
    found = sum(find(bug, options.seed) for bug in bugs)
    print(f"{found} of {len(bugs)} planted bugs were found")
    return 0 if found == len(bugs) else 1


def make_copy() -> None:
    """The files of the checkout as they are, with what is not committed. What is equal keeps its time, for the build."""
    answer = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    listed = {os.fsdecode(name) for name in answer.split(b"\0") if name}
    for file in COPY.rglob("*") if COPY.exists() else []:
        name = str(file.relative_to(COPY))
        if not file.is_dir() and not name.startswith(".git/") and name not in listed:
            file.unlink()
    for name in listed:
        source, target = ROOT / name, COPY / name
        if source.exists() and (not target.exists() or source.read_bytes() != target.read_bytes()):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    # `git apply` looks for the root of the repository.
    if not (COPY / ".git").exists():
        subprocess.run(["git", "init", "--quiet"], cwd=COPY, check=True)


def find(bug: Bug, seed: int) -> bool:
    apply(bug, folder=COPY).check_returncode()
    try:
        program = build()
        if not program:
            print(f"{bug.name:28} does not compile", flush=True)
            return False
        began = time.monotonic()
        runs = 0
        while time.monotonic() - began < LIMIT:
            ran = subprocess.run(workload(bug, program, seed + runs), capture_output=True, text=True)
            runs += 1
            contradiction = FOUND.search(ran.stdout + ran.stderr)
            if ran.returncode == 1 and contradiction:
                seconds = time.monotonic() - began
                print(f"{bug.name:28} found in {seconds:4.0f} s, {runs} runs: {contradiction[1]}", flush=True)
                return True
            if ran.returncode:
                print(ran.stdout[-1000:], ran.stderr[-2000:], file=sys.stderr)
        print(f"{bug.name:28} NOT FOUND in {runs} runs", flush=True)
        return False
    finally:
        apply(bug, "--reverse", folder=COPY).check_returncode()


def workload(bug: Bug, program: Path, seed: int) -> list[str | Path]:
    if bug.workloads == "moves":
        command = [ROOT / "deploy/cells/drill", "--parlay", program, "--seed", str(seed)]
        return command + ["--moves", "4", "--every", "8", "--kill", "0", "--locks", "1.5"]
    command = [ROOT / "scripts/faults", "--program", program, "--seed", str(seed), "--seconds", "40"]
    return command + ["--only", bug.workloads, "--kills", bug.kills, "--groups", "3"]


def build() -> Path | None:
    """A debug build: a change of one line takes a minute."""
    # SwiftPM does not notice that an embedded file changed.
    for made in SCRATCH.glob("*/debug/Schema.build/DerivedSources/embedded_resources.swift"):
        made.unlink()
    command = ["swift", "build", "--scratch-path", SCRATCH, "--product", "parlay"]
    done = subprocess.run(command, cwd=COPY, capture_output=True, text=True, env={**os.environ, "CI": "true"})
    if done.returncode:
        print(done.stdout[-3000:], file=sys.stderr)
        return None
    return SCRATCH / "debug/parlay"


sys.exit(main())
