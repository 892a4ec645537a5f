"""The tenant that everything runs against: 2,000 people, a token each, 1,000 matches, the same at every run.

Languages are laid out so that every person has 66 possible partners, one of whom is their match: a page of 50 is
always full and there is always a next one.
"""

import ctypes
import ctypes.util
import hashlib
import random
import zlib
from dataclasses import dataclass
from pathlib import Path

from .database import Cluster
from .processes import Failure

TENANT = "bench"
PASSWORD = "correct horse battery"
ACCOUNTS = 1980  # people in crossing pairs of languages; 20 more have languages of their own
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

SETTLE = "vacuum (analyze)"

ROWS = """
set search_path = parlay, public;
-- One token of a real client sends 50 requests a second; here a few stand for thousands.
insert into tenants (slug, name, modules, settings)
values ('{tenant}', 'Benchmarks', '{{meetups}}', '{{"requests_per_second": 100000, "request_burst": 100000}}');

-- Thirty ordered pairs of six languages, 66 people in each; number n and n + 1 (n even) cross.
create temporary table pairs as
    select (row_number() over (order by least(k, l), greatest(k, l), k)) - 1 as pair, k as known, l as learn
      from unnest(array['de', 'en', 'es', 'fr', 'it', 'sv']) k, unnest(array['de', 'en', 'es', 'fr', 'it', 'sv']) l
     where k <> l;

insert into accounts
    (tenant_id, username, email, first_name, last_name, bio, known_lang, learn_lang, password_hash, created_at,
     last_active_at)
select t.id, 'person' || n, 'person' || n || '@bench.example', 'Person', 'Number ' || n,
       'I would like to meet on week days after work, near the river or in a quiet café. Number ' || n || '.',
       coalesce(p.known, 'fi'), coalesce(p.learn, 'el'), '{hash}', now() - interval '400 days',
       date_trunc('hour', now()) - (n % 500) * interval '1 hour'
  from tenants t, generate_series(0, 1999) n
  left join pairs p on p.pair = n % 30 and n < {people}
 where t.slug = '{tenant}'
 order by n;

create temporary table material (username text, digest bytea, prefix text);
copy material from stdin;
{tokens}
\\.
insert into tokens (tenant_id, account_id, digest, prefix, label, last_used_at, expires_at)
select a.tenant_id, a.id, m.digest, m.prefix, 'benchmark', now(), now() + interval '30 days'
  from material m
  join accounts a on a.username_key = m.username
  join tenants t on t.id = a.tenant_id
 where t.slug = '{tenant}';

insert into matches (tenant_id, user_id1, user_id2, status_code)
select a.tenant_id, a.id, b.id, 0
  from generate_series(0, {people} - 1, 2) n
  join accounts a on a.username_key = 'person' || n
  join accounts b on b.username_key = 'person' || n + 1
  join tenants t on t.id = a.tenant_id and t.id = b.tenant_id
 where t.slug = '{tenant}';

-- A few blocks, so that looking for them finds some.
insert into blocks (tenant_id, account_id, blocked_id)
select a.tenant_id, a.id, b.id
  from generate_series(0, {people} - 1, 100) n
  join accounts a on a.username_key = 'person' || n
  join accounts b on b.username_key = 'person' || n + 31
  join tenants t on t.id = a.tenant_id and t.id = b.tenant_id
 where t.slug = '{tenant}';
"""

# Back to the state that load/put.lua starts from.
RESET = """
set search_path = parlay, public;
update matches set status_code = 0, time_1 = null, location = null
 where tenant_id = (select id from tenants where slug = '{tenant}');
truncate notices;
vacuum (analyze) matches;
checkpoint;
"""


@dataclass
class Data:
    tenant_id: str
    tokens: list[str]
    tokens_file: Path
    digests_file: Path
    matches_file: Path
    usernames_file: Path


def token_secret(source: random.Random) -> str:
    """As Sources/Security/TokenSecret.swift makes them."""
    body = "".join(source.choices(ALPHABET, k=43))
    check, digits = zlib.crc32(body.encode()), ""
    for _ in range(6):
        check, digit = divmod(check, 62)
        digits = ALPHABET[digit] + digits
    return f"parlay_{body}{digits}"


def password_hash() -> str:
    """Argon2id at Parlay's default cost, through the library that Parlay uses."""
    name = ctypes.util.find_library("argon2")
    if name is None:
        raise Failure("libargon2 is not installed")
    encoded = ctypes.create_string_buffer(256)
    code = ctypes.CDLL(name).argon2id_hash_encoded(
        ctypes.c_uint32(2),
        ctypes.c_uint32(19 * 1024),
        ctypes.c_uint32(1),
        PASSWORD.encode(),
        ctypes.c_size_t(len(PASSWORD)),
        b"sixteen bytes ok",
        ctypes.c_size_t(16),
        ctypes.c_size_t(32),
        encoded,
        ctypes.c_size_t(len(encoded)),
    )
    if code != 0:
        raise Failure(f"argon2id_hash_encoded answered {code}")
    return encoded.value.decode()


def load(cluster: Cluster, directory: Path) -> Data:
    source = random.Random(20260520)
    tokens = [token_secret(source) for _ in range(2000)]
    digests = [hashlib.sha256(token.encode()).hexdigest() for token in tokens]
    material = "\n".join(
        f"person{number}\t\\\\x{digest}\t{token[:11]}"
        for number, (token, digest) in enumerate(zip(tokens, digests))
    )
    cluster.psql(ROWS.format(tenant=TENANT, hash=password_hash(), people=ACCOUNTS, tokens=material))
    cluster.psql(SETTLE)
    reset(cluster)

    data = Data(
        tenant_id=cluster.psql(f"select id from parlay.tenants where slug = '{TENANT}'"),
        tokens=tokens,
        tokens_file=directory / "tokens",
        digests_file=directory / "digests",
        matches_file=directory / "matches",
        usernames_file=directory / "usernames",
    )
    matches = cluster.psql(
        "select m.id, substr(a.username, 7), substr(b.username, 7) from parlay.matches m"
        "  join parlay.accounts a on a.id = m.user_id1 join parlay.accounts b on b.id = m.user_id2"
        f" where m.tenant_id = {data.tenant_id} order by m.id"
    )
    lines = []
    for row in matches.splitlines():
        match_id, first, second = row.split("|")
        lines.append(f"{match_id} {tokens[int(first)]} {tokens[int(second)]}")
    # In no order: neighbours in the file are none in the tables.
    shuffled = list(zip(tokens[:ACCOUNTS], digests[:ACCOUNTS]))
    source.shuffle(shuffled)
    data.tokens_file.write_text("".join(f"{token}\n" for token, _ in shuffled))
    data.digests_file.write_text("".join(f"{digest}\n" for _, digest in shuffled))
    data.matches_file.write_text("".join(f"{line}\n" for line in lines))
    data.usernames_file.write_text("".join(f"person{number}\n" for number in range(ACCOUNTS)))
    return data


def reset(cluster: Cluster) -> None:
    cluster.psql(RESET.format(tenant=TENANT))
