package import Outbound

extension Configuration {
    package static let smtpURL = Setting<String>.text(
        "PARLAY_SMTP_URL",
        default: "",
        "The mail server: `smtp://host:587` with STARTTLS, or `smtps://host:465`. Without it, mail is"
            + " stored in the database; `parlay admin mail list` shows it.",
        expects: "smtp://host:587 or smtps://host:465, without a name or password in it",
        where: SMTPServer.isURL
    )
    package static let smtpUser = Setting<String>.text(
        "PARLAY_SMTP_USER",
        default: "",
        "The username at the mail server."
    )
    package static let smtpPassword = Setting<String>.text(
        "PARLAY_SMTP_PASSWORD",
        default: "",
        isSecret: true,
        "The password at the mail server; better in a file, with `PARLAY_SMTP_PASSWORD_FILE`."
    )
    package static let smtpTLS = Setting<String>.text(
        "PARLAY_SMTP_TLS",
        default: SMTPServer.Encryption.required.rawValue,
        "Whether `smtp://` must be encrypted: `required`, or `opportunistic`, which sends everything unencrypted,"
            + " including the login, if the server offers no STARTTLS.",
        expects: "required or opportunistic",
        where: { SMTPServer.Encryption(rawValue: $0) != nil }
    )
    package static let smtpCertificates = Setting<String>.text(
        "PARLAY_SMTP_CA",
        default: "",
        "A file of certificates to trust for the mail server, instead of the system's."
    )
    package static let smtpTimeout = Setting<Int>.integer(
        "PARLAY_SMTP_TIMEOUT",
        default: 20,
        1...60,
        "Seconds allowed for sending one message to the mail server."
    )
    package static let mailFrom = Setting<String>.text(
        "PARLAY_MAIL_FROM",
        default: "parlay@localhost",
        "The sender of mail for tenants without `mail_from`. Required with PARLAY_SMTP_URL.",
        expects: "an address such as noreply@example.org or Play <noreply@example.org>",
        where: { Mailbox($0) != nil }
    )
    package static let publicURL = Setting<String>.text(
        "PARLAY_PUBLIC_URL",
        default: "",
        "The public address of the front, for links in mail; by default PARLAY_HOST and PARLAY_PORT."
            + " Required with PARLAY_SMTP_URL.",
        expects: "https://host without a path",
        where: isPublicURL
    )

    package static let mailEntries = [
        Entry(smtpURL), Entry(smtpUser), Entry(smtpPassword), Entry(smtpTLS), Entry(smtpCertificates),
        Entry(smtpTimeout), Entry(mailFrom), Entry(publicURL),
    ]

    /// Whether links can be built from it: a scheme, a host and perhaps a port.
    private static func isPublicURL(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count)
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || ".-:[]".utf8.contains(byte)
            }
    }

    /// Checks the mail settings together.
    package var mailMistakes: [String] {
        var sentences: [String] = []
        if self[Self.smtpUser].isEmpty != self[Self.smtpPassword].isEmpty {
            sentences.append("set both PARLAY_SMTP_USER and PARLAY_SMTP_PASSWORD, or neither")
        }
        guard !self[Self.smtpURL].isEmpty else { return sentences }
        for (entry, why) in [
            (Entry(Self.mailFrom), "mail servers refuse mail from parlay@localhost"),
            (Entry(Self.publicURL), "links in mail would not work"),
        ] where given(entry) == nil {
            sentences.append("\(entry.variable) must be set together with PARLAY_SMTP_URL: \(why)")
        }
        return sentences
    }

    /// `nil` if mail is stored in the database.
    package var smtpServer: SMTPServer? {
        guard !self[Self.smtpURL].isEmpty else { return nil }
        let user = self[Self.smtpUser]
        let certificates = self[Self.smtpCertificates]
        return SMTPServer(
            url: self[Self.smtpURL],
            login: user.isEmpty ? nil : SMTPServer.Login(user: user, password: self[Self.smtpPassword]),
            encryption: SMTPServer.Encryption(rawValue: self[Self.smtpTLS]) ?? .required,
            trustedCertificates: certificates.isEmpty ? nil : certificates,
            timeout: self[Self.smtpTimeout]
        )
    }

    /// The base of links in mail.
    package var linkBase: String {
        let given = self[Self.publicURL]
        guard given.isEmpty else { return given }
        let host =
            switch self[Self.host] {
            case "0.0.0.0", "", "::": "127.0.0.1"
            case let host where host.contains(":"): "[\(host)]"
            case let host: host
            }
        return "http://\(host):\(self[Self.port])"
    }
}
