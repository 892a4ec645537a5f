internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The call as code to copy.
struct Samples {
    let call: CallDescription

    /// The page's script replaces it by its own address, and the tenant by the chosen one.
    static let origin = "https://parlay.example"

    /// Those of every call, in the order of the tabs.
    static let tabs: [(id: String, title: String, code: @Sendable (Samples) -> String)] = [
        ("curl", "curl", { $0.curl }), ("swift", "Swift", { $0.swift }),
        ("javascript", "JavaScript", { $0.javaScript }), ("python", "Python", { $0.python }),
    ]

    /// `curl, Swift, JavaScript and Python`
    static var titles: String {
        let titles = tabs.map(\.title)
        return titles.dropLast().joined(separator: ", ") + " and " + (titles.last ?? "")
    }

    // MARK: Values

    var query: [String: String] {
        Dictionary(call.sample.query.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value of a path parameter.
    func value(of field: FieldDescription) -> String {
        guard field.kind == .integer else { return field.name }
        return String(field.name == "id" ? call.sample.id : 1)
    }

    var address: String {
        let query = call.sample.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return Self.origin + path + (query.isEmpty ? "" : "?" + query)
    }

    private var path: String {
        var path = call.path.replacing("{tenant}", with: call.sampleTenant)
        for field in call.pathParameters { path = path.replacing("{\(field.name)}", with: value(of: field)) }
        return path
    }

    // MARK: curl

    var curl: String {
        var lines = ["curl \(call.sendsEvents ? "-sSN" : "-sS") \(quoted(address))"]
        if call.method != .get { lines.append("-X \(call.method.rawValue)") }
        if call.needsToken { lines.append("-H \"Authorization: Token $TOKEN\"") }
        if call.sendsEvents { lines.append("-H 'Accept: text/event-stream'") }
        if let body = call.body, let media = body.media.first {
            lines.append("-H 'Content-Type: \(media)'")
            if let example = body.example {
                let text = JSONText.plain(example).replacing("\n", with: "\n  ")
                lines.append("-d '\(text.replacing("'", with: "'\\''"))'")
            } else {
                lines.append("--data-binary @file")
            }
        }
        return lines.joined(separator: " \\\n  ")
    }

    private func quoted(_ text: String) -> String { text.contains("?") ? "'\(text)'" : text }
}
