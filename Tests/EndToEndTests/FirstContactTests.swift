import Database
import Foundation
import TestDatabases
import Testing

/// What commands say to somebody who has not set everything up yet: a sentence that says what to do.
@Suite(.database) struct FirstContactTests {
    /// One sentence, without codes of PostgreSQL, control characters or what Swift prints of values.
    private func expectSentence(
        _ outcome: Outcome,
        _ words: String...,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.code == 1 && outcome.output.isEmpty, "\(outcome)", sourceLocation: location)
        for word in words {
            #expect(outcome.errors.contains(word), "\(outcome)", sourceLocation: location)
        }
        for noise in ["\t", "?.", "..", "code(", "Optional(", "; ;"] {
            #expect(!outcome.errors.contains(noise), "\(outcome)", sourceLocation: location)
        }
        let code = #/\b[0-9A-Z]{5}: /#
        #expect(!outcome.errors.contains(code), "\(outcome)", sourceLocation: location)
    }

    private static let commands = [
        "serve", "work", "admin tenant list", "admin tenant show a", "admin tenant create abc --name A",
        "admin account list --tenant a", "admin account show b --tenant a", "admin token list b --tenant a",
        "admin jobs list", "admin jobs run prune", "admin jobs show 1", "admin mail list",
        "admin meetups expire",
        "admin payments remind", "admin wagers list --tenant a", "admin events list --tenant a",
        "admin feeds list --tenant a", "admin wallets show b --tenant a", "admin ledger verify",
        "admin games show 1", "admin demo load", "admin export a --out /tmp/parlay-never.gz",
        "admin odds simulate --tenant a",
    ]

    @Test func `on an empty database every command says that it must be migrated`() async throws {
        let current = try TestDatabase.current
        let name = "\(current.name)_empty"
        let server = try current.connect(as: .superuser)
        try server.execute("create database \(name) template template0")
        let url = current.url(as: .superuser).replacing(current.name, with: name)
        try await Site.with(["DATABASE_URL": url]) { site in
            for command in Self.commands {
                expectSentence(
                    try await site.run(command.split(separator: " ").map(String.init)),
                    "Run `parlay migrate`"
                )
            }
            let doctor = try await site.run("doctor")
            #expect(doctor.output.contains("no tables of Parlay yet"), "\(doctor)")
        }
        try server.execute("drop database \(name) with (force)")
    }

    @Test func `without DATABASE_URL and a running up the processes say what is missing and make nothing`()
        async throws
    {
        try await Site.with(hasDatabase: false) { site in
            for command in ["serve", "work", "migrate", "admin tenant list"] {
                expectSentence(
                    try await site.run(command.split(separator: " ").map(String.init)),
                    "DATABASE_URL is not set",
                    "run `parlay up`"
                )
            }
            #expect(!FileManager.default.fileExists(atPath: "\(site.directory)/data"))
            // After an `up`, there is a database that does not run.
            try FileManager.default.createDirectory(
                atPath: "\(site.directory)/data/postgresql",
                withIntermediateDirectories: true
            )
            for command in ["serve", "work", "migrate", "admin tenant list", "admin games show 1"] {
                expectSentence(
                    try await site.run(command.split(separator: " ").map(String.init)),
                    "Start `parlay up` with the same PARLAY_DATA"
                )
            }
        }
    }

    @Test func `a server that does not answer is named with what to check`() async throws {
        let url = ["DATABASE_URL": "postgresql://parlay@127.0.0.1:1/parlay"]
        try await Site.with(hasDatabase: false, url) { site in
            for command in [
                "migrate", "migrate status", "admin tenant list", "admin games show 1", "admin demo load",
            ] {
                expectSentence(
                    try await site.run(command.split(separator: " ").map(String.init)),
                    "port 1 failed: Connection refused",
                    "Check DATABASE_URL"
                )
            }
        }
    }

    @Test func `a login that may do too little is told which one to use`() async throws {
        let url = ["DATABASE_URL": try TestDatabase.current.url(as: .front)]
        try await Site.with(url) { site in
            expectSentence(
                try await site.run("admin", "tenant", "list"),
                "permission denied to set role",
                "Use the one"
            )
        }
    }
}
