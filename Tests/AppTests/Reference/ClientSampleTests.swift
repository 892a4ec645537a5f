import Foundation
import ParlayAPI
import Testing

@testable import Reference

/// The samples in JavaScript and Python. `scripts/check-clients` checks their types too.
@Suite struct ClientSampleTests {
    private static func file(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Checkout.root)/\(path)", encoding: .utf8)
    }

    @Test func `a sample has the call's name in each client, if the clients have it`() throws {
        let script = try Self.file("clients/javascript/served/client.js").split(separator: "\n")
        let flags = Dictionary(
            script.compactMap { line -> (String, Substring)? in
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count > 2, ["GET", "POST", "PUT", "PATCH", "DELETE"].contains(words[1]) else {
                    return nil
                }
                return (String(words[0]), words.count > 3 ? words[3] : "")
            }
        ) { first, _ in first }
        #expect(flags.count > 100)
        let python = try Self.file("clients/python/parlay_client/_calls.py")
        for call in try TestReference.routes().handbook.calls {
            let samples = Samples(call: call)
            #expect(samples.isInClients == (flags[call.name] != nil), "\(call.name)")
            guard let flags = flags[call.name] else { continue }
            #expect(samples.javaScript.contains("parlay.\(call.name)("))
            #expect(samples.javaScript.hasPrefix("for await") == flags.contains("l"), "\(call.name)")
            let name = Samples.snake(call.name)
            #expect(python.contains("    def \(name)(self"), "\(name)")
            #expect(samples.python.contains("parlay.\(name)("))
        }
    }

    @Test func `values are written as each language has them`() throws {
        let calls = try TestReference.routes().handbook.calls
        let take = try #require(calls.first { $0.name == "takeWager" })
        #expect(Samples(call: take).javaScript.hasPrefix("const answer = await parlay.takeWager("))
        #expect(JSONText.plain(["is_open": .bool(true), "2x": .null], .python).contains("\"is_open\": True"))
        #expect(
            JSONText.plain(["is_open": .bool(true), "2x": .null], .javaScript)
                == "{\n  is_open: true,\n  \"2x\": null\n}"
        )
        #expect(Samples.snake("loginWithIDToken") == "login_with_id_token")
        let document = try #require(calls.first { $0.name == "getOpenAPI" })
        #expect(Samples(call: document).javaScript.contains("fetch(\"https://parlay.example/openapi.json\")"))
    }
}
