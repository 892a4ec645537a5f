internal import ParlayAPI
internal import Tenancy

extension Command {
    static let mailList = Command(
        "admin mail list",
        options: [.tenant, .value("--limit", "N", "at most so many, 50 by default"), .json],
        "list the mail that was kept because no mail server is set, newest first"
    ) { call in
        let mails = try MailAdmin(try call.owner()).list(
            tenant: try call.optionalTenant(),
            limit: try call.count("--limit", default: 50, 1...10_000)
        )
        if call.isJSON {
            call.terminal.print(JSONText.array(mails.map(JSONText.mail)))
            return .success
        }
        var table = TextTable(["ID", "TENANT", "AT", "TO", "SUBJECT"])
        for mail in mails {
            table.add([
                String(mail.id), mail.tenant, mail.createdAt.description, mail.recipient, mail.subject,
            ])
        }
        call.terminal.print(table.isEmpty ? "There is no such mail." : table.text)
        return .success
    }

    static let mailShow = Command(
        "admin mail show",
        arguments: ["ID"],
        options: [
            .tenant, .flag("--source", "print the whole message as it would have gone out"), .json,
        ],
        "show one kept mail"
    ) { call in
        let id = try call.identifier("ID")
        guard let mail = try MailAdmin(try call.owner()).show(id, tenant: try call.optionalTenant()) else {
            throw CommandFailure("there is no kept mail \(id); `parlay admin mail list` lists them")
        }
        if call.isJSON {
            call.terminal.print(JSONText.text(JSONText.mail(mail)))
        } else if call.has("--source") {
            call.terminal.print(mail.source ?? "")
        } else {
            call.terminal.print(
                "To: \(mail.recipient)\nDate: \(mail.createdAt)\nSubject: \(mail.subject)\n\n\(mail.text ?? "")"
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

extension JSONText {
    static func mail(_ mail: MailAdmin.Entry) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .integer(mail.id)), ("tenant", .string(mail.tenant)), ("to", .string(mail.recipient)),
            ("subject", .string(mail.subject)), ("message_id", .string(mail.messageID)),
            ("created_at", .string(mail.createdAt.description)),
        ]
        if let text = mail.text { members.append(("text", .string(text))) }
        if let source = mail.source { members.append(("source", .string(source))) }
        return object(members)
    }
}
