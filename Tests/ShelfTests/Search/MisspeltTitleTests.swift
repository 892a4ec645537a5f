import Database
import ParlayAPI
import TestDatabases
import Testing

@testable import Console
@testable import Shelf

/// Titles of the sample catalog as people mistype them. The table of decision 186 has the same lines.
@Suite(.database) struct MisspeltTitleTests {
    /// What is typed, the title that is meant, and its rank among the hits.
    private static let titles: [(typed: String, title: String, rank: Int)] = [
        ("withcer 3", "The Witcher® 3: Wild Hunt", 1),
        ("baldurs gate", "Baldur's Gate 3", 1),
        ("stardw valley", "Stardew Valley", 1),
        ("elden rign", "ELDEN RING", 1),
        ("dark suols", "DARK SOULS™ III", 1),
        ("cyberpnuk", "Cyberpunk 2077", 1),
        ("red ded redemtion", "Red Dead Redemption 2", 1),
        ("civilisation vi", "Sid Meier’s Civilization® VI", 1),
        ("assasins creed", "Assassin's Creed® Odyssey", 1),
        ("undertael", "Undertale", 1),
        ("subnatica", "Subnautica", 1),
        ("rimwrold", "RimWorld", 1),
        ("factroio", "Factorio", 1),
        ("bioshok infinite", "BioShock Infinite", 1),
        ("age of empries", "Age of Empires II: Definitive Edition", 3),
        ("rocket leage", "Rocket League®", 1),
        ("slay teh spire", "Slay the Spire", 1),
        ("binding of issac", "The Binding of Isaac: Rebirth", 2),
        ("europa universalis 4", "Europa Universalis IV", 1),
        ("xcom2", "XCOM® 2", 1),
        ("hads", "Hades", 1),
        ("sekrio shadows", "Sekiro™: Shadows Die Twice - GOTY Edition", 1),
        ("elder srolls skyrim", "The Elder Scrolls V: Skyrim Special Edition", 1),
        ("deus ex mankind dividd", "Deus Ex: Mankind Divided", 1),
        ("ennter the gungeon", "Enter the Gungeon", 1),
        ("celste", "Celeste", 1),
        ("dont strave", "Don't Starve", 1),
        ("dead cels", "Dead Cells", 1),
        ("prtal 2", "Portal 2", 1),
        ("left for dead 2", "Left 4 Dead 2", 1),
    ]

    private static let data =
        "\(#filePath)".split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/data"

    @Test func `thirty misspelt titles have the ranks that the documentation tells`() throws {
        let data = try #require(SampleData(lookingIn: [Self.data]))
        let bytes = try TextFile.bytes(data.path(of: SampleData.games), limit: 1 << 26, "larger than 64 MiB")
        let games = try CatalogFile.read(bytes)
        let worker = try TestDatabase.current.connect(as: .worker)
        for start in stride(from: 0, to: games.count, by: 1000) {
            let chunk = Array(games[start..<min(start + 1000, games.count)])
            _ = try worker.query(CatalogStore.write(chunk, at: Timestamp(milliseconds: 1_779_300_000_000)))
                .one
        }
        let front = try TestDatabase.current.connect(as: .front)
        #expect(Self.titles.count == 30)
        for (typed, title, rank) in Self.titles {
            let hits = try front.query(GameSearchStore.page(GameQuery(q: typed, limit: 25))).all
            let names = try front.query(
                """
                select g.name
                  from unnest($1::bigint[]) with ordinality as h (id, place)
                  join games g on g.id = h.id
                 order by h.place
                """,
                .integers(hits.map(\.id))
            ).map { try $0.text(0) }
            #expect(names.firstIndex(of: title).map { $0 + 1 } == rank, "\(typed): \(names)")
        }
    }
}
