import Database
import ParlayAPI
import TestDatabases
import Testing

@testable import Shelf

/// Every way to find games answers what the rule says, word by word: over random catalogs, texts and filters, through all pages.
@Suite(.database) struct GameOrderTests {
    /// The whole list, as the rule says it; `SimilarGameTests` tell which games are similar. `$1` text, `$2` sort, `$3` genre,
    /// `$4` platform, `$5` date, `$6` rating, `$7` votes.
    private static let rule = """
        with hits as (
            select g.*, (rating_count * rating + 250 * (select m.rating from catalog_mean m)) / (rating_count + 250) as weighted,
                   case when g.key = game_key($1) then 0
                        when g.key = any (t.keys) then 1
                        when starts_with(g.key, game_key($1)) then 2
                        when string_to_array(g.key, ' ') @> string_to_array(game_key($1), ' ') then 3
                        else (t.alike ->> g.id::text)::integer
                   end as closeness
              from games g
              left join (
                   select a.keys, a.alike
                     from game_terms_of($1, null) t
                    cross join games_alike(t) a
                    where $1 is not null
                   ) t on true
             where ($1::text is null or game_key($1) <> '') and g.is_hidden is not true
               and ($6::double precision is null or g.rating >= $6) and ($7::integer is null or g.rating_count >= $7)
               and ($5::date is null or g.release_date >= $5)
               and ($3::text is null
                    or exists (select from game_genres l join genres n on n.id = l.genre_id
                                where l.game_id = g.id and lower(n.name) = lower($3)))
               and ($4::text is null
                    or exists (select from game_platforms l join platforms n on n.id = l.platform_id
                                where l.game_id = g.id and lower(n.name) = lower($4)))
        )
        select id
          from hits
         where $1 is null or closeness is not null
         order by case when $2::text is null and $1 is null then case when rating_count >= 20 then 1 else 2 end end,
                  case when $2 is null then closeness end,
                  case when $2 is null and $1 is not null then rating_count end desc,
                  case when $2 = 'rating' or $2 is null and $1 is null then weighted end desc nulls last,
                  case when $2 = 'release_date' then release_date end desc nulls last,
                  case when $2 = 'name' then key end,
                  id
        """

    private static let words = [
        "war", "wars", "warcraft", "warfare", "wit", "witch", "witcher", "the", "then", "of", "a", "an", "2",
        "ii",
        "III", "Émile", "東方", "🎮", "O'Neil", "half", "life", "hunt", "hunter", "wild", "-", "Pokémon™",
    ]
    private static let genres = ["Puzzle", "Shooter", "Role-playing (RPG)", "Rare"]
    private static let platforms = ["Linux", "Mac"]

    private func name(_ random: inout Seeded) -> String {
        let count = [1, 1, 2, 2, 3, 4, 7].randomElement(using: &random) ?? 1
        return (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }.joined(separator: " ")
    }

    /// A name, a part of one, or one with an error.
    private func text(_ random: inout Seeded) -> String {
        var text = Array(name(&random))
        switch Int.random(in: 0..<5, using: &random) {
        case 0: break
        case 1: text = Array(text.prefix(Int.random(in: 1...text.count, using: &random)))
        case 2: text.shuffle(using: &random)
        case 3: text.swapAt(0, text.count - 1)
        default: text.remove(at: Int.random(in: 0..<text.count, using: &random))
        }
        return text.isEmpty ? "w" : String(text)
    }

    private func write(_ count: Int, _ random: inout Seeded) throws {
        var games: [SourceGame] = []
        for id in 1...count {
            var object = JSONObject()
            object.add("id", .integer(Int64(id)))
            object.add("name", .string(name(&random)))
            let votes = [0, 0, 0, 1, 5, 19, 20, 255, 256, 257, 800, 4095, 4096, 9000].randomElement(
                using: &random
            )
            object.add("rating_count", .integer(Int64(votes ?? 0)))
            object.add("genres", .array(some(of: Self.genres, &random)))
            object.add("platforms", .array(some(of: Self.platforms, &random)))
            var game = try SourceGame(.object(object))
            game.rating = [nil, 0, 12.5, 99.9, 100].randomElement(using: &random) ?? nil
            game.releaseDate = [nil, -719_162, -1, 0, 1, 15_000, 20_000].randomElement(using: &random)
                .flatMap { $0 }.flatMap { CivilDate(daysSinceEpoch: $0) }
            games.append(game)
        }
        let worker = try TestDatabase.current.connect(as: .worker)
        _ = try worker.query(CatalogStore.write(games, at: Timestamp(milliseconds: 1_779_300_000_000))).one
        _ = try worker.query("update games set is_hidden = id % 34 = 0 where id % 17 = 0")
        _ = try worker.query("select refresh_catalog()")
    }

    private func some(of names: [String], _ random: inout Seeded) -> [JSONValue] {
        names.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.map { .string($0) }
    }

    private func query(_ random: inout Seeded) -> GameQuery {
        GameQuery(
            q: Int.random(in: 0..<6, using: &random) == 0 ? nil : text(&random),
            sort: ([nil, nil, nil] + GameSort.allCases).randomElement(using: &random) ?? nil,
            genre: ([nil, nil, nil, "puzzle", "SHOOTER", "role-PLAYING (rpg)", "None"]).randomElement(
                using: &random
            )
                ?? nil,
            platform: [nil, nil, nil, "linux", "Mac"].randomElement(using: &random) ?? nil,
            releasedFrom: [nil, nil, nil, -719_162, 0, 1, 20_001].randomElement(using: &random).flatMap { $0 }
                .flatMap { CivilDate(daysSinceEpoch: $0) },
            minRating: [nil, nil, nil, nil, 0, 12.5, 99.9, 100].randomElement(using: &random) ?? nil,
            minVotes: [nil, nil, nil, nil, 0, 1, 20, 4096, 10_000].randomElement(using: &random) ?? nil,
            limit: [1, 2, 7, 26, 101].randomElement(using: &random) ?? 26
        )
    }

    /// With bounds so small that lists of a few games take every way, and with those of the program.
    @Test(arguments: [(1, 0, 0), (2, 3, 5), (3, 20, 50), (4, 200, 2000)])
    func `each list equals the rule`(seed: UInt64, read: Int, few: Int) throws {
        let owner = try TestDatabase.current.owner
        for (function, bound) in [
            ("games_read(is_first_page boolean)", max(read, 1)), ("games_are_few()", few),
            ("games_ranked()", max(few, 1)),
        ] {
            _ = try owner.query(
                "create or replace function \(function) returns integer language sql immutable return \(bound)"
            )
        }
        var random = Seeded(state: seed)
        try write(300, &random)
        let front = try TestDatabase.current.connect(as: .front)
        for _ in 0..<150 {
            var query = query(&random)
            let expected = try front.query(
                Self.rule,
                .text(query.q),
                .text(query.sort?.rawValue),
                .text(query.genre),
                .text(query.platform),
                .text(query.releasedFrom?.description),
                .text(query.minRating.map { "\($0)" }),
                .integer(query.minVotes)
            ).map { try $0.integer(0) }
            var found: [Int64] = []
            while true {
                let hits = try front.query(GameSearchStore.page(query)).all
                found += hits.map(\.id)
                guard hits.count == query.limit, let last = hits.last, found.count <= expected.count else {
                    break
                }
                query.after = last.cursor
            }
            #expect(found == expected, "\(query)")
        }
    }
}

/// SplitMix64: the same numbers in each run.
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
