internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

/// The same call as code, to be copied.
struct Samples {
    let call: CallDescription

    /// What the page's script replaces by its own address, and by the tenant that was chosen.
    static let origin = "https://parlay.example"
    static let tenant = "wordup"
    /// Demo tenants that have a module which that one has not.
    private static let tenants: [Module: String] = [.wagers: "wager"]
    /// What a call asks for that cannot do without, or would show little.
    private static let queries: [String: String] = [
        "search": "in=wagers&q=chess",
        "listWagers": "near=30.2672,-97.7431&radius_km=10&sort=distance",
    ]

    // MARK: curl

    var curl: String {
        var lines = ["curl -sS \(quoted(address))"]
        if call.method != .get { lines.append("-X \(call.method.rawValue)") }
        if call.needsToken { lines.append("-H \"Authorization: Token $TOKEN\"") }
        if let body = call.body, let media = body.media.first {
            lines.append("-H 'Content-Type: \(media)'")
            if let example = body.example {
                let text = String(decoding: example.jsonBytes(), as: UTF8.self)
                lines.append("-d '\(text.replacing("'", with: "'\\''"))'")
            } else {
                lines.append("--data-binary @file")
            }
        }
        return lines.joined(separator: " \\\n  ")
    }

    var address: String { Self.origin + path + (Self.queries[call.name].map { "?" + $0 } ?? "") }

    private func quoted(_ text: String) -> String { text.contains("?") ? "'\(text)'" : text }

    /// With values for its parameters.
    private var path: String {
        let tenant = call.module.flatMap { Self.tenants[$0] } ?? Self.tenant
        var path = call.path.replacing("{tenant}", with: tenant)
        for field in call.pathParameters { path = path.replacing("{\(field.name)}", with: value(of: field)) }
        return path
    }

    /// The id of the example that the call answers, or another small one.
    func value(of field: FieldDescription) -> String {
        guard field.kind == .integer else { return field.name }
        if call.method != .post, case .object(let example)? = call.answers.first?.content.example {
            let id = example.members.first { $0.key == "id" || $0.key.hasSuffix("_id") }
            if case .integer(let id)? = id?.value { return String(id) }
        }
        return "7"
    }
}
