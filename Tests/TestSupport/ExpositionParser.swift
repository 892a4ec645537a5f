/// A strict reader of the text format 0.0.4: it refuses what Prometheus would only repair or guess.
package struct ExpositionParser {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package struct Point: Equatable {
        package var name: String
        package var labels: [[String]]
        package var value: Double

        package subscript(label: String) -> String? { labels.first { $0[0] == label }?[1] }
    }

    package struct Family: Equatable {
        package var name: String
        package var help: String
        package var type = ""
        package var points: [Point] = []
    }

    package static func parse(_ bytes: [UInt8]) throws -> [String: Family] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(description: "not UTF-8")
        }
        guard text.isEmpty || text.utf8.last == UInt8(ascii: "\n") else {
            throw Failure(description: "no final newline")
        }
        var families: [Family] = []
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            let line = String(line)
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(
                String.init
            )
            if line.hasPrefix("# HELP ") {
                families.append(Family(name: words[2], help: words.count > 3 ? words[3] : ""))
            } else if line.hasPrefix("# TYPE ") {
                guard let last = families.indices.last, families[last].name == words[2],
                    families[last].type.isEmpty,
                    ["counter", "gauge", "histogram"].contains(words[3])
                else { throw Failure(description: line) }
                families[last].type = words[3]
            } else {
                guard let last = families.indices.last, !families[last].type.isEmpty else {
                    throw Failure(description: "no TYPE before \(line)")
                }
                families[last].points.append(try point(line))
            }
        }
        guard Set(families.map(\.name)).count == families.count else {
            throw Failure(description: "family split")
        }
        for family in families { try check(family) }
        return Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
    }

    private static func point(_ line: String) throws -> Point {
        var rest = Substring(line)
        func fail() -> Failure { Failure(description: line) }
        func name(_ text: inout Substring) throws -> String {
            let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard let first = name.first, !first.isNumber else { throw fail() }
            text = text.dropFirst(name.count)
            return String(name)
        }
        var point = Point(name: try name(&rest), labels: [], value: 0)
        if rest.first == "{" {
            repeat {
                rest = rest.dropFirst()
                let label = try name(&rest)
                guard rest.hasPrefix("=\"") else { throw fail() }
                rest = rest.dropFirst(2)
                var scalars = rest.unicodeScalars
                var value = String.UnicodeScalarView()
                while let scalar = scalars.popFirst(), scalar != "\"" {
                    if scalar == "\\" {
                        switch scalars.popFirst() {
                        case "n": value.append("\n")
                        case "\\": value.append("\\")
                        case "\"": value.append("\"")
                        default: throw fail()
                        }
                    } else {
                        value.append(scalar)
                    }
                }
                point.labels.append([label, String(value)])
                rest = Substring(scalars)
            } while rest.first == ","
            guard rest.first == "}" else { throw fail() }
            rest = rest.dropFirst()
        }
        guard rest.first == " " else { throw fail() }
        switch rest.dropFirst() {
        case "+Inf": point.value = .infinity
        case "-Inf": point.value = -.infinity
        case "NaN": point.value = .nan
        case let text:
            guard let value = Double(text), value.isFinite else { throw fail() }
            point.value = value
        }
        return point
    }

    private static func check(_ family: Family) throws {
        func fail(_ reason: String) -> Failure { Failure(description: "\(family.name): \(reason)") }
        guard !family.type.isEmpty else { throw fail("no type") }
        let keys = family.points.map { "\($0.name)\($0.labels.sorted { $0[0] < $1[0] })" }
        guard Set(keys).count == keys.count else { throw fail("a series twice") }
        guard family.points.allSatisfy({ Set($0.labels.map { $0[0] }).count == $0.labels.count }) else {
            throw fail("a label twice")
        }
        guard family.type == "histogram" else {
            guard family.points.allSatisfy({ $0.name == family.name }) else { throw fail("foreign sample") }
            guard family.type != "counter" || family.name.hasSuffix("_total") else { throw fail("no _total") }
            guard family.type != "counter" || family.points.allSatisfy({ $0.value >= 0 }) else {
                throw fail("negative")
            }
            return
        }
        let series = Dictionary(grouping: family.points) { $0.labels.filter { $0[0] != "le" } }
        for (labels, points) in series {
            let buckets = points.filter { $0.name == family.name + "_bucket" }
            let sums = points.filter { $0.name == family.name + "_sum" && $0["le"] == nil }
            let counts = points.filter { $0.name == family.name + "_count" && $0["le"] == nil }
            guard buckets.count + 2 == points.count, sums.count == 1, counts.count == 1 else {
                throw fail("parts of \(labels)")
            }
            let bounds = buckets.compactMap { $0["le"] }.compactMap { $0 == "+Inf" ? .infinity : Double($0) }
            guard bounds.count == buckets.count, bounds.last == .infinity,
                zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }),
                zip(buckets, buckets.dropFirst()).allSatisfy({ $0.value <= $1.value }),
                buckets.last?.value == counts[0].value
            else { throw fail("buckets of \(labels)") }
        }
    }
}
