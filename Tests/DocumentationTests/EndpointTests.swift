import Testing

/// That a call is declared once, by an endpoint of `ParlayAPI`: the server binds it, and the client calls it.
@Suite struct EndpointTests {
    private struct Endpoint {
        /// `WagerCalls.take`
        let name: String
        let pattern: String
    }

    private static func endpoints() throws -> [Endpoint] {
        try Repository.tree(in: "Sources/ParlayAPI", ending: "Calls.swift").flatMap { file in
            let text = try Repository.text("Sources/ParlayAPI/\(file)")
            var family: Substring = ""
            var found: [Endpoint] = []
            let declaration =
                /package enum (\w+Calls)|static let (\w+) = Endpoint<[^(]*>\(\s*\.\w+,\s*"([^"]*)"/
            for match in text.matches(of: declaration) {
                family = match.1 ?? family
                guard let name = match.2, let pattern = match.3 else { continue }
                found.append(Endpoint(name: "\(family).\(name)", pattern: String(pattern)))
            }
            let count = text.matches(of: /package static let \w+ = Endpoint/).count
            #expect(found.count == count, "\(file)")
            return found
        }
    }

    @Test func `each endpoint is bound once`() throws {
        var bindings: [String: Int] = [:]
        for file in try Repository.tree(in: "Sources", ending: ".swift") where !file.hasPrefix("ParlayAPI/") {
            let text = try Repository.text("Sources/\(file)")
            for match in text.matches(of: /TenantRoute\(\s*(\w+Calls\.\w+)\b/) {
                bindings[String(match.1), default: 0] += 1
            }
        }
        let endpoints = try Self.endpoints().map(\.name)
        #expect(endpoints.count > 150)
        #expect(Set(endpoints).count == endpoints.count)
        // Sockets also stand below the apps' address, where the cookie says who listens.
        let twice: Set = ["StreamCalls.stream", "LiveCalls.stream"]
        for endpoint in endpoints {
            #expect(bindings[endpoint] == (twice.contains(endpoint) ? 2 : 1), "\(endpoint)")
        }
        #expect(Set(bindings.keys).subtracting(endpoints) == [])
    }

    @Test func `no path of a call stands in the client`() throws {
        let words = Set(try Self.endpoints().compactMap { $0.pattern.split(separator: "/").first })
        #expect(words.count > 30)
        for file in try Repository.tree(in: "Sources/ParlayClient", ending: ".swift") {
            let code = try Repository.text("Sources/ParlayClient/\(file)").replacing(/\/\/[^\n]*/, with: "")
            for match in code.matches(of: /"([a-z-]+)\/[^"\n]*"/) where words.contains(match.1) {
                Issue.record("\(file) has the path \(match.0): call the endpoint")
            }
        }
    }
}
