import Foundation
import ParlayAPI
import ParlayClient
import TestSupport

/// The calls of the script by their names, as the library makes them.
struct ConformanceCall {
    let client: Client
    let path: JSONValue
    let body: JSONValue
    let query: JSONValue
    /// What was kept of the version that the call is for.
    let version: (any Sendable)?
    let file: String?
    let limit: Int?

    typealias Kept = ConformancePlay.Kept

    func answer(to call: String) async throws -> Kept {
        if let answer = try await accounts(call) { return answer }
        if let answer = try await meetups(call) { return answer }
        if let answer = try await wagers(call) { return answer }
        if let answer = try await sportsbook(call) { return answer }
        if let answer = try await shelf(call) { return answer }
        throw ConformanceFailure("the call has no counterpart")
    }

    private func accounts(_ call: String) async throws -> Kept? {
        switch call {
        case "checkAvailability":
            kept(try await client.account.availability(username: query["username"]?.text))
        case "register": signedIn(try await client.account.register(registration))
        case "login":
            signedIn(
                try await client.account.logIn(
                    body["username"]?.text ?? "",
                    password: body["password"]?.text ?? "",
                    device: body["device"]?.text
                )
            )
        case "logout": kept(try await client.account.logOut())
        case "getOwnProfile": kept(try await client.profiles.me())
        case "changeOwnProfile":
            try await {
                let update = try decoded(ProfileUpdate.self)
                return kept(
                    try await client.profiles.update(ifUnchanged: version as? Versioned<Profile>) {
                        $0 = update
                    }
                )
            }()
        case "listTokens":
            kept(try await list(client.devices.all().pages(of: Int(query["limit"]?.integer ?? 1))))
        case "getSettings": kept(try await client.settings.get())
        case "listNotices": kept(try await list(client.inbox.notices(unread: query["unread"] == .bool(true))))
        default: nil
        }
    }

    private func meetups(_ call: String) async throws -> Kept? {
        switch call {
        case "createMatch": kept(try await client.matches.make(with: body["a_username"]?.text ?? ""))
        case "planMeetup":
            if let seen = version as? Versioned<Match> {
                kept(try await client.matches.accept(seen.value, ifUnchanged: seen))
            } else {
                kept(
                    try await client.matches.propose(
                        .id(id),
                        at: try time(body["time_1"]),
                        location: body["location"]?.text ?? ""
                    )
                )
            }
        case "getMatch": kept(try await client.matches.get(.id(id)))
        case "getMeetupCalendar": kept(try await client.matches.calendarFile(id))
        default: nil
        }
    }

    private func wagers(_ call: String) async throws -> Kept? {
        switch call {
        case "createWager": return kept(try await client.wagers.pose(decoded(WagerDraft.self)))
        case "listWagers":
            let statuses = query["status"]?.elements.compactMap {
                $0.text.flatMap(WagerStatus.init(rawValue:))
            }
            return kept(try await list(client.wagers.mine(in: Set(statuses ?? []))))
        case "getWager": return kept(try await client.wagers.get(id))
        case "takeWager":
            let read = version as? Versioned<Wager>
            let wager = if let read { read } else { try await client.wagers.get(id) }
            return kept(try await client.wagers.take(wager))
        case "completeWager":
            return kept(try await client.wagers.claim(id, wonBy: decoded(WagerResult.self).winner))
        case "payWager": return kept(try await client.wagers.pay(id, by: decoded(PaymentRequest.self).method))
        case "confirmWager": return kept(try await client.wagers.confirm(id))
        default: return nil
        }
    }

    private func sportsbook(_ call: String) async throws -> Kept? {
        let admin = client.admin.sportsbook
        switch call {
        case "createTournament": return kept(try await admin.add(decoded(TournamentDraft.self)))
        case "createEvent": return kept(try await admin.add(decoded(EventDraft.self)))
        case "createMarket": return kept(try await admin.add(decoded(MarketDraft.self)))
        case "updateOutcome":
            let update = try decoded(OutcomeUpdate.self)
            return kept(try await admin.update(outcome: id) { $0 = update })
        case "listEvents":
            let tournament = query["tournament"]?.elements.first?.integer
            return kept(try await list(client.sportsbook.events(tournament: tournament)))
        case "getWallet": return kept(try await client.wallet.get())
        case "createBet": return kept(try await client.bets.place(decoded(BetDraft.self)))
        case "listBets": return kept(try await list(client.bets.all()))
        default: return nil
        }
    }

    private func shelf(_ call: String) async throws -> Kept? {
        switch call {
        case "listGames":
            return kept(try await list(client.games.all().pages(of: Int(query["limit"]?.integer ?? 1))))
        case "addToWishlist": return kept(try await client.wishlist.add(id))
        case "listWishlist": return kept(try await list(client.wishlist.games()))
        case "addToShelf":
            let draft = try decoded(ShelfDraft.self)
            return kept(try await client.shelf.add(draft.gameID, draft.status))
        case "updateShelfEntry":
            let update = try decoded(ShelfUpdate.self)
            return kept(try await client.shelf.update(id) { $0 = update })
        case "exportShelf": return kept(try await client.shelf.exportFile())
        case "importShelf":
            return kept(
                try await client.shelf.importFile(
                    Data((file ?? "").utf8),
                    isDry: query["dry_run"] == .bool(true)
                )
            )
        case "getShelfStats": return kept(try await client.shelf.stats())
        case "removeFromShelf": return kept(try await client.shelf.remove(id))
        case "getShelfEntry": return kept(try await client.shelf.entry(id))
        default: return nil
        }
    }

    // MARK: Values

    private var id: Int64 { path.elements.first?.integer ?? 0 }

    private var registration: Registration {
        Registration(
            username: body["username"]?.text,
            password: body["password"]?.text,
            email: body["email"]?.text,
            firstName: body["first_name"]?.text,
            lastName: body["last_name"]?.text,
            knownLang: body["known_lang"]?.text,
            learnLang: body["learn_lang"]?.text
        )
    }

    private func decoded<Body: Decodable>(_ type: Body.Type) throws -> Body {
        try JSONDecoder().decode(type, from: Data(body.jsonBytes()))
    }

    private func time(_ value: JSONValue?) throws -> Date {
        guard let time = value?.text.flatMap({ Timestamp($0) }) else { throw ConformanceFailure("no time") }
        return Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    }

    private func list<Item>(_ items: Listing<Item>) async throws -> [Item] {
        try await items.all(limit: limit ?? .max)
    }

    private func kept<Value: JSONWritable & Sendable>(_ value: Versioned<Value>) -> Kept {
        Kept(json: ConformancePlay.json(value.value), value: value)
    }

    private func kept(_ value: some JSONWritable & Sendable) -> Kept {
        Kept(json: ConformancePlay.json(value))
    }
    private func kept(_ items: [some JSONWritable]) -> Kept {
        Kept(json: .array(items.map { ConformancePlay.json($0) }))
    }
    private func kept(_ file: Data) -> Kept { Kept(json: .string(String(decoding: file, as: UTF8.self))) }
    private func kept(_: Void) -> Kept { Kept(json: .null) }

    /// The other clients answer the token beside the profile; this one keeps it.
    private func signedIn(_ profile: Profile) -> Kept {
        var answer = JSONObject()
        answer.add("profile", ConformancePlay.json(profile))
        return Kept(json: .object(answer))
    }
}
