import Database
import HTTPServer
import ParlayAPI
import Tenancy
import TestDatabases
import TestSupport
import TestWorlds
import Testing

@testable import Shelf

/// A tenant with the module `shelf`, and people with games.
struct ShelfWorld: Sendable {
    let world: World
    /// A separate connection for each use, because tests call concurrently.
    var owner: BlockingConnection { get throws { try world.database.owner } }

    init(connections: DatabasePool.Sizes = .racing) async throws {
        var settings = TenantSettings.defaults
        settings.requestsPerSecond = 100_000
        settings.requestBurst = 100_000
        world = try await World.make(modules: [.shelf], settings: settings, connections: connections)
    }

    func person(_ name: String) async throws -> SignedInPerson { try await world.person(name) }

    /// Writes a game to the catalog; the answer is its id.
    func game(
        _ name: String,
        released: String? = nil,
        igdb: Int64? = nil,
        genres: [String] = [],
        platforms: [String] = []
    ) throws -> Int64 {
        let rows = try owner.query(
            """
            with game as (
                insert into games (igdb_id, source, source_id, name, release_date, updated_at)
                select $1, case when $1::bigint is null then 'test' end,
                       case when $1::bigint is null then (select count(*) + 1 from games) end, $2, $3::date, now()
                returning id
            ), genre as (
                insert into genres (name) select unnest($4::text[])
                    on conflict (lower(name)) do update set name = excluded.name
                returning id
            ), platform as (
                insert into platforms (name) select unnest($5::text[])
                    on conflict (lower(name)) do update set name = excluded.name
                returning id
            ), genre_link as (
                insert into game_genres select game.id, genre.id from game, genre
            ), platform_link as (
                insert into game_platforms select game.id, platform.id from game, platform
            )
            select id from game
            """,
            .integer(igdb),
            .text(name),
            .text(released),
            .texts(genres),
            .texts(platforms)
        )
        return try rows[0].integer(0)
    }

    func call(
        _ method: String,
        _ path: String,
        as person: SignedInPerson,
        _ body: JSONObject? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        try await world.send(method, path, token: person.token, body, headers: headers)
    }

    /// Adds a game, and says something about it.
    func add(_ game: Int64, as person: SignedInPerson, _ more: JSONObject = [:]) async throws {
        let added = try await call("POST", "shelf/", as: person, ["game_id": .integer(game), "status": 0])
        #expect(added.status == 201, "\(added)")
        guard !more.members.isEmpty else { return }
        let changed = try await call("PATCH", "shelf/\(game)/", as: person, more)
        #expect(changed.status == 200, "\(changed)")
    }

    /// The ids of a list through all of its pages.
    func ids(_ path: String, as person: SignedInPerson, limit: Int = 2) async throws -> [Int64] {
        var ids: [Int64] = []
        var link: String? = "/v1/demo/\(path)\(path.contains("?") ? "&" : "?")limit=\(limit)"
        while let target = link {
            let answer = try await world.send("GET", target, token: person.token)
            #expect(answer.status == 200, "\(answer)")
            ids += answer.items.compactMap { $0["game_id"]?.integer }
            link = answer.headers["Link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
        }
        return ids
    }

    /// Every row of every shelf and wishlist.
    func dump() throws -> [String] {
        try owner.query("select s::text from shelf_games s order by 1").map { try $0.text(0) }
    }
}
