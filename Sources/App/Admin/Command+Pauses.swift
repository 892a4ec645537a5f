internal import Administration
internal import Console
internal import Database
internal import Jobs
internal import ParlayAPI

extension Command {
    static let jobsPause = Command(
        "admin jobs pause",
        arguments: ["[KIND]"],
        options: [.json],
        "pause a kind of jobs, or list the paused kinds",
        details: """
            Workers start no more jobs of this kind within a second; running jobs continue, and new ones wait until you resume \
            the kind. Without KIND, lists the paused kinds.
            """,
        example: "parlay admin jobs pause send_mail"
    ) { call in
        guard let kind = call.arguments("KIND").first else {
            let paused = try await AdminSession.run(call.configuration) { try await PausedKind.all($0) }
            call.show(
                paused,
                empty: "No kind is paused.",
                headings: ["KIND", "PAUSED (UTC)"],
                json: { JSONText.paused($0) },
                cells: { [$0.kind, Timestamp(milliseconds: $0.since).short] }
            )
            return .success
        }
        try PausedKind.require(kind)
        let isNew = try await AdminSession.run(call.configuration) { try await OperatorJobs.pause(kind, $0) }
        call.report(
            isNew ? "paused \(kind)" : "\(kind) is paused already",
            JSONText.object([("kind", .string(kind)), ("paused", .bool(true)), ("changed", .bool(isNew))])
        )
        return .success
    }

    static let jobsResume = Command(
        "admin jobs resume",
        arguments: ["KIND"],
        options: [.json],
        "resume a paused kind of jobs",
        example: "parlay admin jobs resume send_mail"
    ) { call in
        let kind = try call.argument("KIND")
        try PausedKind.require(kind)
        let wasPaused = try await AdminSession.run(call.configuration) {
            try await OperatorJobs.resume(kind, $0)
        }
        guard wasPaused else {
            throw CommandFailure("\(kind) is not paused; `parlay admin jobs pause` lists what is")
        }
        call.report(
            "resumed \(kind)",
            JSONText.object([("kind", .string(kind)), ("paused", .bool(false)), ("changed", .bool(true))])
        )
        return .success
    }
}

extension PausedKind {
    fileprivate static func require(_ kind: String) throws {
        guard isKind(kind) else {
            throw UsageError("KIND must be the kind of a job such as send_mail, not \"\(kind)\"")
        }
    }
}

extension JSONText {
    fileprivate static func paused(_ kind: PausedKind) -> JSONValue {
        object([
            ("kind", .string(kind.kind)), ("since", .string(Timestamp(milliseconds: kind.since).description)),
        ])
    }
}
