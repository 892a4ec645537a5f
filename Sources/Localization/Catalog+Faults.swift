internal import ParlayAPI

extension Catalog {
    /// What is wrong with the texts, a sentence each. For tests.
    package func faults<Key: TextKey>(of keys: Key.Type) -> [String] {
        var faults: [String] = []
        var firsts: [String: (language: Language, names: Set<String>)] = [:]
        for language in Language.allCases {
            do throws(JSONSyntaxError) {
                let members = try file(language).members
                let found = Set(members.map(\.key))
                let wanted = Set(Key.allCases.map(\.rawValue))
                faults += wanted.subtracting(found).sorted().map { "\(language.rawValue): \($0) is missing" }
                faults += found.subtracting(wanted).sorted().map { "\(language.rawValue): \($0) is no key" }
                for member in members {
                    let place = "\(language.rawValue): \(member.key)"
                    guard case .string(let pattern) = member.value else {
                        faults.append("\(place) is not a string")
                        continue
                    }
                    let check = PatternCheck(pattern, language)
                    faults += check.faults.map { "\(place) \($0)" }
                    guard let names = check.names else { continue }
                    if let first = firsts[member.key] {
                        if first.names != names {
                            let differing = first.names.symmetricDifference(names).sorted().joined(
                                separator: ", "
                            )
                            faults.append(
                                "\(place) has other placeholders than \(first.language.rawValue): \(differing)"
                            )
                        }
                    } else {
                        firsts[member.key] = (language, names)
                    }
                }
            } catch {
                faults.append("\(language.rawValue): \(error)")
            }
        }
        return faults
    }
}

/// What a pattern has for placeholders, and what is wrong with it.
private struct PatternCheck {
    /// Nil if the pattern does not parse.
    private(set) var names: Set<String>?
    private(set) var faults: [String] = []

    init(_ pattern: String, _ language: Language) {
        let lines: String
        do throws(ICUError) {
            lines = try ICUText.arguments(of: pattern)
            _ = try ICUHandle(.message(pattern), locale: language.rawValue)
        } catch {
            faults.append("does not parse (ICU error \(error.code))")
            return
        }
        if pattern.isEmpty { faults.append("is empty") }
        var names: Set<String> = []
        for line in lines.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count >= 2 else { continue }
            let (name, type, selectors) = (fields[0], fields[1], Set(fields[2...]))
            names.insert(name)
            if name.utf8.first.map({ 0x30...0x39 ~= $0 }) ?? true {
                faults.append("has an argument without a name: \(name)")
            }
            switch type {
            case "none", "number": break
            case "select", "plural", "selectordinal":
                if !selectors.contains("other") { faults.append("has no other for \(name)") }
                if type == "select" { break }
                let missing = Self.missing(selectors, language, ordinal: type == "selectordinal")
                if !missing.isEmpty {
                    faults.append("has no \(missing.joined(separator: ", ")) for \(name)")
                }
            default: faults.append("has an argument of the type \(type): \(name)")
            }
        }
        self.names = names
    }

    /// The plural categories of the language that some number needs: neither the category nor the number, as `=1`, is there.
    private static func missing(_ selectors: Set<String>, _ language: Language, ordinal: Bool) -> [String] {
        guard let categories = try? ICUText.plurals(language.rawValue, ordinal: ordinal) else { return [] }
        let needed = categories.enumerated().filter { !selectors.contains("=\($0.offset)") }.map(\.element)
        return Set(needed).subtracting(selectors).subtracting(["other"]).sorted()
    }
}
