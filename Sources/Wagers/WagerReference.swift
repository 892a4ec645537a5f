internal import ParlayAPI
internal import Tenancy

extension ReferencePart {
    /// Friendly bets.
    static let wagers = ReferencePart(
        .wagers,
        tenant: "wager",
        chapters: [
            Chapter(
                .modules,
                "Wagers",
                "Friendly bets: pose, take, settle, pay and rate. Also search by regular expression.",
                guide: "wagers"
            )
        ],
        guides: [
            Guide(.modules, "wagers", "Friendly bets: the lifecycle, the feed, payment and friends.")
        ],
        samples: samples,
        events: [
            Event("wager.posed", about: "wager", "You offer a wager."),
            Event("wager.offered", about: "wager", "Somebody offers a wager to you alone."),
            Event("wager.edited", about: "wager", "An offer has other terms."),
            Event("wager.deleted", about: "wager", "An offer is gone."),
            Event("wager.expired", about: "wager", "Nobody took an offer in time."),
            Event("wager.declined", about: "wager", "The person to whom it was offered does not want it."),
            Event("wager.taken", about: "wager", "Somebody took the wager."),
            Event("wager.claimed", about: "wager", "A party said who won."),
            Event("wager.cancel_requested", about: "wager", "A party would like to cancel it."),
            Event("wager.arbiter_named", about: "wager", "A party named an arbiter."),
            Event("wager.payment_said", about: "wager", "The loser says they pay in cash."),
            Event("wager.completed", about: "wager", "It is known who won."),
            Event("wager.disputed", about: "wager", "The parties disagree about who won."),
            Event("wager.cancelled", about: "wager", "The wager was cancelled."),
            Event("wager.confirmed", about: "wager", "The winner confirmed the payment."),
            Event("wager.rated", about: "wager", "A party rated the other."),
            Event("wager.changed", about: "wager", "Something else about a wager of yours changed."),
            Event("payment.reminder", about: "wager", "A lost wager is not paid yet."),
        ],
        synonyms: [
            ["bet", "bets", "wager", "wagers"],
            ["pay", "payment", "venmo", "cash", "settle up"],
            ["dispute", "arbiter", "arbitrate", "referee"],
            ["rating", "rate", "review", "reviews", "stars"],
            ["feed", "timeline", "list wagers"],
        ]
    )

    private static let samples: [String: Sample] = [
        "listCategories": "let categories = try await parlay.categories()",
        "createWager": """
        let wager = try await parlay.wagers.pose(
            WagerDraft(name: "Chess in the park", description: "Best of three.", amountCents: 2_000, category: "Other")
        )
        """,
        "getWager": .init("let wager = try await parlay.wagers.get(10)", id: 10),
        "getWagerOffer": .init("let offer = try await parlay.wagers.offer(10)", id: 10),
        "updateWager": .init(
            """
            let wager = try await parlay.wagers.get(10)
            if var draft = WagerDraft(of: wager.value) {
                draft.amountCents = 2_500
                try await parlay.wagers.replace(10, with: draft, ifUnchanged: wager)
            }
            """,
            id: 10
        ),
        "deleteWager": .init("try await parlay.wagers.delete(10)", id: 10),
        "takeWager": .init(
            """
            let wager = try await parlay.wagers.get(2415)
            try await parlay.wagers.take(wager)
            """,
            id: 2415
        ),
        "declineWager": "try await parlay.wagers.decline(2415)",
        "completeWager": .init("try await parlay.wagers.claim(10, wonBy: .challenger)", id: 10),
        "cancelWager": .init("try await parlay.wagers.cancel(10)", id: 10),
        "withdrawWagerCancellation": .init("try await parlay.wagers.withdrawCancellation(10)", id: 10),
        "nameWagerArbiter": .init(#"try await parlay.wagers.nameArbiter("dora", for: 10)"#, id: 10),
        "arbitrateWager": .init(
            """
            // Either of these:
            try await parlay.wagers.decide(2412, wonBy: .challengee, reason: "The photo shows it.")
            try await parlay.wagers.void(2412, reason: "No one can tell.")
            """,
            id: 2412
        ),
        "payWager": .init(
            """
            let guide = try await parlay.wagers.pay(1, by: .venmo)
            // On iOS: { UIApplication.shared.canOpenURL($0) }
            if let link = guide.link(canOpen: canOpen) { openURL(link) }
            """,
            id: 1
        ),
        "confirmWager": .init("try await parlay.wagers.confirm(1, paid: true)", id: 1),
        "rateWager": .init(#"try await parlay.wagers.rate(1, 5, comment: "Paid at once.")"#, id: 1),
        "voidWager": .init(#"try await parlay.admin.voidWager(10, reason: "This sells something.")"#, id: 10),
        "listDisputes": """
        for try await wager in parlay.admin.disputes() {
            print(wager.name)
        }
        """,
        "listWagers": .init(
            """
            let here = FeedFilters(near: Place(lat: 30.2672, lon: -97.7431), radiusKm: 10)
            for try await wager in parlay.wagers.feed(here, by: .distance) {
                print(wager.name, wager.amountText(), wager.distanceKm ?? 0)
            }
            """,
            query: [("near", "30.2672,-97.7431"), ("radius_km", "10"), ("sort", "distance")]
        ),
        "listAddressedWagers": """
        for try await wager in parlay.wagers.addressed() {
            print(wager.challenger.displayName, wager.name)
        }
        """,
        "listWagersOfPerson": .init(
            """
            for try await wager in parlay.wagers.of(2002, in: [.confirmed]) {
                print(wager.name)
            }
            """,
            id: 2002
        ),
        "search": .init(
            """
            for try await wager in parlay.search.wagers("chess") {
                print(wager.name)
            }
            """,
            query: [("in", "wagers"), ("q", "chess")]
        ),
        "getAdminCategories": "let categories = try await parlay.admin.categories()",
        "replaceAdminCategories": #"try await parlay.admin.setCategories(["Sports", "Food", "Other"])"#,
    ]
}
