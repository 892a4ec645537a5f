// Identifies the rows of a list on a screen.

extension Person: Identifiable {}

extension Profile: Identifiable {
    public var id: Int64 { person.id }
}

extension Notice: Identifiable {}

extension TokenInfo: Identifiable {}

extension Identity: Identifiable {}

extension Passkey: Identifiable {}

extension PushDevice: Identifiable {}

extension Match: Identifiable {
    public var id: Int64 { matchID }
}

extension Report: Identifiable {}

extension Invite: Identifiable {}

extension AuditEntry: Identifiable {}

extension HiddenContent: Identifiable {}

extension APIKey: Identifiable {}

extension Webhook: Identifiable {}

extension WebhookDelivery: Identifiable {}

extension Language: Identifiable {
    public var id: String { code }
}

extension Wager: Identifiable {}

extension Tournament: Identifiable {}

extension SportsEvent: Identifiable {}

extension Market: Identifiable {}

extension Outcome: Identifiable {}

extension Bet: Identifiable {}

extension BetLeg: Identifiable {
    public var id: Int64 { outcomeID }
}

extension WalletEntry: Identifiable {}

extension LeaderboardEntry: Identifiable {
    public var id: Int64 { person.id }
}

extension OddsFeed: Identifiable {}

extension SportsbookTournament: Identifiable {
    public var id: Int64 { tournament.id }
}

extension Game: Identifiable {}

extension ShelfEntry: Identifiable {
    public var id: Int64 { gameID }
}

extension Wish: Identifiable {
    public var id: Int64 { gameID }
}

extension GameDetails: Identifiable {
    public var id: Int64 { game.id }
}
