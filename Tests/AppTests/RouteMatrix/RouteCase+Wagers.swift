extension RouteCase {
    /// A call about a wager that only the owner and the partner may see.
    private static func wager(
        _ route: String,
        _ status: Int,
        _ id: @escaping @Sendable (RouteMatrixFixture.Wagers) -> Int64,
        _ rest: String = "",
        _ body: (@Sendable (Scenario, Scenario) -> String)? = nil
    ) -> RouteCase {
        RouteCase(
            "v1 \(route)",
            status,
            stranger: .refused(404),
            elsewhere: .path(404),
            path: { "wagers/\(id($0.wagers))\(rest)" },
            body: body
        )
    }

    private static let draft: @Sendable (Scenario, Scenario) -> String = { _, named in
        """
        {"name": "Another race", "amount_cents": 700, "category": "Other", "audience": "account",
         "audience_username": "\(named.free.username)", "place": {"lat": 52.5, "lon": 13.4}}
        """
    }

    static let wagers: [RouteCase] = [
        RouteCase("v1 POST wagers", 201, elsewhere: .body(422), path: { _ in "wagers" }, body: draft),
        wager("GET wagers/{id:id}", 200, { $0.open }),
        RouteCase(
            "v1 GET wagers/{id:id}/offer",
            200,
            stranger: .visible,
            elsewhere: .path(404),
            path: { "wagers/\($0.wagers.shown)/offer" }
        ),
        wager("PUT wagers/{id:id}", 200, { $0.open }, "", draft),
        wager("DELETE wagers/{id:id}", 204, { $0.open }),
        wager("POST wagers/{id:id}/take", 200, { $0.offered }, "/take"),
        wager("POST wagers/{id:id}/decline", 200, { $0.offered }, "/decline"),
        wager("POST wagers/{id:id}/complete", 200, { $0.active }, "/complete") { _, _ in
            #"{"winner": "challenger"}"#
        },
        wager("POST wagers/{id:id}/cancel", 200, { $0.leaving }, "/cancel"),
        wager("DELETE wagers/{id:id}/cancel", 204, { $0.regretted }, "/cancel"),
        wager("PUT wagers/{id:id}/arbiter", 200, { $0.active }, "/arbiter") { _, named in
            #"{"username": "\#(named.free.username)"}"#
        },
        wager("POST wagers/{id:id}/arbitrate", 200, { $0.disputed }, "/arbitrate") { _, _ in
            #"{"winner": "challengee", "reason": "The photo shows it."}"#
        },
        RouteCase(
            "v1 POST admin/wagers/{id:id}/void",
            200,
            stranger: .refused(403),
            elsewhere: .path(404),
            path: { "admin/wagers/\($0.wagers.reported)/void" },
            body: { _, _ in #"{"reason": "Not allowed."}"# }
        ),
        wager("POST wagers/{id:id}/pay", 200, { $0.lost }, "/pay") { _, _ in #"{"method": "cash"}"# },
        wager("POST wagers/{id:id}/confirm", 200, { $0.won }, "/confirm") { _, _ in #"{"paid": true}"# },
        wager("POST wagers/{id:id}/rate", 201, { $0.confirmed }, "/rate") { _, _ in
            #"{"rating": 4, "comment": "Paid at once."}"#
        },
    ]
}
