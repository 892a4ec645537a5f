import Foundation
import TestDatabases
import TestSupport
import Testing

/// The shell sessions of README.md and of the guides, run unchanged against the real program with its demo tenants.
@Suite(.demoDatabase) struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    @Test(arguments: [
        "README.md", "docs/getting-started.md", "docs/accounts.md", "docs/meetups.md", "docs/wagers.md",
        "docs/sportsbook.md", "docs/shelf.md", "docs/odds-feeds.md", "docs/browsers.md",
        "docs/first-people.md",
    ])
    func `the session of the page runs`(page: String) async throws {
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let blocks = Self.shellBlocks(of: text)
        #expect(blocks.contains { $0.contains("curl") })
        try await Site.with { site in
            // As `up` has it: a page of the guide to feeds is on this machine.
            _ = try await site.serve(with: ["PARLAY_WEBHOOK_PRIVATE": "loopback"])
            try Self.prepare(site.directory)
            let script = blocks.map(Self.step).joined(separator: "\n")
                .replacing("http://127.0.0.1:8080", with: "http://127.0.0.1:\(site.port)")
            let outcome = try await Self.run(script, at: site)
            #expect(outcome.code == 0, "\(page): \(outcome.errors) \(outcome.output.suffix(2_000))")
        }
    }

    @Test func `a session that is refused fails`() async throws {
        try await Site.with { site in
            _ = try await site.serve()
            try Self.prepare(site.directory)
            let call = "curl -sS http://127.0.0.1:\(site.port)/v1/nobody/about/"
            #expect(try await Self.run(call, at: site).code != 0)
            #expect(try await Self.run(Self.step("# 404\n\(call)"), at: site).code == 0)
            #expect(try await Self.run(Self.step("# 400\n\(call)"), at: site).code != 0)
        }
    }

    /// The text between "```sh" and "```".
    private static func shellBlocks(of page: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring]?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "```sh" {
                lines = []
            } else if line == "```", let found = lines {
                blocks.append(found.joined(separator: "\n"))
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        return blocks
    }

    /// A block whose first line is a comment with a status, such as `# 422, because …`, must be refused with it.
    private static func step(_ block: String) -> String {
        guard let status = block.firstMatch(of: /^# ([45]\d\d)\b/)?.output.1 else { return block }
        return "export EXPECTED_STATUS=\(status)\n\(block)\nunset EXPECTED_STATUS"
    }

    /// A photo to upload, and a `curl` before the real one in PATH: one that fails when the status is not the expected one.
    private static func prepare(_ directory: String) throws {
        let photo = try Pictures.make("b = enc(quarters(320, 240), 'JPEG')")
        try Data(photo).write(to: URL(filePath: "\(directory)/ann.jpg"))
        let curl = """
            #!/usr/bin/env bash
            notes=$(mktemp)
            answer=$(mktemp)
            trap 'rm "$notes" "$answer"' EXIT
            for _ in {1..100}; do
                /usr/bin/curl "$@" -w '%{stderr}%{http_code}' >"$answer" 2>"$notes" || { cat "$notes" >&2; exit 22; }
                # A search has 250 ms, which a busy machine may not give it.
                grep -q search_too_broad "$answer" || break
            done
            cat "$answer"
            status=$(tail -c 3 "$notes")
            if [ -n "${EXPECTED_STATUS-}" ]; then [ "$status" = "$EXPECTED_STATUS" ]; else [ "$status" -lt 400 ]; fi || {
                echo "status $status of: curl $*" >&2
                exit 22
            }
            """
        let path = "\(directory)/curl"
        try Data(curl.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private static func run(_ script: String, at site: Site) async throws -> Outcome {
        let products = URL(filePath: Parlay.path).deletingLastPathComponent().path
        var environment = site.environment
        environment["PATH"] = "\(site.directory):\(products):/usr/local/bin:/usr/bin:/bin"
        let shell = try ParlayProcess(
            program: "/bin/bash",
            [
                "-c",
                "set -euo pipefail; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT; cd '\(site.directory)'\n\(script)",
            ],
            environment: environment,
            files: "\(site.directory)/session"
        )
        return Outcome(exit: try await shell.end(), output: shell.output, errors: shell.errors)
    }
}
