import Foundation
import HTTPServer
import TestDatabases
import TestSupport
import Testing

/// A front that starts while it cannot reach one of its databases.
@Suite(.database) struct CellStartTests {
    @Test(.withoutProxy)
    func `tenants that may live in a cell that was never reached are unavailable, not unknown`()
        async throws
    {
        try await Site.with { site in
            let file = "\(site.directory)/cells"
            // Nobody listens there.
            try "2 postgresql:///parlay?host=\(site.directory)/nowhere\n".write(
                toFile: file,
                atomically: true,
                encoding: .utf8
            )
            _ = try await site.serve(with: ["PARLAY_CELLS": file])
            try await site.makeTenant()
            try await eventually("the tenant of cell 1") {
                try await site.session().send("GET", "about/").status == 200
            }
            let elsewhere = try await site.session("/v1/elsewhere/").send("GET", "about/")
            #expect(elsewhere.status == 503 && elsewhere.code == "database_unavailable", "\(elsewhere)")
            #expect(elsewhere.headers["Retry-After"] == "1")
        }
        // With all of them reached, it is known that there is none.
        try await Site.with { site in
            _ = try await site.serve()
            let unknown = try await site.session("/v1/elsewhere/").send("GET", "about/")
            #expect(unknown.status == 404 && unknown.code == "tenant_not_found", "\(unknown)")
        }
    }
}
