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
