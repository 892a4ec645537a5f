import App
import Cluster
import Foundation
import TestSupport
import Testing

/// With `PARLAY_TEST_PROXY=caddy`, clients reach all fronts through Debian's caddy and `deploy/Caddyfile`.
extension Site {
    static let hasProxy = ProcessInfo.processInfo.environment["PARLAY_TEST_PROXY"] == "caddy"

    func startProxy() async throws {
        let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        // The tests read metrics, and need not wait for connections at the end.
        let changes = ["\trespond /metrics 404\n": "", "grace_period 40s": "grace_period 1s"]
        var file = try String(contentsOfFile: "\(checkout)/deploy/Caddyfile", encoding: .utf8)
        for (line, replacement) in changes {
            guard file.contains(line) else { throw Parlay.Failure("deploy/Caddyfile has no \(line)") }
            file = file.replacing(line, with: replacement)
        }
        let path = "\(directory)/Caddyfile"
        try file.write(toFile: path, atomically: false, encoding: .utf8)
        let caddy = try start(
            program: "/usr/bin/caddy",
            ["run", "--config", path],
            with: [
                "PARLAY_SITE": "http://:\(port)", "PARLAY_FRONTS": "127.0.0.1:\(frontPort)",
                "HOME": directory,
            ]
        )
        try await eventually("the proxy") {
            if !caddy.isRunning { throw Parlay.Failure("caddy ended: \(caddy.errors)") }
            return caddy.errors.contains("serving initial configuration")
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// For a test about what a client sees of the front itself: its address, refused and broken connections, answers
    /// before the end of a body.
    static var withoutProxy: Self {
        .disabled(if: Site.hasProxy, "It is about the front's own connections.")
    }
}
