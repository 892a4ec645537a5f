internal import Outbound
package import ParlayAPI

/// An OpenID Connect issuer whose ID tokens sign people in to a tenant.
package struct TrustedIssuer: RequestBody, Hashable {
    /// Exactly as in the tokens' `iss`.
    package var issuer: String = ""
    /// The client ids of the tenant's apps; a token is for one of them.
    package var audiences: [String] = []
    /// Whether an address that a token calls verified links the account that has proven the same address.
    package var linkByEmail: Bool = false
    /// The one of the audiences that is the web client of the pages; `nil` if people cannot sign in there with this issuer.
    package var webClientID: String?

    static let issuer = BodyField<String>.text(
        "issuer",
        1...255,
        "Its https URL, exactly as in the tokens' `iss`.",
        rule: TextRule(
            pattern,
            FieldRule(
                "anIssuer",
                "Must be an absolute https URL without a username, query or fragment, on port 443, 80 or at least 1024."
            ),
            isMet: isIssuer
        )
    )
    static let audiences = BodyField<[String]>.list(
        "audiences",
        1...10,
        of: .text(
            "",
            1...255,
            rule: TextRule(
                "^[!-~]+$",
                FieldRule("anAudience", "Must be visible ASCII characters without blanks.")
            ) { audience in
                audience.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            }
        ),
        "The client ids of the apps; a token must be for one of them."
    )
    package static let linkByEmail = BodyField<Bool>.boolean(
        "link_by_email",
        "Whether a token with a verified address signs in the account that has proven this address."
    ).defaulting(to: false)
    package static let webClientID = BodyField<String>.text(
        "web_client_id",
        1...255,
        """
        The one of `audiences` with which the pages at `/app/` begin sign-ins. Without it they have no button for this issuer.
        """
    ).optional

    package init(
        _ issuer: String,
        audiences: [String],
        linkByEmail: Bool = false,
        webClientID: String? = nil
    ) {
        self.issuer = issuer
        self.audiences = audiences
        self.linkByEmail = linkByEmail
        self.webClientID = webClientID
    }

    package init() {}

    package mutating func members(_ body: inout some BodyVisitor) {
        body.field(Self.issuer, &issuer)
        body.field(Self.audiences, &audiences)
        body.field(Self.linkByEmail, &linkByEmail)
        // Left out where there is none, as it was before there were pages.
        var client = webClientID.map { Change<String?>.set($0) } ?? .keep
        body.field(Self.webClientID, &client)
        if case .set(let id) = client { webClientID = id }
        body.check { body in
            if let webClientID, !audiences.contains(webClientID), body.isValid(Self.audiences),
                body.isValid(Self.webClientID)
            {
                body.refuse(
                    Self.webClientID,
                    FieldRule("oneOfAudiences", "Must be one of the audiences.")
                )
            }
        }
    }

    /// OpenID Connect Core 1.0, section 2, `iss`. The pattern is that of `WebAddress` with https only, and no `?` or `#`.
    private static let pattern =
        #"^https://([A-Za-z0-9._-]*[A-Za-z0-9][A-Za-z0-9._-]*|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?(/[!-"$->@-~]*)?$"#

    private static func isIssuer(_ text: String) -> Bool {
        guard WebAddress.isAbsolute(text), !text.contains("?"), !text.contains("#"),
            let url = OutboundURL(text)
        else { return false }
        return url.isSecure && !url.hasCredentials && url.hasPermittedPort
    }
}
