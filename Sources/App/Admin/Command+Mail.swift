internal import Administration
internal import Console
internal import ParlayAPI
internal import Tenancy

extension Command {
    private static let someTenant = Option.value("--tenant", "SLUG", "only mail of this tenant")

    static let mailList = Command(
        "admin mail list",
        options: [someTenant] + Option.paging + [.json],
        "list mail that was sent or stored",
        details:
            "Of the last 30 days, newest first. Of mail that a mail server took, only the recipient, the subject and the kind are"
            + " kept. Without PARLAY_SMTP_URL, mail is stored in the database with its text: the newest 1,000 messages of each tenant."
            + " Where there are several cells, the mail of cell 1 is listed, and with --tenant that of the tenant.",
        example: "parlay admin mail list --tenant demo"
    ) { call in
        let page = try call.page()
        let mails = try MailAdmin(try call.owner()).list(
            tenant: try call.optionalTenant(),
            before: page.cursor,
            limit: page.fetchLimit
        )
        call.show(
            mails,
            page,
            empty: "No mail found.",
            headings: ["ID", "TENANT", "AT (UTC)", "STATE", "TO", "SUBJECT"],
            id: \.id,
            json: JSONText.mail,
            cells: { mail in
                [
                    String(mail.id), mail.tenant, mail.createdAt.short, mail.state, mail.recipient,
                    mail.subject,
                ]
            }
        )
        return .success
    }

    static let mailShow = Command(
        "admin mail show",
        arguments: ["ID"],
        options: [
            someTenant, .flag("--source", "print the raw message"), .json,
        ],
        "show one message",
        details: "Of a message that was sent, the text is not kept.",
        example: "parlay admin mail show 7 --source"
    ) { call in
        let id = try call.identifier("ID")
        guard let mail = try MailAdmin(try call.owner()).show(id, tenant: try call.optionalTenant()) else {
            throw CommandFailure(
                "there is no mail \(id); `parlay admin mail list` lists mail"
            )
        }
        guard !mail.isSent || !call.has("--source") else {
            throw CommandFailure("mail \(id) was sent, and its text is not kept")
        }
        if call.isJSON {
            call.terminal.print(JSONText.text(JSONText.mail(mail)))
        } else if call.has("--source") {
            call.terminal.print(mail.source ?? "")
        } else {
            call.terminal.print(
                "To: \(mail.recipient)\nDate: \(mail.createdAt)\nSubject: \(mail.subject)\n\n"
                    + (mail.text ?? "It was sent, and its text is not kept.")
            )
        }
        return .success
    }
}

extension Invocation {
    /// The slug of `--tenant`, which must exist; `nil` for all tenants.
    fileprivate func optionalTenant() throws -> String? {
        guard let slug = value("--tenant") else { return nil }
        return try tenants().tenant(slug).slug
    }
}

extension MailAdmin.Entry {
    fileprivate var state: String { isSent ? "sent" : "stored" }
}

extension JSONText {
    static func mail(_ mail: MailAdmin.Entry) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .integer(mail.id)), ("tenant", .string(mail.tenant)), ("to", .string(mail.recipient)),
            ("subject", .string(mail.subject)), ("message_id", .string(mail.messageID)),
            ("state", .string(mail.state)), ("kind", JSONText.optional(mail.kind)),
            ("created_at", .string(mail.createdAt.description)),
        ]
        if let text = mail.text { members.append(("text", .string(text))) }
        if let source = mail.source { members.append(("source", .string(source))) }
        return object(members)
    }
}
