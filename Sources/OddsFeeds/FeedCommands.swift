internal import Console
internal import ParlayAPI

extension Command {
    static let feedsList = listing(
        "admin feeds list",
        OddsFeedCalls.list,
        "list feeds of games and odds",
        example: "parlay admin feeds list --tenant draftqueens",
        empty: "No feeds found.",
        columns: [
            ("ID", { String($0.id) }), ("SOURCE", \.source.rawValue), ("STATUS", \.status.rawValue),
            ("NEXT RUN (UTC)", { $0.nextRunAt?.short ?? "" }),
            ("LAST SUCCESS (UTC)", { $0.lastSuccessAt?.short ?? "" }), ("NAME", \.name),
        ]
    )

    static let feedsShow = showing(
        "admin feeds show",
        OddsFeedCalls.show,
        "show a feed, with what was wrong with its last run",
        details: "The key is never shown.",
        example: "parlay admin feeds show 2 --tenant draftqueens",
        fields: { feed in
            func time(_ time: Timestamp?) -> String { time?.description ?? "" }
            return [
                ("id", String(feed.id)), ("name", feed.name), ("source", feed.source.rawValue),
                ("url", feed.url ?? ""), ("options", JSONText.sorted(feed.options)),
                ("key", feed.keySet ? "set" : ""), ("schedule", feed.schedule),
                ("status", feed.status.rawValue), ("next run", time(feed.nextRunAt)),
                ("last run", time(feed.lastRunAt)), ("last success", time(feed.lastSuccessAt)),
                ("last error", feed.lastError ?? ""),
            ]
        }
    )

    static let feedsAdd = changing(
        "admin feeds add",
        OddsFeedCalls.create,
        arguments: ["NAME"],
        secrets: ["key"],
        "add a feed of games and odds",
        details:
            "The worker reads it within a minute, and then on its schedule. --options is an object, such as"
            + " '{\"sport\": \"americanfootball_nfl\", \"regions\": \"us\"}'.",
        example: "parlay admin feeds add NFL --tenant demo --source odds_api --key-file key",
        done: { "added feed \($0.id)" }
    )

    static let feedsRun = changing(
        "admin feeds run",
        OddsFeedCalls.run,
        "read a feed in the next seconds",
        details: "The worker does it; `admin feeds show` has the result.",
        example: "parlay admin feeds run 2 --tenant draftqueens",
        done: { "feed \($0.id) is read in the next seconds" }
    )
}
