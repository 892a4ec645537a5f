import Cluster
import Components
import Database
import Foundation
import HTTPServer
import ParlayAPI
import Security
import Tenancy
import TestDatabases
import TestSupport
import Testing
import Transfer

@testable import App

/// The tenants `alpha` and `bravo` with rows in every table, and files of them.
final class TransferFixture {
    let matrix: RouteMatrixFixture
    let scenario: RouteMatrixFixture.Scenario
    let directory: String
    var owner: BlockingConnection { matrix.owner }
    static let rules = Features.components.transferRules

    init() async throws {
        matrix = try await RouteMatrixFixture()
        directory = "/tmp/parlay-transfer-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        // Its rows stay as they are: calls have others.
        scenario = try matrix.scenario()
        for tenant in ["alpha", "bravo"] {
            for _ in 0..<3 { _ = try matrix.scenario(in: tenant) }
            for walked in try MatrixRoute.all() where walked.route.method == .post {
                _ = try await matrix.sendAsOwner(walked, in: tenant)
            }
            _ = try matrix.owner.query(TenantDeletionTests.others, .text(tenant))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    func path(_ name: String) -> String { "\(directory)/\(name)" }

    func connect() throws -> BlockingConnection { try matrix.database.owner }

    @discardableResult func export(_ slug: String, _ name: String? = nil) throws -> TenantExport.Report {
        try TenantExport(try connect(), Self.rules).write(slug, to: path(name ?? slug))
    }

    @discardableResult func load(_ name: String, as slug: String?) throws -> TenantImport.Report {
        try TenantImport(try connect(), Self.rules).read(path(name), as: slug)
    }

    /// The sentence of a refused import.
    func refusal(_ name: String, as slug: String? = "gamma") -> String {
        do {
            try load(name, as: slug)
            return "imported"
        } catch {
            return "\(error)"
        }
    }

    func id(of slug: String) throws -> Int64 {
        try owner.query("select id from tenants where slug = $1", .text(slug))[0].integer(0)
    }

    /// Names of the tables with rows of tenants.
    func tables(_ owner: BlockingConnection? = nil) throws -> [String] {
        try (owner ?? self.owner).query(
            """
            select c.relname::text
              from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
             where c.relkind = 'r' and c.relnamespace = 'parlay'::regnamespace
             order by 1
            """
        ).map { try $0.text(0) }
    }

    /// Count and digest of the rows of each table, without the tenant's id.
    func digests(of slug: String, _ connection: BlockingConnection? = nil) throws -> [String: String] {
        let owner = connection ?? self.owner
        let id = try owner.query("select id from tenants where slug = $1", .text(slug))[0].integer(0)
        var digests: [String: String] = [:]
        for table in try tables(owner) {
            // The number of a transaction, which is another one in each database.
            let local = table == "stream_events" ? "change" : "tenant_id"
            digests[table] = try owner.query(
                """
                select count(*) || ' ' || coalesce(md5(string_agg(row, ',' order by row)), '')
                  from (select (to_jsonb(t) - 'tenant_id' - '\(local)')::text as row from \(table) t where tenant_id = $1) r
                """,
                .integer(id)
            )[0].text(0)
        }
        return digests
    }

    /// A front that knows the tenants of now, with another key than that of the fixture: another installation's.
    func front() async throws -> Gateway {
        let pool = try await matrix.database.front()
        return try await RouteMatrixFixture.front(pool, signer: Signer(key: [UInt8](repeating: 9, count: 32)))
            .gateway
    }

    // MARK: Files

    /// The lines of a file.
    func lines(_ name: String) throws -> [String] {
        let text = try Self.run("/bin/gzip", ["-dc", path(name)], into: path("\(name).text"))
        return text.split(separator: "\n").map(String.init)
    }

    /// Writes lines with a right checksum, unless they end with one.
    func write(_ lines: [String], _ name: String, sealed: Bool = true) throws {
        var text = lines.map { $0 + "\n" }.joined()
        if sealed { text += "{\"sha256\":\"\(sha256(text).hex)\"}\n" }
        try text.write(toFile: path("\(name).plain"), atomically: true, encoding: .utf8)
        _ = try Self.run("/bin/gzip", ["-c", path("\(name).plain")], into: path(name))
    }

    private static func run(_ program: String, _ arguments: [String], into file: String) throws -> String {
        var command = ChildProcess.Command(program, arguments)
        command.stdout = .file(file)
        let exit = try ChildProcess(starting: command).wait(atMost: .seconds(600))
        guard exit == .code(0) else { throw TransferError.file("\(program): \(String(describing: exit))") }
        return String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    }
}
