internal import Database
package import Localization
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
    /// What people read of notices, of all components. A notice without a text is sent as the API has it, in English.
    package var notices = TextLookup()
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

    /// Where the people of other services reach the operator: a URL.
    var contact: String { publicURL.hasPrefix("https://") ? publicURL : "mailto:\(sender.address)" }

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
        let words = NoticeText(
            arguments: notice.arguments,
            title: notice.title,
            text: notice.text,
            notices,
            reader.localizer,
            now: reader.createdAt
        )
        let link =
            publicURL
            + UnsubscribeLink.path(reader.account, of: reader.tenant, slug: reader.slug, signer: signer)
        let text = MailText(
            greeting: reader.greeting,
            paragraphs: [words.text],
            link: notice.link,
            reason: reader.text(.reasonAccount),
            unsubscribe: (label: reader.text(.unsubscribe), url: link)
        )
        var message = try message(words.title, text, to: reader, id: "notice-\(notice.id)")
        message.unsubscribeURL = link
        return message
    }

    /// The mail about a security notice.
    func message(aboutSecurity notice: NoticeMail, _ reader: MailReader) throws(MailError) -> MailMessage {
        let words = NoticeText(
            arguments: notice.arguments,
            title: notice.title,
            text: notice.text,
            notices,
            reader.localizer,
            now: reader.createdAt
        )
        let code = NotMeLink.code(notice.id, of: reader.tenant, signer: signer)
        let text = MailText(
            greeting: reader.greeting,
            paragraphs: [words.text, reader.text(.notMeText)],
            action: (
                label: reader.text(.notMeAction), url: "\(publicURL)/app/\(reader.slug)/not-me/\(code)"
            ),
            closing: reader.text(.notMeClosing),
            reason: reader.text(.reasonAccount)
        )
        return try message(words.title, text, to: reader, id: "notice-\(notice.id)")
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
            greeting: reader.greeting,
            paragraphs: [reader.text(.resetText, ["minutes": .number(Self.codeMinutes)])],
            code: code.shown,
            action: (label: reader.text(.resetAction), url: link("reset/set", code, reader)),
            closing: reader.text(.resetClosing),
            reason: reader.text(.reasonAddress)
        )
        return try message(reader.text(.resetSubject), text, to: reader, id: "mail-\(mail)")
    }

    /// Someone else may have registered with the reader's address, and must not get it confirmed by a hasty click.
    private func verification(_ code: MailedCode, _ mail: Int64, _ reader: MailReader) throws(MailError)
        -> MailMessage
    {
        let text = MailText(
            greeting: reader.greeting,
            paragraphs: [reader.text(.verifyText, ["minutes": .number(Self.codeMinutes)])],
            code: code.shown,
            action: (label: reader.text(.verifyAction), url: link("verify", code, reader)),
            closing: reader.text(.verifyClosing),
            reason: reader.text(.reasonAddress)
        )
        return try message(reader.text(.verifySubject), text, to: reader, id: "mail-\(mail)")
    }

    /// The page of the app that takes the code. The code is after the `#`, so that no server or proxy on the way sees or logs it.
    private func link(_ path: String, _ code: MailedCode, _ reader: MailReader) -> String {
        "\(publicURL)/app/\(reader.slug)/\(path)#\(code.shown)"
    }

    /// The mail to an account's old address. It does not name the new one, because a stranger may read it.
    func messageToOldAddress(mail: Int64, _ reader: MailReader) throws(MailError) -> MailMessage {
        let date = reader.localizer.date(reader.createdAt, .long, now: reader.createdAt)
        let text = MailText(
            greeting: reader.greeting,
            paragraphs: [reader.text(.addressText, ["date": .text(date)])],
            closing: reader.text(.addressClosing),
            reason: reader.text(.reasonOldAddress)
        )
        return try message(reader.text(.addressSubject), text, to: reader, id: "mail-\(mail)")
    }

    /// The mail to someone whose account was linked with an outside account because of its address.
    func message(aboutIdentityOf issuer: String, mail: Int64, _ reader: MailReader) throws(MailError)
        -> MailMessage
    {
        let host = issuer.hasPrefix("https://") ? String(issuer.dropFirst("https://".count)) : issuer
        let text = MailText(
            greeting: reader.greeting,
            paragraphs: [
                reader.text(.linkedText, ["host": .text(host)]), reader.text(.linkedPassword),
            ],
            closing: reader.text(.linkedClosing, ["host": .text(host)]),
            reason: reader.text(.reasonAccount)
        )
        return try message(
            reader.text(.linkedSubject, ["host": .text(host)]),
            text,
            to: reader,
            id: "mail-\(mail)"
        )
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
            html: text.html(from: reader.tenantName, language: reader.localizer.language),
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
        "coalesce(a.first_name, a.username)", "a.settings ->> 'locale'", "t.settings ->> 'locale'",
        "a.settings ->> 'time_zone'",
    ]

    package let tenant: TenantID
    let slug: String
    let tenantName: String
    /// The tenant's own sender address.
    let mailFrom: String?
    let account: AccountID
    let username: String
    let shownName: String
    /// By their settings, else by the tenant's, else English.
    let localizer: Localizer
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
        let (own, common) = (try columns.optionalText(), try columns.optionalText())
        localizer = Localizer(locales: [own, common], timeZone: try columns.optionalText())
        address = try columns.text()
        createdAt = try columns.time()
    }

    var greeting: String { text(.greeting, ["name": .text(shownName)]) }

    /// With the names that most texts have.
    func text(_ key: MailWords, _ arguments: [String: TextArgument] = [:]) -> String {
        let names: [(String, TextArgument)] = [("username", .text(username)), ("app", .text(tenantName))]
        return localizer.text(key, named: names + arguments.map { ($0.key, $0.value) })
    }
}

struct NoticeMail: ColumnGroup {
    static let columns: SQLFragment = ["id", "title", "text", "link", "arguments::text"]

    let id: Int64
    let title: String
    let text: String
    /// See `MailText`.
    let link: String?
    let arguments: [String: JSONValue]?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        title = try columns.text()
        text = try columns.text()
        link = try columns.optionalText()
        arguments = try columns.noticeArguments()
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
