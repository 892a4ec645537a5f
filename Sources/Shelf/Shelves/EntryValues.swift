internal import Database
internal import ParlayAPI

/// What a person says about a game of their shelf.
struct EntryValues: Hashable, Sendable {
    var status: ShelfStatus
    var rating: Int?
    var hours = PlayedHours.zero
    /// Never empty.
    var note: String?
    var startedOn: CivilDate?
    var finishedOn: CivilDate?

    var areDatesReversed: Bool {
        guard let startedOn, let finishedOn else { return false }
        return finishedOn < startedOn
    }

    /// Of `shelf_games`, and of a record.
    static let columns: SQLFragment = [
        "status", "rating", "hour_tenths", "note", "started_on", "finished_on",
    ]

    /// The beginning of an update of `shelf_games s` from a record `r`.
    static let assignment = SQLFragment(
        joining: "update shelf_games s set (",
        columns,
        ") = (",
        columns.of("r"),
        ")"
    )

    /// As `jsonb_populate_record` reads it: the columns by name, without those that are null.
    var record: JSONObject {
        var record: JSONObject = [
            "status": .integer(Int64(status.rawValue)), "hour_tenths": .integer(hours.tenths),
        ]
        if let rating { record.add("rating", .integer(Int64(rating))) }
        if let note { record.add("note", .string(note)) }
        if let startedOn { record.add("started_on", date(startedOn)) }
        if let finishedOn { record.add("finished_on", date(finishedOn)) }
        return record
    }

    /// The year before 1 is 1 BC to PostgreSQL.
    private func date(_ day: CivilDate) -> JSONValue {
        .string(day.year > 0 ? day.description : "0001\(day.description.dropFirst(4)) BC")
    }

    func applying(_ update: ShelfUpdate) -> EntryValues {
        EntryValues(
            status: update.status.applied(to: status),
            rating: update.userRating.applied(to: rating),
            hours: update.userHours.applied(to: hours),
            note: update.note.applied(to: note).flatMap { $0.isEmpty ? nil : $0 },
            startedOn: update.startedOn.applied(to: startedOn),
            finishedOn: update.finishedOn.applied(to: finishedOn)
        )
    }
}
