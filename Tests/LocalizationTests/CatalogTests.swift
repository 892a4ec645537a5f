import Localization
import Testing

/// Texts that have what is hard: plurals, genders, apostrophes.
enum SampleText: String, TextKey {
    case title, greeting, games, ranked, chosen, quoted, won, price

    static let catalog = Catalog(
        en: Array(
            #"""
            {"title": "It's your move", "greeting": "Hello {name}, it's {day}",
             "games": "{count, plural, =0 {no games} one {# game} other {# games}} of {name}",
             "ranked": "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}",
             "chosen": "{who, select, me {You chose} other {{name} chose}} it",
             "quoted": "A '{brace}' and '' one", "won": "{name} won {count}", "price": "{amount, number} points"}
            """#.utf8
        ),
        es: Array(
            #"""
            {"title": "Te toca", "greeting": "Hola, {name}: es {day}",
             "games": "{count, plural, =0 {ningún juego} one {# juego} other {# juegos}} de {name}",
             "ranked": "{place, selectordinal, other {#.º}}",
             "chosen": "{who, select, me {Lo elegiste} other {Lo eligió {name}}}",
             "quoted": "Una '{llave}' y '' una", "won": "{name} ganó {count}", "price": "{amount, number} puntos"}
            """#.utf8
        ),
        de: Array(
            #"""
            {"title": "Du bist dran", "greeting": "Hallo {name}, es ist {day}",
             "games": "{count, plural, =0 {keine Spiele} one {# Spiel} other {# Spiele}} von {name}",
             "ranked": "{place, selectordinal, other {#.}}",
             "chosen": "{who, select, me {Du hast} other {{name} hat}} es gewählt",
             "quoted": "Eine '{Klammer}' und '' eine", "won": "{name} gewann {count}", "price": "{amount, number} Punkte"}
            """#.utf8
        )
    )
}

/// A catalog in which English has these texts, and the others too if they are not given.
private func catalog(_ en: String, es: String? = nil, de: String? = nil) -> Catalog {
    Catalog(en: Array(en.utf8), es: Array((es ?? en).utf8), de: Array((de ?? en).utf8))
}

private enum OneText: String, TextKey {
    case one
    static var catalog: Catalog { SampleText.catalog }
}

@Suite struct CatalogTests {
    @Test func `complete catalogs have no faults`() {
        #expect(SampleText.catalog.faults(of: SampleText.self) == [])
    }

    @Test func `missing and surplus keys`() {
        let faults = catalog(#"{"one": "1"}"#, es: "{}", de: #"{"one": "1", "two": "2"}"#).faults(
            of: OneText.self
        )
        #expect(faults == ["es: one is missing", "de: two is no key"])
    }

    @Test func `placeholders that differ`() {
        let faults = catalog(#"{"one": "{a} {b}"}"#, es: #"{"one": "{b} {a}"}"#, de: #"{"one": "{a} {c}"}"#)
            .faults(of: OneText.self)
        #expect(faults == ["de: one has other placeholders than en: b, c"])
    }

    @Test func `placeholders inside of plurals count`() {
        let faults = catalog(
            #"{"one": "{n, plural, one {{a}} other {#}}"}"#,
            es: #"{"one": "{n, plural, one {{b}} other {#}}"}"#
        ).faults(of: OneText.self)
        #expect(faults == ["es: one has other placeholders than en: a, b"])
    }

    @Test(arguments: [
        "{", "{a", "{a b}", "{n, plural, one {1}", "{n, plural}", "{a, select, x}", "{n, plural, one {1}}",
    ])
    func `patterns that do not parse`(pattern: String) {
        let faults = catalog(#"{"one": "\#(pattern)"}"#).faults(of: OneText.self)
        #expect(faults.count == 3)
        #expect(faults.allSatisfy { $0.contains("does not parse") })
    }

    @Test func `categories that a language needs`() {
        let only = #"{"one": "{n, plural, other {#}}"}"#
        #expect(
            catalog(only).faults(of: OneText.self) == [
                "en: one has no one for n", "es: one has no one for n", "de: one has no one for n",
            ]
        )
        let exact = #"{"one": "{n, plural, =1 {1} other {#}}"}"#
        #expect(catalog(exact).faults(of: OneText.self) == [])
        let ordinal = #"{"one": "{n, selectordinal, other {#}}"}"#
        #expect(catalog(ordinal).faults(of: OneText.self) == ["en: one has no few, one, two for n"])
    }

    @Test func `arguments that nobody can give`() {
        #expect(
            catalog(#"{"one": "{0}"}"#).faults(of: OneText.self).first
                == "en: one has an argument without a name: 0"
        )
        #expect(
            catalog(#"{"one": "{d, date, short}"}"#).faults(of: OneText.self).first
                == "en: one has an argument of the type date: d"
        )
    }

    @Test func `files that are no catalogs`() {
        #expect(catalog("[]").faults(of: OneText.self).count == 3)
        #expect(catalog(#"{"one": 1}"#).faults(of: OneText.self).first == "en: one is not a string")
        #expect(catalog(#"{"one": ""}"#).faults(of: OneText.self).first == "en: one is empty")
    }
}
