internal import HTTPServer
internal import ParlayAPI
internal import Tenancy

extension Samples {
    /// With the client library if it has the call, otherwise with Foundation. A test compiles each with the
    /// declarations of `swiftGiven`.
    var swift: String { call.sample.swift ?? bare }

    /// Whether the client library has no such call.
    var isBare: Bool { call.sample.swift == nil }

    /// The declarations that samples use, as parameters of a function.
    static let swiftGiven = """
        parlay: Parlay, server: URL, file: URL, photo: Data, token: String, tomorrow: Date, \
        idToken: String, nonce: String, code: String, verifier: String, credential: JSONValue, \
        bob: Person, match: Versioned<Match>, openURL: (URL) -> Void, canOpen: (URL) -> Bool
        """

    private var bare: String {
        var lines = ["var request = URLRequest(url: URL(string: \"\(address)\")!)"]
        if call.method == .get && !call.needsToken {
            lines = ["let request = URLRequest(url: URL(string: \"\(address)\")!)"]
        }
        if call.method != .get { lines.append("request.httpMethod = \"\(call.method.rawValue)\"") }
        if call.needsToken {
            lines.append("request.setValue(\"Token \\(token)\", forHTTPHeaderField: \"Authorization\")")
        }
        if let body = call.body, let media = body.media.first {
            lines.append("request.setValue(\"\(media)\", forHTTPHeaderField: \"Content-Type\")")
            if let example = body.example {
                let text = JSONText.plain(example).split(separator: "\n").map { "    \($0)\n" }.joined()
                lines.append("request.httpBody = Data(#\"\"\"\n\(text)    \"\"\"#.utf8)")
            } else {
                lines.append("request.httpBody = photo")
            }
        }
        lines.append("let (data, response) = try await URLSession.shared.data(for: request)")
        if let type = call.answers.first?.content.typeName {
            lines.append("let answer = try JSONDecoder().decode(\(type).self, from: data)")
        }
        return lines.joined(separator: "\n")
    }
}
