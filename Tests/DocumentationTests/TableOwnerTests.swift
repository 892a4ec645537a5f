import Testing

/// Tables belong to their target: others use the fragments of the owner (decision 178). Functions in `db` are left out.
struct TableOwnerTests {
    /// Where the SQL about a table may stand, as beginnings of paths.
    private static let owners: [String: [String]] = [
        "notices": ["Notifications/"],
        "audit": ["Tenancy/Audit.swift", "Administration/"],
        "blocks": ["Accounts/"],
        // The shelf asks whether its own job waits.
        "jobs": ["Jobs/", "Shelf/OnDemand/UpstreamSearchStore.swift"],
    ]

    @Test(arguments: owners.keys.sorted())
    func `the SQL about a table stands with its owner`(_ table: String) throws {
        let pattern = try Regex(#"\b(from|join|into|into:|update|using) "?\#(table)\b"#)
        let owners = try #require(Self.owners[table])
        var owned = 0
        for path in try Repository.tree(in: "Sources", ending: ".swift") {
            guard try Repository.text("Sources/\(path)").contains(pattern) else { continue }
            if owners.contains(where: path.hasPrefix) {
                owned += 1
            } else {
                Issue.record("\(path) has SQL about \(table), which belongs to \(owners)")
            }
        }
        #expect(owned > 0)
    }
}
