import Cluster
import Foundation
import Glibc
import TestSupport
import Testing

/// No screen of the operator's console sends more than three statements, as the log of its own PostgreSQL tells.
@Suite struct ConsoleStatementTests {
    private static let limit = 3
    private static let screens = [
        "/tenants", "/tenants?q=word", "/tenants/wordup", "/tenants/wordup/settings",
        "/tenants/wordup/account",
        "/tenants/wordup/suspend", "/tenants/wordup/delete", "/transfers", "/jobs", "/jobs?state=available",
        "/jobs?tenant=wordup&kind=prune", "/jobs/all?action=retry", "/schedules", "/mail",
        "/mail?tenant=wordup",
        "/accounts?q=ann", "/accounts/wordup/1", "/audit", "/audit?tenant=wordup",
    ]

    private func cluster() throws -> PrivateCluster {
        var settings = PrivateCluster.Settings(profile: .throwaway)
        settings.removesDirectory = true
        settings.options = ["log_statement=all", "log_line_prefix=%a|"]
        let directory = "/tmp/parlay-console-\(getpid())-\(UUID().uuidString.prefix(8))"
        return try PrivateCluster(directory: directory, settings: settings)
    }

    @Test func `no screen sends more than three statements`() async throws {
        let cluster = try cluster()
        try cluster.start()
        defer { #expect(throws: Never.self) { try cluster.destroy() } }
        try await Site.with(["DATABASE_URL": cluster.connectionString]) { site in
            try await site.parlay("migrate")
            try await site.makeTenant()
            let browser = try await ConsoleBrowser.start(site)
            func executed() throws -> [Substring] {
                try String(contentsOfFile: cluster.logFile, encoding: .utf8)
                    .split(whereSeparator: \.isNewline)
                    .filter { $0.hasPrefix("parlay-console|LOG:  execute ") }
            }
            // The report on health asks more, at most once a minute.
            _ = try await browser.get("/")
            var most = 0
            for screen in Self.screens {
                let before = try executed().count
                let answer = try await browser.get(screen)
                #expect([200, 404].contains(answer.status), "\(screen)")
                let sent = try executed().dropFirst(before)
                #expect(sent.count <= Self.limit, "\(screen): \(sent.joined(separator: "\n"))")
                most = max(most, sent.count)
            }
            #expect(most > 1)
        }
    }
}
