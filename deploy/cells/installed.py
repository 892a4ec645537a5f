"""An installation with several cells on this machine, from its start to its end."""

import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from bets import Refused
from checks import LOGS
from installation import Site
from processes import DrillError, find_program, say
from replicated import Replicated
from servers import Server, join

CATALOG = Path(__file__).resolve().parents[2] / "data/games.json"


def add_options(parser):
    parser.add_argument("--parlay", metavar="PATH", help="the program (by default from PATH or .build/release)")
    parser.add_argument("--keep", action="store_true", help="keep the scratch directory with all logs")


def play(options, count, body, patroni=0):
    """Starts so many cells, of which one may be a Patroni cluster, calls `body` with the site and the cells, and exits with 1 unless
    it says that all is well. `body` starts the fronts and the worker."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    scratch, cells, site, passed = None, [], None, False
    try:
        program = find_program(options.parlay)
        scratch = Path(tempfile.mkdtemp(prefix="parlay-cells-"))
        scratch.chmod(0o755)
        cells = [(Replicated if number == patroni else Server)(number, scratch) for number in range(1, count + 1)]
        say(f"starting the servers of {count} cells in {scratch}")
        site = Site(program, scratch, cells[0].url, fronts=2, people=0)
        join(site, cells, scratch, CATALOG)
        for cell in cells:
            cell.psql(LOGS)
        began = time.monotonic()
        passed = body(site, cells)
        say(f"{'PASSED' if passed else 'FAILED'} after {time.monotonic() - began:.0f} s")
    except (DrillError, Refused, OSError) as error:
        print(f"drill: {error}", file=sys.stderr)
    finally:
        if site:
            site.stop()
        for cell in cells:
            cell.stop()
        if scratch and (options.keep or not passed):
            print(f"logs and data are in {scratch}", file=sys.stderr)
        elif scratch:
            shutil.rmtree(scratch, ignore_errors=True)
    sys.exit(0 if passed else 1)
