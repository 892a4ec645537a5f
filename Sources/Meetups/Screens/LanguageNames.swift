internal import Localization
internal import Pages
internal import ParlayAPI
internal import Tenancy

extension Visit {
    /// Those that the tenant offers, by their names in the reader's language, with what their speakers call them.
    var languageOptions: [Field.Option] {
        let languages = Languages.offered(by: tenant.settings)
            .map { (language: $0, name: localizer.language($0.code)) }
            .sorted { Self.sortKey($0.name) < Self.sortKey($1.name) }
        let options = languages.map { language, name in
            let own = language.nativeName
            let label =
                own == language.name || own.lowercased() == name.lowercased()
                ? name
                : text(MeetupText.languageIn, ["name": .text(name), "own": .text(own)])
            return Field.Option(language.code, label)
        }
        let none = Field.Option("", text(MeetupText.chooseLanguage))
        let common = zip(languages, options).filter { Self.common.contains($0.0.language.code) }.map { $0.1 }
        guard options.count > Self.longList, !common.isEmpty else { return [none] + options }
        let others = zip(languages, options).filter { !Self.common.contains($0.0.language.code) }.map { $0.1 }
        return [none] + common + [Field.Option("-", "–––", isDisabled: true)] + others
    }

    /// From so many on, the common ones come first.
    private static let longList = 30

    /// What most people learn and speak.
    private static let common: Set<String> = [
        "ar", "de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt", "ru", "zh",
    ]

    /// "Spanish"; nothing for a person without the language.
    func languageName(_ code: String?) -> String {
        guard let code, !code.isEmpty else { return "–" }
        return localizer.language(code)
    }

    /// The same inside a sentence: Spanish writes it small there.
    func languageInSentence(_ code: String?) -> String {
        let name = languageName(code)
        return localizer.language == .es ? name.lowercased() : name
    }

    /// Accents come after all letters otherwise.
    fileprivate static func sortKey(_ name: String) -> String {
        let plain: [Character: Character] = [
            "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ä": "a", "ö": "o", "ü": "u",
        ]
        return String(name.lowercased().map { plain[$0] ?? $0 })
    }
}

extension Localizer {
    /// All languages by their names, each with its code.
    var languageNames: [Field.Option] {
        Languages.offered(by: .defaults).map { ($0.code, language($0.code)) }
            .sorted { Visit.sortKey($0.1) < Visit.sortKey($1.1) }
            .map { Field.Option($0.0, "\($0.1) (\($0.0))") }
    }
}
