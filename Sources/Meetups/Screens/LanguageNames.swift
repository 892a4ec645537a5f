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
                own.lowercased() == name.lowercased()
                ? name
                : text(MeetupText.languageIn, ["name": .text(name), "own": .text(own)])
            return Field.Option(language.code, label)
        }
        return [Field.Option("", text(MeetupText.chooseLanguage))] + options
    }

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
    private static func sortKey(_ name: String) -> String {
        let plain: [Character: Character] = [
            "á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u", "ä": "a", "ö": "o", "ü": "u",
        ]
        return String(name.lowercased().map { plain[$0] ?? $0 })
    }
}
