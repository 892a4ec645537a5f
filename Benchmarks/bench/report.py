"""What was measured: an aligned table for people, JSON for programs."""

import json
import os
import platform
import statistics
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Row:
    """One line of the table. `bound` is what the ratio, or without a peer the value, must keep."""

    what: str
    unit: str
    parlay: float | None
    peer_name: str = ""
    peer: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    # Whether the bound is on the ratio of the two rather than on Parlay's value.
    on_ratio: bool = False
    note: str = ""

    @property
    def ratio(self) -> float | None:
        if self.parlay is None or not self.peer:
            return None
        return self.parlay / self.peer

    @property
    def is_kept(self) -> bool | None:
        """Nothing when there is no bound or nothing to hold against it."""
        value = self.ratio if self.on_ratio else self.parlay
        if value is None or (self.at_least is None and self.at_most is None):
            return None
        return (self.at_least is None or value >= self.at_least) and (self.at_most is None or value <= self.at_most)

    def bound(self) -> str:
        sign = "x" if self.on_ratio else ""
        if self.at_least is not None:
            return f">= {self.at_least:g}{sign}"
        if self.at_most is not None:
            return f"<= {self.at_most:g}{sign}"
        return ""


def shown(value: float | None) -> str:
    if value is None:
        return "-"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


@dataclass
class Report:
    rows: list[Row] = field(default_factory=list)
    # Every round's figures, by scenario and program, to check a median.
    rounds: dict[str, list[float]] = field(default_factory=dict)
    skipped: list[str] = field(default_factory=list)
    started: float = field(default_factory=time.time)
    load_at_start: float = field(default_factory=lambda: os.getloadavg()[0])

    def say(self, text: str) -> None:
        """Progress, on standard error."""
        print(f"[{time.time() - self.started:5.0f} s] {text}", file=sys.stderr, flush=True)

    def skip(self, scenario: str, why: str) -> None:
        self.say(f"{scenario}: skipped, {why}")
        self.skipped.append(f"{scenario}: {why}")

    def median(self, name: str, values: list[float]) -> float:
        self.rounds[name] = [round(value, 3) for value in values]
        return statistics.median(values)

    def table(self) -> str:
        kept = {None: "", True: "kept", False: "MISSED"}
        lines = [("what", "unit", "Parlay", "peer", "of peer", "ratio", "to hold", "", "")]
        for row in self.rows:
            ratio = f"{row.ratio:.2f}x" if row.ratio is not None else ""
            peer = shown(row.peer) if row.peer_name else ""
            lines.append(
                (row.what, row.unit, shown(row.parlay), row.peer_name, peer, ratio, row.bound(), kept[row.is_kept])
                + (row.note,)
            )
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        text = []
        for line in lines:
            cells = [
                cell.rjust(width) if column in (2, 4, 5) else cell.ljust(width)
                for column, (cell, width) in enumerate(zip(line, widths))
            ]
            text.append("  ".join(cells).rstrip())
        text.insert(1, "-" * max(len(line) for line in text))
        text += [f"not run: {line}" for line in self.skipped]
        return "\n".join(text)

    def write(self, directory: Path, root: Path, settings: dict[str, object]) -> Path:
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / time.strftime("%Y%m%dT%H%M%SZ.json", time.gmtime(self.started))
        commit = subprocess.run(
            ["git", "-C", root, "describe", "--always", "--dirty"], capture_output=True, text=True
        ).stdout.strip()
        content = {
            "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.started)),
            "commit": commit,
            "cores": os.cpu_count(),
            "machine": platform.machine(),
            "kernel": platform.release(),
            "load_at_start": self.load_at_start,
            "settings": settings,
            "rows": [asdict(row) | {"ratio": row.ratio, "is_kept": row.is_kept} for row in self.rows],
            "rounds": self.rounds,
            "skipped": self.skipped,
        }
        path.write_text(json.dumps(content, indent=2) + "\n")
        return path
