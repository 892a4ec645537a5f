internal import Console
internal import Database
internal import ParlayAPI
internal import Tenancy

extension Command {
    static let feedsList = Command(
        "admin feeds list",
        options: [.tenant, .json],
        "list feeds of games and odds",
        example: "parlay admin feeds list --tenant draftqueens"
    ) { call in
        let tenant = try call.tenant()
        let rows = try await AdminSession.run(call.configuration) { database in
            try await database.read(FeedStore.page(.id(tenant.id), .null, .integer(100))).all
        }
        call.show(
            rows.map(\.resource),
            empty: "No feeds found.",
            headings: ["ID", "SOURCE", "STATUS", "NEXT RUN (UTC)", "LAST SUCCESS (UTC)", "NAME"],
            json: { JSONText.value($0) },
            cells: { feed in
                [
                    String(feed.id), feed.source.rawValue, feed.status.rawValue, feed.nextRunAt?.short ?? "",
                    feed.lastSuccessAt?.short ?? "", feed.name,
                ]
            }
        )
        return .success
    }

    static let feedsShow = Command(
        "admin feeds show",
        arguments: ["ID"],
        options: [.tenant, .json],
        "show a feed, with what was wrong with its last run",
        details: "The key is never shown.",
        example: "parlay admin feeds show 2 --tenant draftqueens"
    ) { call in
        let tenant = try call.tenant()
        let id = FeedID(rawValue: try call.identifier("ID"))
        let found = try await AdminSession.run(call.configuration) { database in
            try await database.read(FeedStore.find(.id(tenant.id), .id(id))).first
        }
        guard let row = found else {
            throw CommandFailure("there is no feed \(id.rawValue) in \(tenant.slug)")
        }
        call.show(JSONText.value(row.resource), row.resource.shownFields)
        return .success
    }

    static let feedsRun = Command(
        "admin feeds run",
        arguments: ["ID"],
        options: [.tenant, .json],
        "read a feed in the next seconds",
        details: "The worker does it; `admin feeds show` has the result.",
        example: "parlay admin feeds run 2 --tenant draftqueens"
    ) { call in
        let tenant = try call.tenant()
        let id = FeedID(rawValue: try call.identifier("ID"))
        let (found, due) = try await AdminSession.run(call.configuration) { database in
            let found = try await database.read(FeedStore.find(.id(tenant.id), .id(id))).first
            let due = try await database.write([FeedStore.runNow(.id(tenant.id), .id(id), .time(.now)).query])
            return (found, try Rows<FeedRow>(due[0]).first)
        }
        guard found != nil else { throw CommandFailure("there is no feed \(id.rawValue) in \(tenant.slug)") }
        guard let due else { throw CommandFailure("feed \(id.rawValue) is off") }
        call.report("feed \(id.rawValue) is read in the next seconds", JSONText.value(due.resource))
        return .success
    }
}

extension OddsFeed {
    fileprivate var shownFields: [(name: String, value: String)] {
        func time(_ time: Timestamp?) -> String { time?.description ?? "" }
        let all: [(name: String, value: String)] = [
            ("id", String(id)), ("name", name), ("source", source.rawValue), ("url", url ?? ""),
            ("options", JSONText.text(options)), ("key", keySet ? "set" : ""), ("schedule", schedule),
            ("status", status.rawValue), ("next run", time(nextRunAt)), ("last run", time(lastRunAt)),
            ("last success", time(lastSuccessAt)), ("last error", lastError ?? ""),
        ]
        return all.filter { !$0.value.isEmpty }
    }
}
