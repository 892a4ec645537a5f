"""How memory develops while people act and nothing is killed."""

import asyncio
import time

from .installation import Installation

EVERY = 5.0


class Memory:
    """Samples of the resident memory of the fronts and the worker, in units of 10^6 bytes."""

    def __init__(self, installation: Installation) -> None:
        self.installation = installation
        self.samples: dict[str, list[tuple[float, float]]] = {}

    async def run(self) -> None:
        while True:
            for name, child in self.installation.children.items():
                if child and child.child.poll() is None:
                    self.samples.setdefault(name, []).append((time.monotonic(), child.resident_megabytes()))
            await asyncio.sleep(EVERY)

    def report(self) -> list[str]:
        lines = []
        for name, samples in self.samples.items():
            # The first half is for caches and pools to fill.
            late = samples[len(samples) // 2 :]
            if len(late) > 3:
                lines.append(f"{name}: {samples[0][1]:.1f} MB at first, {late[-1][1]:.1f} at the end, {slope(late):+.2f} MB/h")
        return lines


def slope(samples: list[tuple[float, float]]) -> float:
    """By least squares, for an hour."""
    count = len(samples)
    time_mean = sum(moment for moment, _ in samples) / count
    size_mean = sum(size for _, size in samples) / count
    spread = sum((moment - time_mean) ** 2 for moment, _ in samples)
    shared = sum((moment - time_mean) * (size - size_mean) for moment, size in samples)
    return 3600 * shared / spread if spread else 0.0
