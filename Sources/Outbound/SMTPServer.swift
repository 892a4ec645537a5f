/// The mail server and how to use it.
package struct SMTPServer: Sendable {
    package enum Encryption: String, Sendable, CaseIterable {
        /// Nothing is sent unencrypted: STARTTLS is required.
        case required
        /// STARTTLS if the server offers it. An attacker in between can hide the offer and read what follows.
        case opportunistic
    }

    /// `smtp://host:587`, with STARTTLS, or `smtps://host:465`.
    package let url: String
    package let login: Login?
    package let encryption: Encryption
    /// A file of certificates to trust instead of the system's.
    package let trustedCertificates: String?
    /// How long one mail may take, in seconds.
    package let timeout: Int

    package struct Login: Sendable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package init(
        url: String,
        login: Login? = nil,
        encryption: Encryption = .required,
        trustedCertificates: String? = nil,
        timeout: Int = 20
    ) {
        self.url = url
        self.login = login
        self.encryption = encryption
        self.trustedCertificates = trustedCertificates
        self.timeout = timeout
    }

    /// Whether a text is the address of a mail server: a scheme, a host and perhaps a port, nothing else.
    package static func isURL(_ text: String) -> Bool {
        guard let scheme = ["smtp://", "smtps://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ".-:[]".utf8.contains(byte)
                }
            }
    }
}

extension SMTPServer.Login: CustomStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a mail was not sent. Contains no address: servers repeat addresses in their replies, so only the code is kept.
package enum SMTPError: Error, Equatable, CustomStringConvertible {
    /// The server permanently refuses this mail: a reply of 5xx to sender, recipient or content.
    case refused(code: Int)
    /// The server said to try later, or refused to serve us at all.
    case postponed(code: Int)
    case loginRefused(code: Int)
    /// The server could not be reached, or the session broke.
    case unavailable(String)

    package var description: String {
        switch self {
        case .refused(let code): "the mail server rejected the mail (reply \(code))"
        case .postponed(let code): "the mail server refused the mail temporarily (reply \(code))"
        case .loginRefused(let code):
            "the mail server refused the login (reply \(code)); see PARLAY_SMTP_USER and PARLAY_SMTP_PASSWORD"
        case .unavailable(let why): "the mail server failed: \(why)"
        }
    }
}
