internal import Database
internal import Tenancy

// Whether the data is elsewhere too, and what the operator has stopped.
extension Doctor {
    /// In seconds: a backup a day and two hours for taking it, as the alert counts.
    private static let oldestBackup: Double = 26 * 3600
    /// In bytes of WAL.
    private static let largestLag: Int64 = 64 << 20

    static let backup = RowStatement<Double>(
        "select extract(epoch from clock_timestamp() - ended_at)::float8 from parlay.backups"
    )
    /// A standby, or a slot without one, and how much WAL it has still to read.
    static let replication = RowStatement<StandbyFacts>(
        """
        select coalesce(nullif(r.application_name, ''), 'a standby'), coalesce(r.state, 'unknown'), coalesce(r.sync_state, 'unknown'),
               pg_wal_lsn_diff(pg_current_wal_lsn(), r.replay_lsn)::bigint
          from pg_stat_replication r
         where not pg_is_in_recovery() and coalesce(r.state, '') <> 'backup'
        union all
        select s.slot_name::text, 'inactive', 'slot', pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)::bigint
          from pg_replication_slots s
         where not pg_is_in_recovery() and not s.active
         order by 1
        """
    )
    /// Whether the schema has the tables that are asked here.
    static let hasCopies = RowStatement<Bool>(
        "select to_regclass('parlay.backups') is not null and to_regclass('parlay.paused_kinds') is not null"
    )
    static let paused = RowStatement<String>("select kind from parlay.paused_kinds order by kind")

    mutating func examineCopies(_ connection: BlockingConnection) throws {
        // Otherwise the schema is what is wrong, and that was said.
        guard try connection.query(Self.hasCopies()).one else { return }
        try examineBackup(connection)
        try examineReplication(connection)
        try examinePauses(connection)
    }

    private mutating func examineBackup(_ connection: BlockingConnection) throws {
        guard let age = try connection.query(Self.backup()).first else {
            return note(
                .warning,
                "backup",
                "none was recorded; deploy/backup takes and verifies them (docs/backup.md)"
            )
        }
        let hours = Int(max(0, age) / 3600)
        note(
            age > Self.oldestBackup ? .bad : .good,
            "backup",
            age > Self.oldestBackup
                ? "the last verified one is \(hours) h old; the log of parlay-backup says why"
                : "the last verified one is \(hours) h old"
        )
    }

    private mutating func examineReplication(_ connection: BlockingConnection) throws {
        let standbys = try connection.query(Self.replication()).all
        if standbys.isEmpty { return note(.good, "replication", "no standby is connected") }
        for standby in standbys {
            let megabytes = (standby.lag ?? 0) >> 20
            let isLate = (standby.lag ?? 0) > Self.largestLag
            if standby.state == "inactive" {
                note(
                    .warning,
                    "replication",
                    "nobody reads the slot \(standby.name), for which the server keeps \(megabytes) MiB of WAL; start its"
                        + " standby, or drop the slot"
                )
            } else if standby.state == "unknown" {
                note(
                    .unchecked,
                    "replication",
                    "\(standby.name) is connected; its state is for members of pg_monitor"
                )
            } else if standby.state == "streaming", !isLate {
                note(.good, "replication", "\(standby.name) is \(standby.synchrony), \(megabytes) MiB behind")
            } else {
                note(
                    .warning,
                    "replication",
                    "\(standby.name) is \(standby.state), \(megabytes) MiB behind; look at its log and its network"
                )
            }
        }
    }

    mutating func examinePauses(_ connection: BlockingConnection) throws(DatabaseError) {
        let kinds = try connection.query(Self.paused()).all
        guard !kinds.isEmpty else { return }
        note(
            .warning,
            "paused jobs",
            "\(kinds.joined(separator: ", ")): they wait until `parlay admin jobs resume KIND`"
        )
    }
}

struct StandbyFacts: RowReadable {
    let name: String
    /// `streaming`, or `inactive` for a slot that nobody reads. `unknown` if the login may not know it.
    let state: String
    /// `sync`, `async`, `quorum`, `potential` or `slot`.
    let synchrony: String
    /// Bytes of WAL; `nil` if unknown.
    let lag: Int64?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        name = try columns.text()
        state = try columns.text()
        synchrony = try columns.text()
        lag = try columns.optionalInteger()
    }
}
