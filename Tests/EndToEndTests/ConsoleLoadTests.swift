import Cluster
import Database
import TestDatabases
import TestSupport
import Testing

/// What fronts and workers count, as the operator's console shows it.
@Suite(.database) struct ConsoleLoadTests {
    /// The sum of a figure, which processes write at their end.
    private func total(_ name: String, of tenant: String) throws -> Int64 {
        try TestDatabase.current.owner.query(
            "select coalesce(sum(count), 0)::bigint from process_counts where name = '\(name)' and tenant_id = \(tenant)"
        )[0].integer(0)
    }

    @Test func `requests and runs of jobs are charts with a table beside them, of all and of a tenant`()
        async throws
    {
        try await Site.with { site in
            try await site.makeTenant()
            let tenant = "(select id from tenants where slug = 'wordup')"
            let owner = try TestDatabase.current.owner
            let front = try await site.serve()
            let session = site.session()
            for _ in 0..<3 { #expect(try await session.send("GET", "about/").status == 200) }
            #expect(try await site.session("/v1/nobody/").send("GET", "about/").status == 404)
            #expect(try await front.stop() == .code(0))
            // The others are those that asked whether it is ready.
            #expect(try total("http_requests", of: tenant) == 3)
            #expect(try total("http_requests", of: "0") > 4)

            try owner.execute(
                """
                insert into jobs (tenant_id, kind, payload) select n.id, 'nothing', '{}'
                  from (values (0), (\(tenant)), (\(tenant))) as n (id)
                """
            )
            let worker = try await site.work()
            try await eventually("the runs") {
                try owner.query("select from jobs where kind = 'nothing'").isEmpty
            }
            #expect(try await worker.stop() == .code(0))
            #expect(try total("jobs_finished", of: tenant) == 2)
            #expect(try total("jobs_finished", of: "0") >= 3)

            let browser = try await ConsoleBrowser.start(site)
            let all = try await browser.get("/").text
            let one = try await browser.get("/tenants/wordup").text
            for page in [all, one] {
                for chart in ["requests", "runs"] {
                    #expect(page.contains("id=\"chart-\(chart)-title\""))
                    #expect(page.contains("id=\"chart-\(chart)-table-caption\""))
                }
                #expect(page.split(separator: "<rect ").count == 49)
            }
            #expect(one.contains(">Requests: 3<") && one.contains(">Job runs: 2<"))
            #expect(all.contains(">Requests: \(try total("http_requests", of: "0"))<"))
        }
    }
}
