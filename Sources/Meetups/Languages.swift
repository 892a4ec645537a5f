package import ParlayAPI
package import Tenancy

/// The languages of ISO 639-1.
package enum Languages {
    private struct Entry {
        let language: Language
        /// ISO 639-2, the terminological and the bibliographic code.
        let longCodes: [String]
    }

    /// Parsed at its first use.
    private static let entries: [Entry] = {
        guard case .array(let values) = try? JSONParser.parse(PackageResources.languages_json) else {
            return []
        }
        return values.compactMap { value in
            guard case .object(let object) = value, case .string(let code) = object["code"],
                case .string(let name) = object["name"]
            else { return nil }
            // The Bihari languages have no common two-letter code.
            let native = if case .string(let native) = object["nativeName"] { native } else { name }
            let longCodes = ["alpha3", "alpha3b"].compactMap { key -> String? in
                if case .string(let code) = object[key] { code } else { nil }
            }
            return Entry(language: Language(code: code, name: name, nativeName: native), longCodes: longCodes)
        }
    }()

    private static let codes: Set<String> = Set(entries.map(\.language.code))

    private static let byLongCode: [String: String] = {
        let pairs = entries.flatMap { entry in entry.longCodes.map { ($0, entry.language.code) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    /// All of them, by code.
    package static var all: [Language] { entries.map(\.language) }

    /// The languages that the tenant's people can choose from.
    package static func offered(by settings: TenantSettings) -> [Language] {
        let chosen = Set(settings[MeetupSettings.languages])
        guard !chosen.isEmpty else { return all }
        return all.filter { chosen.contains($0.code) }
    }

    package static func isKnown(_ code: String) -> Bool { codes.contains(code) }

    package static func isOffered(_ code: String, by settings: TenantSettings) -> Bool {
        guard isKnown(code) else { return false }
        let offered = settings[MeetupSettings.languages]
        return offered.isEmpty || offered.contains(code)
    }

    /// The two-letter code of an ISO 639-2 code such as `eng` or `chi`, which early clients sent.
    package static func shortCode(_ code: String) -> String? { byLongCode[code] }
}
