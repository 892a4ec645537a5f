/// How a person reads: language, region, time zone.
package struct Localizer: Sendable {
    package let language: Language
    /// In the form of BCP 47: the language, and the region if there is one. `de-AT`
    package let locale: String
    let zone: TimeZoneRules

    /// A name of the IANA database; `UTC` if the one that was given is unknown.
    package var timeZone: String { zone.name }

    /// Of the locale only the region counts.
    package init(language: Language, locale: String? = nil, timeZone: String? = nil) {
        self.language = language
        let region = locale.flatMap { language.region(ofTag: $0) }
        self.locale = region.map { "\(language.rawValue)-\($0)" } ?? language.rawValue
        zone = timeZone.flatMap(TimeZoneRules.named) ?? .utc
    }

    /// In the language and region of the first tag that has texts; English if none has.
    package init(locales: [String?], timeZone: String? = nil) {
        let tag = locales.lazy.compactMap(\.self).first { Language(tag: $0) != nil }
        self.init(language: tag.flatMap { Language(tag: $0) } ?? .en, locale: tag, timeZone: timeZone)
    }

    package static func isTimeZone(_ name: String) -> Bool {
        TimeZoneRules.named(name) != nil
    }

    func format(_ recipe: ICURecipe, _ body: (ICUHandle) throws(ICUError) -> String) -> String? {
        try? ICUCache.shared.with(recipe, locale, body)
    }
}

// MARK: - Texts

extension Localizer {
    /// A value that is missing leaves its placeholder. If one is of the wrong kind, all do.
    package func text<Key: TextKey>(_ key: Key, _ arguments: KeyValuePairs<String, TextArgument> = [:])
        -> String
    {
        self.text(key, named: arguments.map { ($0.key, $0.value) })
    }

    /// The same with arguments that are put together elsewhere.
    package func text<Key: TextKey>(_ key: Key, named arguments: [(String, TextArgument)]) -> String {
        switch Key.catalog.pattern(key.rawValue, language) {
        case nil: return key.rawValue
        case .constant(let text)?: return text
        case .spliced(let pieces)?:
            var text = ""
            for piece in pieces {
                switch piece {
                case .text(let part): text += part
                case .argument(let name): text += shown(name, arguments)
                }
            }
            return text
        case .message(let pattern)?:
            let named = arguments.map { NamedArgument(name: $0.0, value: $0.1) }
            return message(pattern, named) ?? message(pattern, []) ?? key.rawValue
        }
    }

    func message(_ pattern: String, _ arguments: [NamedArgument]) -> String? {
        try? ICUCache.shared.message(pattern, locale, arguments)
    }

    private func shown(_ name: String, _ arguments: [(String, TextArgument)]) -> String {
        switch arguments.first(where: { $0.0 == name })?.1 {
        case .text(let text)?: text
        case .number(let number)?: self.number(number)
        case nil: "{\(name)}"
        }
    }

    /// "Spanish", "Spanisch", "Español": the name of a language, as it stands in a list.
    ///
    /// - Parameter code: of ISO 639-1.
    package func language(_ code: String) -> String {
        format(.languages) { (handle) throws(ICUError) in try handle.language(code) } ?? code
    }

    /// "One, two and three"
    package func list(_ items: [String]) -> String {
        guard items.count > 1 else { return items.first ?? "" }
        return format(.list) { (handle) throws(ICUError) in try handle.list(items) }
            ?? items.joined(separator: ", ")
    }
}

// MARK: - Numbers

extension Localizer {
    package func number(_ number: Int64) -> String {
        // The same in all languages.
        0...999 ~= number ? String(number) : decimal(String(number), skeleton: "precision-integer")
    }

    package func decimal(_ number: Double, places: ClosedRange<Int>) -> String {
        decimal(number.description, skeleton: Self.precision(places))
    }

    /// Of 0.25 makes "25 %".
    package func percent(_ fraction: Double, places: Int = 0) -> String {
        decimal(
            fraction.description,
            skeleton: "percent scale/100 \(Self.precision(places...max(places, 0)))"
        )
    }

    /// Hundredths of the currency, with its short sign: `$` also where people say `US$`, because an app has one currency.
    package func money(cents: Int64, currency: String = "USD") -> String {
        let isCurrency = currency.utf8.count == 3 && currency.utf8.allSatisfy { 0x41...0x5A ~= $0 }
        let amount = Self.hundredths(cents)
        guard isCurrency else { return decimal(amount, skeleton: Self.precision(2...2)) }
        return decimal(amount, skeleton: "currency/\(currency) unit-width-narrow")
    }

    private static func precision(_ places: ClosedRange<Int>) -> String {
        let least = min(max(places.lowerBound, 0), 15)
        let most = min(max(places.upperBound, 0), 15)
        if most == 0 { return "precision-integer" }
        return "." + String(repeating: "0", count: least) + String(repeating: "#", count: most - least)
    }

    /// -1 is `-0.01`: for forms and links, not for reading.
    package static func hundredths(_ number: Int64) -> String {
        let digits = String(number.magnitude)
        let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        return (number < 0 ? "-" : "") + padded.dropLast(2) + "." + padded.suffix(2)
    }

    /// Digits are grouped as in MessageFormat, which does not know that Spanish groups from five digits on.
    private func decimal(_ decimal: String, skeleton: String) -> String {
        format(.numbers("\(skeleton) group-on-aligned")) { (handle) throws(ICUError) in
            try handle.number(decimal)
        } ?? decimal
    }
}
