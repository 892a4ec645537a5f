internal import Console
internal import ParlayAPI
internal import Tenancy

/// A well-known OpenID Connect issuer, of which an operator needs to say only the client ids of the apps.
enum IssuerPreset: String, CaseIterable {
    case apple
    case google

    var issuer: String {
        switch self {
        case .apple: "https://appleid.apple.com"
        case .google: "https://accounts.google.com"
        }
    }

    static let syntax = "google:ID,apple:ID:web=ID:link_by_email"

    /// A list of presets with their client ids, such as `google:ID,apple:ID:web=ID:link_by_email`, as the value of the
    /// setting `oidc_issuers`. The client id after `web=` is that of the pages.
    static func value(_ text: String) throws(CommandFailure) -> JSONValue {
        guard !text.isEmpty else {
            throw CommandFailure("oidc_issuers is empty. To trust no issuer, write oidc_issuers=[].")
        }
        guard !"[{\"".contains(text.prefix(1)) else {
            throw CommandFailure("oidc_issuers is not valid JSON. \(json)")
        }
        var issuers: [TrustedIssuer] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let preset = try preset(words[0])
            guard !issuers.contains(where: { $0.issuer == preset.issuer }) else {
                throw CommandFailure(
                    "\(preset.rawValue) is given twice. Write all its client ids together: \(preset.rawValue):ID:ID."
                )
            }
            let linksByEmail = words.count > 1 && words.last == TrustedIssuer.linkByEmail.name
            let clients = words.dropFirst().dropLast(linksByEmail ? 1 : 0)
            let web = clients.filter { $0.hasPrefix(webPrefix) }.map { String($0.dropFirst(webPrefix.count)) }
            guard web.count <= 1 else {
                throw CommandFailure(
                    "\(preset.rawValue) has \(webPrefix) twice: the pages have one client id."
                )
            }
            let audiences = clients.map {
                String($0.dropFirst($0.hasPrefix(webPrefix) ? webPrefix.count : 0))
            }
            guard !audiences.isEmpty, !audiences.contains("") else {
                throw CommandFailure(
                    "\(preset.rawValue) needs the client ids of your apps: \(preset.rawValue):ID or \(preset.rawValue):ID:ID."
                )
            }
            guard !audiences.contains(TrustedIssuer.linkByEmail.name) else {
                throw CommandFailure("\(TrustedIssuer.linkByEmail.name) comes last: \(syntax).")
            }
            issuers.append(
                TrustedIssuer(
                    preset.issuer,
                    audiences: audiences,
                    linkByEmail: linksByEmail,
                    webClientID: web.first
                )
            )
        }
        return JSONValue(written: issuers)
    }

    private static let webPrefix = "web="

    private static let json =
        #"Write '[{"issuer": "https://…", "audiences": ["ID"], "link_by_email": false}]'."#

    private static func preset(_ name: String) throws(CommandFailure) -> IssuerPreset {
        if let preset = IssuerPreset(rawValue: name.lowercased()) { return preset }
        let names = allCases.map(\.rawValue)
        if let guess = Suggestion.closest(to: name, in: names) {
            throw CommandFailure("there is no issuer preset \"\(name)\". Did you mean \(guess)?")
        }
        throw CommandFailure(
            "there is no issuer preset \"\(name)\". The presets are \(names.joined(separator: " and ")):"
                + " \(syntax). Other issuers are given as JSON. \(json)"
        )
    }
}
