internal import Database
package import Outbound
internal import ParlayAPI
package import Security
internal import Tenancy

/// Composes the mail that the worker sends.
package struct MailService: Sendable {
    package enum Delivery: Sendable {
        case server(SMTPClient)
        /// There is no mail server: messages are stored in the database, where an operator can read them.
        case stored
    }

    package let delivery: Delivery
    package let signer: Signer
    private let sender: Mailbox
    private let publicURL: String

    /// - Parameters:
    ///   - sender: for tenants without their own.
    ///   - publicURL: the address of a front for people's browsers: `https://play.example.org`, without a trailing
    ///     slash.
    ///   - signer: with the same key as the fronts.
    package init(_ delivery: Delivery, sender: Mailbox, publicURL: String, signer: Signer) {
        self.delivery = delivery
        self.sender = sender
        self.publicURL = publicURL
        self.signer = signer
    }

    /// Minutes for which a code is valid.
    static let codeMinutes: Int64 = 30
    /// Codes of one purpose that are sent to one account within this many seconds, no matter who asks.
    static let codesInWindow: Int64 = 10
    static let codeWindow = 600

    /// Ends the mail about notices to the owner of a link.
    static func unsubscribe(_ account: AccountID, in session: Session) async throws {
        _ = try await session.write(
            MailStore.unsubscribe(.id(session.tenant.id), .id(account), .time(session.now))
        )
    }

    /// The mail about a notice.
    func message(about notice: NoticeMail, _ reader: MailReader) throws(MailError) -> MailMessage {
        let link =
            publicURL
            + UnsubscribeLink.path(reader.account, of: reader.tenant, slug: reader.slug, signer: signer)
        let text = MailText(
            greeting: "Hello \(reader.shownName),",
            paragraphs: [notice.text],
            link: notice.link,
            reason: "You get this mail because of your account \(reader.username) at \(reader.tenantName).",
            unsubscribe: link
        )
        var message = try message(notice.title, text, to: reader, id: "notice-\(notice.id)")
        message.unsubscribeURL = link
        return message
    }

    /// The mail with a code.
    func message(with code: MailedCode, for purpose: CodePurpose, mail: Int64, _ reader: MailReader)
        throws(MailError) -> MailMessage
    {
        switch purpose {
        case .passwordReset: try reset(code, mail, reader)
        case .emailVerification: try verification(code, mail, reader)
        }
    }

    private func reset(_ code: MailedCode, _ mail: Int64, _ reader: MailReader) throws(MailError)
        -> MailMessage
    {
        let text = MailText(
            greeting: "Hello \(reader.shownName),",
            paragraphs: [
                "Someone asked to reset the password of your account \(reader.username). To choose a new one, use this code"
                    + " within \(Self.codeMinutes) minutes. It works once:"
            ],
            code: code.shown,
            action: (label: "Choose a new password", url: link("reset/set", code, reader)),
            closing: "If this was not you, ignore this mail. Your password does not change.",
            reason: "You get this mail because someone entered your address at \(reader.tenantName)."
        )
        return try message("Reset your password", text, to: reader, id: "mail-\(mail)")
    }

    /// Someone else may have registered with the reader's address, and must not get it confirmed by a hasty click.
    private func verification(_ code: MailedCode, _ mail: Int64, _ reader: MailReader) throws(MailError)
        -> MailMessage
    {
        let text = MailText(
            greeting: "Hello \(reader.shownName),",
            paragraphs: [
                "To confirm that this is the email address of your account \(reader.username) at"
                    + " \(reader.tenantName), use this code within \(Self.codeMinutes) minutes. It works once:"
            ],
            code: code.shown,
            action: (label: "Confirm your email address", url: link("verify", code, reader)),
            closing: "If this is not your account, ignore this mail and do not share the code.",
            reason: "You get this mail because someone entered your address at \(reader.tenantName)."
        )
        return try message("Confirm your email address", text, to: reader, id: "mail-\(mail)")
    }

    /// The page of the app that takes the code. The code is after the `#`, so that no server or proxy on the way sees or logs it.
    private func link(_ path: String, _ code: MailedCode, _ reader: MailReader) -> String {
        "\(publicURL)/app/\(reader.slug)/\(path)#\(code.shown)"
    }

    /// The mail to an account's old address. It does not name the new one, because a stranger may read it.
    func messageToOldAddress(mail: Int64, _ reader: MailReader) throws(MailError) -> MailMessage {
        let text = MailText(
            greeting: "Hello \(reader.shownName),",
            paragraphs: [
                "The email address of your account \(reader.username) was changed on"
                    + " \(reader.createdAt.description.prefix(10)). Mail now goes to the new address."
            ],
            closing:
                "If this was not you, someone else has your password. Contact the people who run \(reader.tenantName).",
            reason: "You get this mail because this address belonged to the account."
        )
        return try message("Your email address was changed", text, to: reader, id: "mail-\(mail)")
    }

    /// The mail to someone whose account was linked with an outside account because of its address.
    func message(aboutIdentityOf issuer: String, mail: Int64, _ reader: MailReader) throws(MailError)
        -> MailMessage
    {
        let host = issuer.hasPrefix("https://") ? String(issuer.dropFirst("https://".count)) : issuer
        let text = MailText(
            greeting: "Hello \(reader.shownName),",
            paragraphs: [
                "Someone signed in to your account \(reader.username) with an account at \(host), which says that this address"
                    + " belongs to it. From now on you can sign in with it.",
                "Unless you had chosen a password by mail, the account has no password any more, and other devices are signed"
                    + " out.",
            ],
            closing:
                "If this was not you, reset your password and unlink the account at \(host), or contact the people who run \(reader.tenantName).",
            reason: "You get this mail because of your account \(reader.username) at \(reader.tenantName)."
        )
        return try message("You can now sign in with \(host)", text, to: reader, id: "mail-\(mail)")
    }

    private func message(
        _ subject: String,
        _ text: MailText,
        to reader: MailReader,
        id: String
    ) throws(MailError) -> MailMessage {
        guard let recipient = Mailbox(address: reader.address) else { throw .unusableAddress }
        let own = reader.mailFrom.flatMap { Mailbox($0) } ?? sender
        let from = own.name == nil ? Mailbox(name: reader.tenantName, address: own.address) ?? own : own
        // Two installations can send from one domain, and both have a notice 1: their keys differ.
        let name = "\(id).\(reader.tenant.rawValue)"
        let mark = Hexadecimal.encode(signer.derive(Array(name.utf8), context: "message_id"))
        return MailMessage(
            from: from,
            to: recipient,
            subject: subject,
            text: text.plain,
            html: text.html(from: reader.tenantName),
            messageID: "\(name).\(mark)@\(from.domain)",
            date: reader.createdAt
        )
    }
}

package enum MailError: Error, Equatable, CustomStringConvertible {
    case unusableAddress

    package var description: String { "the account's address is not valid for mail" }
}

/// The recipient of a mail.
struct MailReader: RowReadable {
    /// Columns of the account `a` and the tenant `t`. Statements then select the address and the time of the cause.
    static let account: SQLFragment = [
        "t.id", "t.slug", "t.name", "t.settings ->> 'mail_from'", "a.id", "a.username",
        "coalesce(a.first_name, a.username)",
    ]

    package let tenant: TenantID
    let slug: String
    let tenantName: String
    /// The tenant's own sender address.
    let mailFrom: String?
    let account: AccountID
    let username: String
    let shownName: String
    let address: String
    /// When the cause of the mail was written.
    let createdAt: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        tenant = try columns.id()
        slug = try columns.text()
        tenantName = try columns.text()
        mailFrom = try columns.optionalText()
        account = try columns.id()
        username = try columns.text()
        shownName = try columns.text()
        address = try columns.text()
        createdAt = try columns.time()
    }
}

struct NoticeMail: ColumnGroup {
    static let columns: SQLFragment = ["id", "title", "text", "link"]

    let id: Int64
    let title: String
    let text: String
    /// See `MailText`.
    let link: String?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        title = try columns.text()
        text = try columns.text()
        link = try columns.optionalText()
    }
}

/// A row of `MailStore.notice`.
struct NoticeMailRow: RowReadable {
    let reader: MailReader
    let notice: NoticeMail

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        reader = try MailReader(&columns)
        notice = try NoticeMail(&columns)
    }
}

/// A row of `MailStore.outgoing`.
struct OutgoingMailRow: RowReadable {
    let reader: MailReader
    let kind: Kind

    enum Kind {
        case code(CodePurpose)
        /// To the old address.
        case addressChanged
        case identityLinked(issuer: String)
    }

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        reader = try MailReader(&columns)
        let name = try columns.text()
        let detail = try columns.optionalText()
        if let purpose = CodePurpose(rawValue: name) {
            kind = .code(purpose)
        } else if name == "identity_linked" {
            kind = .identityLinked(issuer: detail ?? "")
        } else {
            kind = .addressChanged
        }
    }
}
