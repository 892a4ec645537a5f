internal import Administration
internal import Console
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let tokenList = Command(
        "admin token list",
        arguments: ["[NAME]"],
        options: [.tenant] + Option.paging + [.json],
        "list tokens, newest first",
        details: "Lists the tokens of one account, or of the whole tenant if NAME is omitted.",
        example: "parlay admin token list ada --tenant demo"
    ) { call in
        let accounts = try call.accounts()
        let account = try call.arguments("NAME").first.map { try accounts.account($0) }
        let page = try call.page()
        let tokens = try accounts.tokens(
            of: account,
            before: page.cursor.map(TokenID.init),
            limit: page.fetchLimit
        )
        call.show(
            tokens,
            page,
            empty: "No tokens found.",
            headings: ["ID", "USERNAME", "PREFIX", "LABEL", "LAST USED (UTC)", "EXPIRES (UTC)"],
            id: { $0.token.id },
            json: { JSONText.adding([("username", .string($0.username))], to: $0.token) },
            cells: { token, username in
                [
                    String(token.id), username, token.prefix, token.label, token.lastUsedAt?.short ?? "",
                    token.expiresAt.short,
                ]
            }
        )
        return .success
    }

    static let tokenRevoke = Command(
        "admin token revoke",
        arguments: ["ID"],
        options: [.tenant, .yes, .json],
        "revoke a token",
        details:
            "The token stops working immediately, and its device must sign in again. `parlay admin token list` shows the IDs.",
        example: "parlay admin token revoke 42 --tenant demo"
    ) { call in
        let id = try call.identifier("ID")
        let accounts = try call.accounts()
        guard let found = try accounts.tokens(of: nil, before: TokenID(rawValue: id + 1), limit: 1).first,
            found.token.id == id
        else { throw AdministrationError.unknownToken(TokenID(rawValue: id)) }
        try call.confirm("Revoke token \(id) of \(found.username)? That device must sign in again.")
        try accounts.revoke(TokenID(rawValue: id))
        let value = JSONText.object([("id", .integer(id)), ("revoked", .bool(true))])
        call.report("revoked token \(id)", value)
        return .success
    }
}
