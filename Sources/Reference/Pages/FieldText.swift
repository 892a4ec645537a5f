internal import Pages
internal import ParlayAPI

/// A field in words.
struct FieldText {
    private let field: FieldDescription

    init(_ field: FieldDescription) { self.field = field }

    /// `text or null`, with a link for a resource.
    var kind: HTML {
        let kind = Self.kind(of: field)
        return field.isNullable ? "\(kind) <span class=\"null\">or null</span>" : kind
    }

    private static func kind(of field: FieldDescription) -> HTML {
        if let name = field.schemaName { return "<a href=\"\(Site.path(ofSchema: name))\">\(name)</a>" }
        switch field.kind {
        case .text: return field.format.map { "\($0)" } ?? "text"
        case .integer: return "integer"
        case .number: return "number"
        case .boolean: return "boolean"
        case .timestamp: return "time"
        case .list(let element): return "list of \(kind(of: element))"
        case .object: return "object"
        }
    }

    /// Its meaning and its allowed values, in Markdown.
    var summary: String {
        var parts = [field.summary, limits].filter { !$0.isEmpty }
        let choices = self.choices
        if !choices.isEmpty {
            parts.append("One of " + choices.map { "`\($0)`" }.joined(separator: " ") + ".")
        }
        if let value = field.defaultValue {
            parts.append("`\(String(decoding: value.jsonBytes(), as: UTF8.self))` by default.")
        }
        if let pattern = field.pattern, pattern.utf8.count < 40 { parts.append("Matches `\(pattern)`.") }
        return parts.joined(separator: " ")
    }

    private var choices: [String] {
        if case .list(let element) = field.kind { return element.choices }
        return field.choices
    }

    private var limits: String {
        if let range = field.range { return Self.limits(range.lowerBound, range.upperBound) }
        if let bounds = field.bounds {
            let steps = field.step.map { ", in steps of \(Self.short($0))" } ?? ""
            return "\(Self.short(bounds.lowerBound)) to \(Self.short(bounds.upperBound))\(steps)."
        }
        guard let lengths = field.lengths else { return "" }
        let unit = if case .list = field.kind { "elements" } else { "characters" }
        if lengths.upperBound == .max {
            return lengths.lowerBound > 1 ? "At least \(lengths.lowerBound) \(unit)." : ""
        }
        if lengths.lowerBound == lengths.upperBound { return "\(lengths.upperBound) \(unit)." }
        return lengths.lowerBound == 0
            ? "At most \(lengths.upperBound) \(unit)."
            : "\(lengths.lowerBound) to \(lengths.upperBound) \(unit)."
    }

    private static func limits(_ lowest: Int64, _ highest: Int64) -> String {
        switch (lowest, highest) {
        case (.min, .max), (1, .max), (0, .max): ""
        case (_, .max): "At least \(lowest)."
        case (.min, _): "At most \(highest)."
        default: "\(lowest) to \(highest)."
        }
    }

    private static func short(_ number: Double) -> String {
        number.rounded() == number && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
    }
}
