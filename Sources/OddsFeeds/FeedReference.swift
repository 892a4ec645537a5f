internal import Tenancy

extension ReferencePart {
    /// The calls about feeds. They are in a chapter of the module.
    static let oddsFeeds = ReferencePart(
        guides: [
            Guide(.modules, "odds-feeds", "Games, prices and results from a web page or from The Odds API.")
        ],
        samples: samples,
        events: [
            Event("feed.failed", about: "feed", "A feed of odds failed, fell silent or contradicted itself.")
        ]
    )

    private static let samples: [String: Sample] = [
        "listAdminFeeds": """
        for try await feed in parlay.admin.sportsbook.feeds() {
            print(feed.name, feed.status.rawValue, feed.lastError ?? "")
        }
        """,
        "createAdminFeed": """
        let draft = OddsFeedDraft(source: .html, name: "Lines", url: "https://lines.example/week")
        let feed = try await parlay.admin.sportsbook.add(draft)
        """,
        "getAdminFeed": "let feed = try await parlay.admin.sportsbook.feed(1)",
        "changeAdminFeed": "try await parlay.admin.sportsbook.update(feed: 1) { $0.enabled = .set(false) }",
        "deleteAdminFeed": "try await parlay.admin.sportsbook.remove(feed: 1)",
        "runFeed": "let feed = try await parlay.admin.sportsbook.run(feed: 1)",
        "previewFeed": """
        let preview = try await parlay.admin.sportsbook.preview(
            FeedPreviewDraft(source: .html, url: "https://odds.example.org/", options: ["tournament": "NFL", "sport": "football"])
        )
        print(preview.games.count, preview.problems)
        """,
    ]
}
