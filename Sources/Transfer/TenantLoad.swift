internal import Database
internal import ParlayAPI
internal import Tenancy

/// The rows of one import on their way into the tables.
final class TenantLoad {
    private let connection: BlockingConnection
    let slug: String
    private let progress: (Int64, Int64) -> Void
    /// The new tenant's id; 0 before its row was read.
    private(set) var tenant: Int64 = 0
    private(set) var counts: [(table: String, count: Int64)] = []
    private(set) var created: [(table: String, count: Int64)] = []
    private(set) var merged: [(table: String, count: Int64)] = []

    /// Bytes of rows that are inserted together.
    private static let batchSize = 1024 * 1024

    /// Of one verification that are counted.
    private static let differenceLimit = 100

    /// Moves a sequence beyond `$3`, with room for ids that are given in the same moment.
    private static let advance = Statement(
        """
        select case when nextval(s.name::regclass) <= $3::bigint then setval(s.name::regclass, $3::bigint + 10000) end
          from pg_get_serial_sequence($1, $2) as s (name)
        """
    )
    private static let log = Statement(Audit.insert("'tenant.import'", by: nil, at: "clock_timestamp()"))
    static let statements = [advance, log]

    init(_ connection: BlockingConnection, slug: String, progress: @escaping (Int64, Int64) -> Void) {
        self.connection = connection
        self.slug = slug
        self.progress = progress
    }

    /// Reads the rows of one table.
    func read(_ part: TransferPlan.Part, from file: inout ImportFile) throws {
        let head = try file.control()
        guard head.keys == ["table", "columns"], head["table"] == .string(part.name) else {
            throw file.bad("the table \(part.name) is expected here")
        }
        guard head["columns"] == .array(part.columns.map { .string($0.name) }) else {
            throw file.bad("the columns of \(part.name) are not those of this schema version")
        }
        var total = Batch()
        var batch = Batch()
        while let row = try file.row() {
            if batch.count > 0, batch.bytes.count + row.count > Self.batchSize {
                total.new += try insert(batch, part, file)
                progress(file.position, file.size)
                batch = Batch()
            }
            batch.append(row)
            total.count += 1
        }
        if batch.count > 0 { total.new += try insert(batch, part, file) }
        progress(file.position, file.size)
        if part.name == "tenants", total.count != 1 { throw file.bad("there must be one row of tenants") }
        counts.append((part.name, total.count))
        if part.shared != nil { created.append((part.name, total.new)) }
        if part.merges { merged.append((part.name, total.count - total.new)) }
    }

    /// Rows that are inserted together, as a JSON array that is still open.
    private struct Batch {
        var bytes: [UInt8] = []
        var count: Int64 = 0
        var new: Int64 = 0

        mutating func append(_ row: [UInt8]) {
            bytes.append(count == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            bytes += row
            count += 1
        }
    }

    /// Inserts rows; returns how many are new.
    private func insert(_ batch: Batch, _ part: TransferPlan.Part, _ file: ImportFile) throws -> Int64 {
        let rows = Parameter.bytes(batch.bytes + [UInt8(ascii: "]")])
        do {
            if part.name == "tenants" { return try insertTenant(rows, part, file) }
            if let shared = part.shared { return try connection.query(shared.arriving(rows)).one }
            let result = try connection.query(part.insert, .integer(tenant), rows)
            let (complete, new) = try result.read(0) { (columns) throws(DatabaseError) in
                (try columns.integer(), try columns.integer())
            }
            guard complete == batch.count, new == batch.count || part.merges else {
                throw file.bad("rows of \(part.name) up to here have too many or too few values")
            }
            return new
        } catch let error as DatabaseError {
            throw refusal(error, "rows of \(part.name) up to here are refused", file)
        }
    }

    private func insertTenant(_ rows: Parameter, _ part: TransferPlan.Part, _ file: ImportFile) throws
        -> Int64
    {
        guard tenant == 0 else { throw file.bad("there must be one row of tenants") }
        do throws(DatabaseError) {
            let added: Rows<Int64> = try connection.rows(part.insertTenant, rows, .text(slug))
            if let id = try added.first, added.count == 1 {
                tenant = id
                return 1
            }
        } catch {
            if error.constraint == "tenants_slug_check" { throw TransferError.badSlug(slug) }
            throw error
        }
        let taken = try connection.query(TransferSession.tenant(.text(slug))).first != nil
        throw taken
            ? TransferError.slugTaken(slug)
            : file.bad("the row of tenants has too many or too few values")
    }

    /// What follows when all rows are in the tables.
    func finish(_ plan: TransferPlan, _ rules: TransferRules, _ file: ImportFile) throws {
        do throws(DatabaseError) {
            // The money of each bet is checked here, not at the commit.
            try connection.execute("set constraints all immediate")
        } catch {
            throw refusal(error, "the rows do not fit together", file)
        }
        for part in plan.parts {
            guard let identity = part.identity else { continue }
            let rows: Rows<Int64> = try connection.rows(
                "select coalesce(max(\(identity)), 0) from parlay.\(part.quoted) where tenant_id = $1",
                .integer(tenant)
            )
            let greatest = try rows.one
            guard greatest <= TransferSession.greatestID else {
                throw file.bad(
                    "\(part.name) has the id \(greatest); ids up to \(TransferSession.greatestID) are allowed"
                )
            }
            guard greatest > 0 else { continue }
            _ = try connection.query(
                Self.advance(.text("parlay.\(part.quoted)"), .text(identity), .integer(greatest))
            )
        }
        for verification in rules.verifications {
            let limit = Self.differenceLimit
            let found = try connection.query(verification.differences(.integer(tenant), .integer(limit)))
            guard let first = try found.first else { continue }
            let rest = found.count == limit ? "at least \(limit - 1)" : "\(found.count - 1)"
            let more = found.count > 1 ? " (and \(rest) more)" : ""
            throw TransferError.refusedRows(
                table: verification.table,
                first + more,
                advice: verification.advice
            )
        }
        for arrival in rules.arrivals { _ = try connection.query(arrival(.integer(tenant))) }
        _ = try connection.query(Self.log(.integer(tenant)))
    }

    /// Whether the file is to blame for what the server refused.
    private func refusal(_ error: DatabaseError, _ activity: String, _ file: ImportFile) -> TransferError {
        guard case .statement(let failure) = error, !failure.endsSession,
            ["21", "22", "23", "42", "54", "P0"].contains(failure.sqlState.rawValue.prefix(2))
        else { return .database(error, while: "The import stopped, and nothing was imported") }
        return file.bad("\(activity): \(failure.message)")
    }
}
