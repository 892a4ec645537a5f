import Accounts
import Database
import Foundation
import ParlayAPI
import Security
import TestDatabases
import TestSupport
import Testing
import Transfer

@testable import App

/// What an import checks before it is committed: rows that the tables take, and that do harm.
@Suite(.database) struct ImportVerificationTests {
    private let world: TransferFixture
    /// Those of the file of `alpha`, without its checksum.
    private let lines: [String]

    init() async throws {
        world = try await TransferFixture()
        try world.export("alpha")
        lines = try world.lines("alpha").dropLast()
    }

    /// Changes a value in the first row of a table that has one; returns what the import says.
    private func load(_ table: String, _ column: String, _ change: (JSONValue) -> JSONValue) throws -> String
    {
        var lines = lines
        let head = try #require(lines.firstIndex { $0.hasPrefix(#"{"table":"\#(table)""#) })
        guard case .array(let columns)? = try JSONParser.parseObject(Array(lines[head].utf8))["columns"]
        else {
            return "no columns"
        }
        let place = try #require(columns.firstIndex(of: .string(column)))
        for number in (head + 1)..<lines.count where lines[number].hasPrefix("[") {
            guard case .array(var values) = try JSONParser.parse(Array(lines[number].utf8)),
                values[place] != .null
            else { continue }
            values[place] = change(values[place])
            lines[number] = String(decoding: JSONValue.array(values).jsonBytes(), as: UTF8.self)
            break
        }
        // A name is written once.
        let name = UUID().uuidString
        try world.write(lines, name)
        return world.refusal(name)
    }

    private func isHere() throws -> Bool {
        try !world.owner.query("select from tenants where slug = 'gamma'").isEmpty
    }

    private static let tail = "$MDEyMzQ1Njc4OWFiY2RlZg$69I7qCjDTsQwhQqFvpQJiqEI0lGQvxC84fXE0Ktxca4"

    @Test func `password hashes that cost more than those of this installation are refused`() throws {
        for cost in ["m=1048576,t=64,p=16", "m=19457,t=2,p=1", "m=19456,t=3,p=1", "m=19456,t=2,p=2"] {
            let sentence = try load("accounts", "password_hash") { _ in
                .string("$argon2id$v=19$\(cost)\(Self.tail)")
            }
            #expect(sentence.hasPrefix("The rows of accounts are refused: account "), "\(sentence)")
            #expect(sentence.contains(cost.replacing(",", with: ", ")), "\(sentence)")
            #expect(sentence.contains("m=19456, t=2, p=1. Nothing was imported."), "\(sentence)")
            #expect(sentence.contains("PARLAY_PASSWORD_MEMORY_KIB"), "\(sentence)")
        }
        #expect(try !isHere())
        // Settings that were raised once remain allowed, and none lowers them.
        _ = try world.owner.query(
            PasswordCostStore.allow(try Argon2Cost(memoryKiB: 65_536, iterations: 1, parallelism: 1))
        )
        let ceiling = try world.owner.query(
            PasswordCostStore.allow(try Argon2Cost(memoryKiB: 8, iterations: 3, parallelism: 1))
        ).one.cost
        #expect(ceiling == (try Argon2Cost(memoryKiB: 65_536, iterations: 3, parallelism: 1)))
        let sentence = try load("accounts", "password_hash") { _ in
            .string("$argon2id$v=19$m=65536,t=3,p=1\(Self.tail)")
        }
        #expect(sentence == "imported")
    }

    @Test(arguments: [
        "", "x", "$argon2i$v=19$m=8,t=1,p=1\(tail)", "$argon2id$v=19$m=8,t=1,p=2\(tail)",
        "$argon2id$v=19$m=08,t=1,p=1\(tail)", "$argon2id$v=19$m=8,t=1,p=1$short$\(tail)",
        "$argon2id$v=19$m=٨٠,t=1,p=1\(tail)", "$argon2id$v=19$m=8,t=65,p=1\(tail)",
        "$argon2id$v=19$m=9999999999999,t=1,p=1\(tail)",
    ])
    func `a malformed password hash is refused`(_ hash: String) throws {
        let sentence = try load("accounts", "password_hash") { _ in .string(hash) }
        #expect(
            sentence.contains("has a password hash that is malformed. Nothing was imported."),
            "\(sentence)"
        )
        #expect(try !isHere())
    }

    @Test func `an account may arrive without a password`() throws {
        #expect(try load("accounts", "password_hash") { _ in .null } == "imported")
    }

    @Test(arguments: ["balance_cents", "open_stakes_cents", "transactions"])
    func `wallets that disagree with the ledger are refused`(_ column: String) throws {
        let sentence = try load("wallets", column) { value in .integer((value.integer ?? 0) + 1) }
        #expect(sentence.hasPrefix("The rows of ledger are refused: "), "\(sentence)")
        #expect(
            sentence.contains("of account ") && sentence.contains("parlay admin ledger verify"),
            "\(sentence)"
        )
        #expect(try !isHere())
    }
}
