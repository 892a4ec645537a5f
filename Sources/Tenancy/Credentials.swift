package import HTTPServer
internal import ParlayAPI
internal import Security

/// Where the requests of a surface have their token.
package enum Credentials: Sendable {
    /// In `Authorization`, after one of these schemes in lower case; perhaps an API key.
    case header(schemes: [String], takesKeys: Bool = false)
    /// In the tenant's cookie. What changes something is then taken from the server's own pages only.
    case cookie

    /// What the tokens work in.
    var kind: TokenKind {
        switch self {
        case .header: .app
        case .cookie: .browser
        }
    }

    /// The token that a request shows; `nil` if there is none, or it is malformed.
    func secret(in head: RequestHead, of tenant: Tenant) -> TokenSecret? {
        switch self {
        case .header(let schemes, let takesKeys): head.token(schemes: schemes, takesKeys: takesKeys)
        case .cookie: BrowserCookie.secret(in: head, of: tenant)
        }
    }

    /// Whether the request shows nothing, not even something malformed that must be refused.
    func areAbsent(in head: RequestHead) -> Bool {
        switch self {
        case .header: head.headers["Authorization"] == nil
        case .cookie: true
        }
    }
}

/// The cookie that signs a browser in to one tenant.
package enum BrowserCookie {
    /// Over https the prefix keeps other hosts of the domain from setting it (RFC 6265bis, 4.1.3.2). Over plain http, which is
    /// accepted on loopback alone, a browser would refuse the prefix.
    package static func name(of tenant: Tenant, isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "parlay-\(tenant.slug)"
    }

    /// The value of `Set-Cookie`.
    ///
    /// - Parameter secret: `nil` deletes the cookie.
    package static func field(_ secret: String?, of tenant: Tenant, isSecure: Bool) -> String {
        let life = secret == nil ? 0 : tenant.settings.browserDays * 86_400
        return
            "\(name(of: tenant, isSecure: isSecure))=\(secret ?? ""); Path=/; Max-Age=\(life); HttpOnly; SameSite=Lax"
            + (isSecure ? "; Secure" : "")
    }

    /// Whether the browser has a session, which perhaps no longer works.
    package static func isPresent(in head: RequestHead, of tenant: Tenant) -> Bool {
        secret(in: head, of: tenant) != nil
    }

    static func secret(in head: RequestHead, of tenant: Tenant) -> TokenSecret? {
        let plain = name(of: tenant, isSecure: false)
        let secure = name(of: tenant, isSecure: true)
        var found: TokenSecret?
        for pair in pairs(in: head) where pair.name == secure || pair.name == plain {
            let secret = TokenSecret(parsing: String(pair.value).utf8.span)
            if pair.name == secure { return secret }
            found = found ?? secret
        }
        return found
    }

    /// The cookies of a request (RFC 6265, 4.2).
    package static func pairs(in head: RequestHead) -> [(name: Substring, value: Substring)] {
        head.headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            let halves = pair.drop { $0 == " " }.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return halves.count == 2 ? (halves[0], halves[1]) : nil
        }
    }
}
