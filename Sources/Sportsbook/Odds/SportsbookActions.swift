internal import ParlayAPI

extension AuditAction {
    static let tournamentCreate = AuditAction(rawValue: "tournament.create")
    static let tournamentChange = AuditAction(rawValue: "tournament.change")
    static let tournamentDelete = AuditAction(rawValue: "tournament.delete")
    static let eventCreate = AuditAction(rawValue: "event.create")
    static let eventChange = AuditAction(rawValue: "event.change")
    static let eventDelete = AuditAction(rawValue: "event.delete")
    static let marketCreate = AuditAction(rawValue: "market.create")
    static let marketChange = AuditAction(rawValue: "market.change")
    static let marketDelete = AuditAction(rawValue: "market.delete")
    static let outcomeChange = AuditAction(rawValue: "outcome.change")
    static let oddsImport = AuditAction(rawValue: "odds.import")
    static let walletGrant = AuditAction(rawValue: "wallet.grant")
}
