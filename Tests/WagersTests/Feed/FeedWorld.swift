import Database
import ParlayAPI
import TestSupport
import TestWorlds
import Testing

@testable import Wagers

/// What tests of lists ask of a `WagerWorld`.
extension WagerWorld {
    /// The names of a list's wagers.
    func names(_ path: String, as person: SignedInPerson) async throws -> [String] {
        let answer = expect(200, try await call("GET", path, as: person))
        return answer.items.compactMap { $0["name"]?.text }
    }

    /// The names of all pages, one by one.
    func allNames(_ path: String, limit: Int, as person: SignedInPerson) async throws -> [String] {
        var (names, cursor): ([String], String?) = ([], nil)
        repeat {
            let separator = path.contains("?") ? "&" : "?"
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = try await call("GET", "\(path)\(separator)limit=\(limit)\(more)", as: person)
            #expect(page.status == 200 && page.items.count <= limit, "\(page)")
            names += page.items.compactMap { $0["name"]?.text }
            cursor = page["next_cursor"]?.text
        } while cursor != nil && names.count < 10_000
        return names
    }

    /// The parameter that a refused query names.
    func badParameter(_ path: String, as person: SignedInPerson) async throws -> String? {
        let answer = try await call("GET", path, as: person)
        #expect(answer.status == 400 && answer.code == "bad_query", "\(path): \(answer)")
        return answer["parameter"]?.text
    }

    /// Poses a wager that is named by its place.
    @discardableResult
    func pose(_ name: String, at lat: Double, _ lon: Double, as person: SignedInPerson) async throws -> Int64
    {
        try await pose(
            as: person,
            ["place": ["lat": Self.number(lat), "lon": Self.number(lon)]],
            name: name
        )
    }

    static func number(_ value: Double) -> JSONValue { JSONNumber(value).map { .number($0) } ?? .null }

    /// Puts many open wagers into the database: `(name, description, lat, lon)` made of `n` by SQL.
    func load(_ count: Int, as person: SignedInPerson, _ values: String) throws {
        try owner.execute(
            """
            insert into wagers (tenant_id, challenger_id, amount_cents, category, name, description, lat, lon)
            select tenant_id, id, 100 + n, 'Other', \(values)
              from accounts, generate_series(1, \(count)) n
             where id = \(person.id);
            """
        )
    }
}
