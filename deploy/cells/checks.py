"""What must hold after the drill. Every sentence is checked and printed."""

from collections import Counter

from bets import STAKE
from processes import DrillError, Report, until

# What is stored once for each thing that was acknowledged, as `Tenant.acknowledged` names it.
STORED = {
    "bets": "select id from parlay.bets where tenant_id = {tenant}",
    "wagers": "select id from parlay.wagers where tenant_id = {tenant}",
    "takes": "select id from parlay.wagers where tenant_id = {tenant} and taken_at is not null",
    "meetups": "select concat_ws(' ', match_id, kind, location) from parlay.match_moves where tenant_id = {tenant}",
    "notices": "select concat_ws(' ', account_id, kind, subject_id) from parlay.notices where tenant_id = {tenant}"
               " and (kind = 'wager_taken' or kind like 'meetup%')",
}
# A job makes a mail of each notice. Only the last thousand are kept, but the log has all.
NOTICES = "select count(*) from parlay.notices where tenant_id = {tenant} and kind <> 'account_security'"
MAILS = "select message from drill.mails where tenant = {tenant}"
HOURS = "select account_id, game_id, hour_tenths / 10 from parlay.shelf_games where tenant_id = {tenant} and not is_wish"
WAITING = ("select (select count(*) from parlay.notice_outbox where tenant_id = {tenant}),"
           " (select count(*) from parlay.jobs where tenant_id = {tenant} and run_at < now())")
UNSETTLED = ("select count(*) from parlay.bets b join parlay.bet_legs l using (tenant_id)"
             " where tenant_id = {tenant} and l.bet_id = b.id and b.status = 'open' and l.event_id = {event}")
STAKED = "select coalesce(sum(stake_cents), 0) from parlay.bets where tenant_id = {tenant}"
POSITIONS = "select account_id, number from parlay.streams where tenant_id = {tenant}"
# Notes every state of a tenant in a cell, and every mail, but not its copies.
LOGS = """
create schema drill;
create table drill.epochs (number bigserial, at timestamptz default clock_timestamp(), slug text, state text, epoch bigint);
create function drill.note_epoch() returns trigger language plpgsql security definer as $$
begin
    insert into drill.epochs (slug, state, epoch) values (new.slug, new.state, new.epoch);
    return null;
end $$;
create trigger drill after insert or update of state, epoch on parlay.tenants for each row execute function drill.note_epoch();
alter table parlay.tenants enable always trigger drill;
create table drill.mails (tenant bigint, message text);
create function drill.note_mail() returns trigger language plpgsql security definer as $$
begin
    insert into drill.mails values (new.tenant_id, new.message_id);
    return null;
end $$;
create trigger drill after insert on parlay.stored_mails for each row when (new.kind = 'notice') execute function drill.note_mail();
"""
# Seconds after which an event of a stream is late; a switch may take one.
LATE = 2.5
EPOCHS = "select slug, extract(epoch from at), state, epoch from drill.epochs order by number"


class Checks:
    def __init__(self, site, cells, tenants, has_crashes):
        self.site, self.cells, self.tenants, self.has_crashes = site, cells, tenants, has_crashes
        self.report = Report()

    def check(self, sentence, found):
        """`found` is what contradicts the sentence."""
        found = list(found)
        self.report.check(sentence, not found, f"{len(found)}: {found[:6]}")

    # The cells

    def ask(self, cell, sql, tenant, **values):
        number = f"(select id from parlay.tenants where slug = '{tenant.slug}')"
        return cell.psql(sql.format(tenant=number, **values)).splitlines()

    def homes(self):
        """Where each tenant is open; it must be one cell."""
        homes, wrong = {}, []
        for tenant in self.tenants:
            states = [self.ask(cell, "select state from parlay.tenants where id = {tenant}", tenant) for cell in self.cells]
            wrong += [(tenant.slug, states)] if states.count(["open"]) != 1 else []
            homes[tenant] = self.cells[states.index(["open"]) if ["open"] in states else 0]
        self.check("each tenant is open in exactly one cell", wrong)
        return homes

    def platform(self):
        done = self.site.run("cell", "list", check=False)
        self.check("each cell follows what no tenant has (parlay cell list)", [done.stderr.strip()] if done.returncode else [])

    def epochs(self):
        found = list(overlaps(log for cell in self.cells for log in read_epochs(cell)))
        self.check("at every moment exactly one cell was open, and epochs rose (from the log of epochs)", found)

    # The rows

    def stored(self, homes):
        for what, sql in STORED.items():
            wrong, total = [], 0
            for tenant, cell in homes.items():
                rows = Counter(self.ask(cell, sql, tenant))
                told = Counter({str(key): count for key, count in tenant.acknowledged[what].items()})
                total += told.total()
                wrong += [f"{tenant.slug} lost {entry}" for entry in told - rows]
                wrong += [f"{tenant.slug} has too much {entry}" for entry in rows - told]
            self.check(f"each of {total} acknowledged {what} is stored once, and no other", wrong)
        wrong, total = [], 0
        for tenant, cell in homes.items():
            rows = {tuple(map(int, line.split("|"))) for line in self.ask(cell, HOURS, tenant)}
            told = {(*key, hours) for key, hours in tenant.hours.items()}
            total += len(told)
            wrong += [(tenant.slug, *entry) for entry in rows ^ told]
        self.check(f"the {total} entries of shelves are as they were acknowledged last", wrong)
        self.check("the stakes are those that were acknowledged", (
            tenant.slug for tenant, cell in homes.items()
            if int(self.ask(cell, STAKED, tenant)[0]) != STAKE * len(tenant.acknowledged["bets"])))

    def elsewhere(self, homes):
        """No row in another cell than the tenant's, but what processes count there, which does not move."""
        tables = homes[self.tenants[0]].psql(
            "select string_agg(format('select %L, count(*) from parlay.%I where tenant_id = {tenant}', table_name, table_name),"
            " ' union all ') from information_schema.columns join information_schema.tables using (table_schema, table_name)"
            " where table_schema = 'parlay' and column_name = 'tenant_id' and table_type = 'BASE TABLE'"
            " and table_name <> 'process_counts'")
        left = [(cell.name, tenant.slug, line) for tenant, home in homes.items() for cell in self.cells if cell is not home
                for line in self.ask(cell, tables, tenant) if not line.endswith("|0")]
        self.check("the other cells have no row of it", left)

    def jobs(self, homes):
        """Settlements, and a mail for each notice."""
        unfinished = []
        for tenant, cell in homes.items():
            for what, sql, goal in [("settlement", UNSETTLED, ["0"]), ("jobs", WAITING, ["0|0"])]:
                try:
                    until(what, lambda sql=sql, goal=goal, tenant=tenant, cell=cell:
                          self.ask(cell, sql, tenant, event=tenant.contests[0][0]) == goal, limit=120)
                except DrillError:
                    unfinished.append((tenant.slug, what, self.ask(cell, sql, tenant, event=tenant.contests[0][0])))
        self.check("every bet on a finished game is settled, and no job waits", unfinished)
        wrong, total = [], 0
        for tenant, home in homes.items():
            mails = Counter(message for cell in self.cells for message in self.ask(cell, MAILS, tenant))
            notices = int(self.ask(home, NOTICES, tenant)[0])
            total += notices
            wrong += [(tenant.slug, message, count) for message, count in mails.items() if count > 1]
            wrong += [(tenant.slug, f"{len(mails)} mails of {notices} notices")] if len(mails) != notices else []
        self.check(f"a job made one mail for each of {total} notices", wrong)
        dead = [(cell.name, line) for cell in self.cells for line in cell.psql("select kind, last_error from parlay.dead_letters").splitlines()]
        self.check("no job died", dead)

    def ledgers(self, homes):
        wrong = []
        for tenant, cell in homes.items():
            url, self.site.url = self.site.url, cell.url
            done = self.site.run("admin", "ledger", "verify", "--tenant", tenant.slug, check=False)
            self.site.url = url
            wrong += [done.stdout + done.stderr] if done.returncode else []
        self.check("the ledgers are exact (parlay admin ledger verify)", wrong)

    # The streams

    def positions(self, homes):
        """The number of the last event of each person."""
        ends = {}
        for tenant, cell in homes.items():
            for line in self.ask(cell, POSITIONS, tenant):
                person, number = map(int, line.split("|"))
                ends[tenant.slug, person] = number
        return ends

    def streams(self, followers, ends):
        self.check(f"{len(followers)} followers got their events in order and without a gap, over"
                   f" {sum(follower.connections for follower in followers)} connections",
                   (f"{follower.person.name}: {fault}" for follower in followers for fault in follower.faults))
        self.check("each got the last one", (
            f"{follower.key} has {follower.last} of {end}" for follower in followers
            if follower.last != (end := ends.get(follower.key, 0))))
        if not self.has_crashes:
            late = Counter(follower.person.tenant for follower in followers for delay in follower.delays if delay > LATE)
            self.check(f"no event came later than {LATE} s", late.items())
        wrong, total = [], 0
        for follower in followers:
            tenant = next(tenant for tenant in self.tenants if tenant.slug == follower.person.tenant)
            due = Counter({event: count for event, count in tenant.events.items() if event[0] == follower.person.number})
            settled = [event for event in follower.events if event[1] == "bet.settled"]
            due.update({event: 1 for event in settled})
            got = Counter({event: 1 if event[1] == "shelf.changed" else count for event, count in follower.events.items()
                           if event in due or event[1] in ("bet.placed", "wager.posed", "wager.taken")})
            total += due.total()
            wrong += [(follower.person.name, event, due[event], got[event]) for event in due | got if due[event] != got[event]]
        self.check(f"each of {total} acknowledged changes was one event to each follower", wrong)

    # The processes

    def answers(self):
        self.check("no call was refused", (f"{tenant.slug}: {text}" for tenant in self.tenants for text in tenant.refusals))
        if not self.has_crashes:
            seen = sum((tenant.seen() for tenant in self.tenants), Counter())
            self.check("no call had to be repeated", seen.items())
        errors = [line for line in self.site.errors() if not self.has_crashes or "status=500" in line]
        self.check("no answer was a 500" + ("" if self.has_crashes else ", and no process logged an error"), errors)
        self.check("fronts and worker are the processes that were started",
                   (process.name for process in self.site.processes if not process.is_running))
        slots = [(cell.name, name) for cell in self.cells
                 for name in cell.psql("select slot_name from pg_replication_slots where slot_name like 'parlay_move%'").split()]
        self.check("no slot is left", slots)


def read_epochs(cell):
    for line in cell.psql(EPOCHS).splitlines():
        slug, at, state, epoch = line.split("|")
        yield slug, float(at), cell.name, state, int(epoch)


def overlaps(log):
    """Moments of the log at which a tenant was opened while another cell was open, or with an epoch that another had."""
    is_open, highest = {}, {}
    for slug, at, cell, state, epoch in sorted(log):
        if state != "open":
            if is_open.get(slug) == cell:
                del is_open[slug]
        elif is_open.get(slug, cell) != cell:
            yield slug, at, f"open in {is_open[slug]} and {cell}"
        else:
            is_open[slug] = cell
            before, there = highest.get(slug, (0, cell))
            if epoch < before or (epoch == before and cell != there):
                yield slug, at, f"epoch {epoch} in {cell} after {before} in {there}"
            highest[slug] = (epoch, cell)
