import Database
import TestDatabases
import Testing

@Suite(.database) struct CatalogSchemaTests {
    @Test(arguments: [
        ("The Witcher® 3: Wild Hunt", "the witcher 3 wild hunt"), ("Pokémon™ Café", "pokemon cafe"),
        ("Sid Meier's  Civilization", "sid meiers civilization"), ("Half-Life 2", "half life 2"),
        ("№1 ① ﬁre", "no1 1 fire"), ("ÄÖÜ", "aou"), ("東方 天空璋", "東方 天空璋"), ("!!!", ""),
    ])
    func `names are compared without case, accents and punctuation`(name: String, key: String) throws {
        let rows = try TestDatabase.current.owner.query("select game_key($1)", .text(name))
        #expect(try rows.map { try $0.text(0) } == [key])
    }
}
