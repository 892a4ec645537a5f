internal import ParlayAPI
internal import Synchronization

/// The texts of a component in all languages: a JSON object each of keys and patterns of ICU's MessageFormat. A language is
/// read at its first use.
package final class Catalog: Sendable {
    /// In the order of the languages.
    private let files: [@Sendable () -> [UInt8]]
    private let patterns = Mutex<[Language: [String: Pattern]]>([:])

    package init(
        en: @autoclosure @escaping @Sendable () -> [UInt8],
        es: @autoclosure @escaping @Sendable () -> [UInt8],
        de: @autoclosure @escaping @Sendable () -> [UInt8]
    ) {
        files = [en, es, de]
    }

    /// A text that is missing is shown in English.
    func pattern(_ key: String, _ language: Language) -> Pattern? {
        patterns.withLock { patterns in
            if patterns[language] == nil { patterns[language] = read(language) }
            if let pattern = patterns[language]?[key] { return pattern }
            guard language != .en else { return nil }
            if patterns[.en] == nil { patterns[.en] = read(.en) }
            return patterns[.en]?[key]
        }
    }

    /// Without what is no text, which `faults` tells of.
    private func read(_ language: Language) -> [String: Pattern] {
        guard let object = try? file(language) else { return [:] }
        var read: [String: Pattern] = [:]
        for member in object.members {
            if case .string(let text) = member.value { read[member.key] = Pattern(text) }
        }
        return read
    }

    func file(_ language: Language) throws(JSONSyntaxError) -> JSONObject {
        let index =
            switch language {
            case .en: 0
            case .es: 1
            case .de: 2
            }
        return try JSONParser.parseObject(files[index]())
    }
}
