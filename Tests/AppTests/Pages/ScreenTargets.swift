import TestWorlds

@testable import App

extension ScreenCase {
    /// What the scenario has for the parameters of a page's address.
    static let targets: [String: @Sendable (RouteMatrixFixture.Scenario) -> String] = [
        "admin/disputes/{id:id}": { "admin/disputes/\($0.wagers.disputed)" },
        "admin/events/{id:id}": { "admin/events/\($0.book.event)" },
        "admin/events/{id:id}/result": {
            "admin/events/\($0.book.event)/result?decision=final&home_score=1&away_score=0"
        },
        "admin/feeds/{id:id}": { "admin/feeds/\($0.book.feed)" },
        "admin/people/{id:id}/wallet": { "admin/people/\($0.partner.id)/wallet" },
        "admin/tournaments/{id:id}": { "admin/tournaments/\($0.book.tournament)" },
        "admin/keys/{id:id}": { "admin/keys/\($0.key)" },
        "admin/people/{id:id}": { "admin/people/\($0.partner.id)" },
        "admin/reports/{id:id}": { "admin/reports/\($0.report)" },
        "admin/webhooks/{id:id}": { "admin/webhooks/\($0.webhook)" },
        "bets/{id:id}": { "bets/\($0.book.bet)" },
        "events/{id:id}": { "events/\($0.book.event)" },
        "games/{id:id}": { "games/\($0.games.owned)" },
        "matches/{id:id}": { "matches/\($0.match)" },
        "matches/{id:id}/end": { "matches/\($0.match)/end" },
        "not-me/{code}": { "not-me/\($0.notMe)" },
        "partners/{id:id}": { "partners/\($0.free.id)" },
        "sign-in/return/{provider}": { _ in "sign-in/return/\(TestProvider.name)" },
        "people/{id:id}": { "people/\($0.partner.id)" },
        "shelves/{id:id}": { "shelves/\($0.owner.id)" },
        "wagers/{id:id}": { "wagers/\($0.wagers.open)" },
        "wagers/{id:id}/edit": { "wagers/\($0.wagers.open)/edit" },
        "wagers/{id:id}/share": { "wagers/\($0.wagers.open)/share" },
    ]
}
