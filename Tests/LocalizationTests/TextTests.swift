import Localization
import Testing

@Suite struct TextTests {
    private let en = Localizer(language: .en)
    private let es = Localizer(language: .es)
    private let de = Localizer(language: .de)

    @Test func `texts without arguments`() {
        #expect(en.text(SampleText.title) == "It's your move")
        #expect(es.text(SampleText.title) == "Te toca")
        #expect(de.text(SampleText.title) == "Du bist dran")
    }

    @Test func `apostrophes and quoted braces`() {
        #expect(en.text(SampleText.greeting, ["name": "Ana", "day": "May"]) == "Hello Ana, it's May")
        #expect(en.text(SampleText.quoted) == "A {brace} and ' one")
    }

    @Test func `plurals`() {
        func games(_ localizer: Localizer, _ count: Int64) -> String {
            localizer.text(SampleText.games, ["count": .number(count), "name": "Ana"])
        }
        #expect(
            [0, 1, 2, 1000].map { games(en, $0) } == [
                "no games of Ana", "1 game of Ana", "2 games of Ana", "1,000 games of Ana",
            ]
        )
        #expect(
            [0, 1, 2, 10_000].map { games(es, $0) } == [
                "ningún juego de Ana", "1 juego de Ana", "2 juegos de Ana", "10.000 juegos de Ana",
            ]
        )
        #expect(
            [0, 1, 2, 1000].map { games(de, $0) } == [
                "keine Spiele von Ana", "1 Spiel von Ana", "2 Spiele von Ana", "1.000 Spiele von Ana",
            ]
        )
        #expect(games(es, 1_000_000) == "1.000.000 juegos de Ana")
        #expect(games(en, .min).hasPrefix("-9,223,372,036,854,775,808 games"))
    }

    @Test func `ordinals`() {
        let places: [Int64] = [1, 2, 3, 4, 11, 21]
        #expect(
            places.map { en.text(SampleText.ranked, ["place": .number($0)]) } == [
                "1st", "2nd", "3rd", "4th", "11th", "21st",
            ]
        )
        #expect(es.text(SampleText.ranked, ["place": 3]) == "3.º")
        #expect(de.text(SampleText.ranked, ["place": 3]) == "3.")
    }

    @Test func `choices`() {
        #expect(en.text(SampleText.chosen, ["who": "me", "name": "Ana"]) == "You chose it")
        #expect(es.text(SampleText.chosen, ["who": "them", "name": "Ana"]) == "Lo eligió Ana")
    }

    @Test func `what is missing leaves its placeholder`() {
        #expect(en.text(SampleText.greeting, ["name": "Ana"]) == "Hello Ana, it's {day}")
        #expect(en.text(SampleText.games) == "{count} of {name}")
        #expect(en.text(SampleText.games, ["name": "Ana"]) == "{count} of Ana")
        #expect(en.text(SampleText.chosen) == "{who} it")
    }

    @Test func `values that do not fit`() {
        #expect(en.text(SampleText.games, ["count": "many", "name": "Ana"]) == "{count} of {name}")
        #expect(en.text(SampleText.title, ["surplus": "x"]) == "It's your move")
        #expect(en.text(SampleText.chosen, ["who": 1, "name": "Ana"]) == "{who} it")
        #expect(
            en.text(SampleText.greeting, ["": "x", "na\u{0}me": "y", "name": "Ana", "day": "d"])
                == "Hello Ana, it's d"
        )
    }

    @Test(arguments: [
        "{day}", "{", "}", "'", "''", "'{name}'", "<script>alert(1)</script>", "# {0} |", "\u{0}",
        "\u{202E}x",
        "👩🏽‍🚀 é", "", "{count, plural, other {#}}",
    ])
    func `hostile values pass unchanged`(value: String) {
        #expect(en.text(SampleText.greeting, ["name": "\(value)", "day": "d"]) == "Hello \(value), it's d")
        #expect(en.text(SampleText.games, ["count": 2, "name": .text(value)]) == "2 games of \(value)")
        #expect(en.text(SampleText.chosen, ["who": "x", "name": .text(value)]) == "\(value) chose it")
    }

    @Test func `long values`() {
        let value = String(repeating: "é{'", count: 100_000)
        #expect(de.text(SampleText.games, ["count": 1, "name": .text(value)]) == "1 Spiel von \(value)")
    }

    @Test func `texts with numbers are kept, and are those of their numbers and language`() {
        // More than are kept, twice.
        for _ in 0..<2 {
            for place in Int64(21)..<6_021 where place % 10 == 1 && place % 100 != 11 {
                #expect(en.text(SampleText.ranked, ["place": .number(place)]).contains("\(place % 1000)st"))
                #expect(!de.text(SampleText.ranked, ["place": .number(place)]).contains("st"))
                _ = en.text(SampleText.ranked, ["place": .number(place * 7), "other": .number(place)])
            }
        }
    }

    @Test func `numbers in simple placeholders read as in ICU`() {
        for number: Int64 in [0, 7, 999, 1000, 12_345, -1, -1000, .max] {
            for locale in ["en", "es", "es-MX", "de", "de-AT", "de-CH", "en-IN"] {
                guard let language = Language(tag: locale) else { continue }
                let localizer = Localizer(language: language, locale: locale)
                let ours = localizer.text(SampleText.won, ["name": "", "count": .number(number)])
                let theirs = localizer.text(SampleText.price, ["amount": .number(number)])
                #expect(ours.split(separator: " ").last == theirs.split(separator: " ").first)
            }
        }
    }

    @Test func `a text that a language lacks is in English`() {
        #expect(de.text(PartialText.only) == "Only English")
        #expect(de.text(PartialText.none) == "none")
        #expect(en.text(PartialText.broken, ["a": "x"]) == "broken")
    }

    @Test func `lists`() {
        #expect(en.list([]) == "")
        #expect(en.list(["one"]) == "one")
        #expect(en.list(["one", "two"]) == "one and two")
        #expect(
            Localizer(language: .en, locale: "en-GB").list(["one", "two", "three"]) == "one, two and three"
        )
        #expect(es.list(["Ana", "Inés"]) == "Ana e Inés")
        #expect(de.list(["A", "", "{0}<'", "C"]) == "A, , {0}<' und C")
        let many = (0..<2000).map { "item \($0)" }
        #expect(en.list(many).hasSuffix("item 1998, and item 1999"))
    }

    @Test func `many threads`() async {
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    let language = Language.allCases[worker % 3]
                    return (0..<500).allSatisfy { index in
                        // More objects than are kept.
                        let region = String(
                            decoding: [UInt8(65 + index % 26), UInt8(65 + index / 26 % 26)],
                            as: UTF8.self
                        )
                        let localizer = Localizer(language: language, locale: "x-\(region)")
                        let text = localizer.text(SampleText.games, ["count": 2, "name": .text("\(worker)")])
                        return text.hasPrefix("2 ") && text.hasSuffix(" \(worker)")
                            && localizer.money(cents: 100).contains("1")
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

private enum PartialText: String, TextKey {
    case only, none, broken

    static let catalog = Catalog(
        en: Array(#"{"only": "Only English", "broken": "{a, plural, {"}"#.utf8),
        es: [],
        de: Array("not JSON".utf8)
    )
}
