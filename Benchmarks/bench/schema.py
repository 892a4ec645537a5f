"""Brings the database to Parlay's schema, by `parlay migrate` or, without Parlay, from the same files."""

import subprocess
from pathlib import Path

from .database import Cluster
from .processes import Failure
from .servers import PARLAY, ROOT, parlay_environment

# What the migrator creates before the first file.
BOOTSTRAP = """
create role parlay_owner;
create role parlay_front;
create role parlay_worker;
create schema parlay authorization parlay_owner;
create extension btree_gin schema parlay;
create extension btree_gist schema parlay;
create extension pg_trgm schema parlay;
"""

AS_OWNER = "set local role parlay_owner; set local search_path = parlay, pg_temp;"

# The peer keeps tenants apart by its queries alone, as Django programs do: no policies in its way.
PEER = """
create role bench_django login bypassrls;
grant usage on schema parlay to bench_django;
grant select, insert, update, delete on all tables in schema parlay to bench_django;
grant usage on all sequences in schema parlay to bench_django;
"""


def migrate(cluster: Cluster, with_parlay: bool) -> None:
    if with_parlay:
        ran = subprocess.run(
            [PARLAY, "migrate"], env=parlay_environment(cluster), capture_output=True, text=True, timeout=120
        )
        if ran.returncode != 0:
            raise Failure(f"parlay migrate failed:\n{ran.stderr}")
    else:
        cluster.psql(BOOTSTRAP)
        for file in sorted(Path(ROOT, "db/migrations").glob("*.sql")):
            cluster.psql(f"begin; {AS_OWNER}\n{file.read_text()}\n;commit;")
    if cluster.psql("select to_regclass('parlay.matches')") == "":
        raise Failure("the schema has no table `matches` yet: the benchmarks need it")
    cluster.psql(PEER)
