internal import HTTPServer
internal import ParlayAPI

/// The call as code to copy. Its values are those of the demo, as `ada` sees it, so that they work there.
struct Samples {
    let call: CallDescription

    /// The page's script replaces these by its own address, and by the chosen tenant.
    static let origin = "https://parlay.example"
    static let tenant = "wordup"
    /// The password of every named demo account.
    static let password = "correct horse battery"
    /// Demo tenants with a module that the default one lacks.
    private static let tenants: [Module: String] = [
        .wagers: "wager", .sportsbook: "draftqueens", .shelf: "ggtracker",
    ]

    // MARK: Values

    /// Values for required parameters, and for those that make a result more useful.
    private static let queries: [String: [(name: String, value: String)]] = [
        "search": [("in", "wagers"), ("q", "chess")],
        "findPeople": [("q", "dora")], "checkAvailability": [("username", "ann")],
        "listWagers": [("near", "30.2672,-97.7431"), ("radius_km", "10"), ("sort", "distance")],
    ]

    /// Ids of rows in a new demo: accounts 1 to 6 of `wordup`, 2001 to 2006 of `wager`, 5001 to 5006 of `draftqueens` and 5013
    /// to 5018 of `ggtracker` are ada, ben, chen, dora, eli and fay.
    private static let ids: [String: Int64] = [
        "getProfile": 3, "getProfilePhoto": 3, "createBlock": 3, "getBlock": 3, "deleteBlock": 3,
        "getAdminAccount": 4, "changeAdminAccount": 4,
        "getMatch": 301, "getMeetupCalendar": 301, "giveFeedback": 301, "planMeetup": 306, "endMatch": 304,
        "getMatchWithPerson": 3, "planMeetupWithPerson": 204, "endMatchWithPerson": 72,
        "getWager": 10, "updateWager": 10, "deleteWager": 10, "takeWager": 2415, "completeWager": 10,
        "cancelWager": 10, "withdrawWagerCancellation": 10, "nameWagerArbiter": 10, "arbitrateWager": 2412,
        "voidWager": 10,
        "payWager": 1, "confirmWager": 1, "rateWager": 1,
        "getAccountWallet": 5003, "listAccountWalletEntries": 5003, "grantMoney": 5003,
        "acceptFriend": 6, "removeFriend": 2, "listWagersOfPerson": 2002,
        "getGame": 1416, "getShelfEntry": 1700, "replaceShelfEntry": 1700, "updateShelfEntry": 1700,
        "removeFromShelf": 1700, "listShelfOfPerson": 5016,
        "getShelf": 5016, "addToWishlist": 1416, "removeFromWishlist": 94,
    ]

    var tenant: String { call.module.flatMap { Self.tenants[$0] } ?? Self.tenant }

    var query: [String: String] {
        Dictionary((Self.queries[call.name] ?? []).map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The value of a path parameter.
    func value(of field: FieldDescription) -> String {
        guard field.kind == .integer else { return field.name }
        return String(field.name == "id" ? Self.ids[call.name] ?? 1 : 1)
    }

    var address: String {
        let query = (Self.queries[call.name] ?? []).map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return Self.origin + path + (query.isEmpty ? "" : "?" + query)
    }

    private var path: String {
        var path = call.path.replacing("{tenant}", with: tenant)
        for field in call.pathParameters { path = path.replacing("{\(field.name)}", with: value(of: field)) }
        return path
    }

    // MARK: curl

    var curl: String {
        var lines = ["curl -sS \(quoted(address))"]
        if call.method != .get { lines.append("-X \(call.method.rawValue)") }
        if call.needsToken { lines.append("-H \"Authorization: Token $TOKEN\"") }
        if let body = call.body, let media = body.media.first {
            lines.append("-H 'Content-Type: \(media)'")
            if let example = body.example {
                let text = JSONText.plain(example).replacing("\n", with: "\n  ")
                lines.append("-d '\(text.replacing("'", with: "'\\''"))'")
            } else {
                lines.append("--data-binary @file")
            }
        }
        return lines.joined(separator: " \\\n  ")
    }

    private func quoted(_ text: String) -> String { text.contains("?") ? "'\(text)'" : text }
}
