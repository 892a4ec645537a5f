package import Database
package import ParlayAPI
package import Tenancy

package struct WagerID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A person of a wager, with the version that makes the wager's ETag change with them.
package struct WagerPerson: Sendable, Equatable {
    package var person: Person
    package var version: Int64

    package var id: AccountID { AccountID(rawValue: person.id) }
}

/// A wager as stored, with the people in it.
///
/// The columns, in this order, wherever a wager is read from the view `wager_cards`, which also tells by `is_visible`
/// whether the caller may see it:
///
///     w.id, w.name, w.description, w.amount_cents, w.category, w.audience, w.lat, w.lon, w.opened_at, w.closes_at,
///     w.status, w.taken_at, w.winner, w.completed_at, w.confirmed_at, w.disputed_at, w.claimed_by, w.claimed_winner,
///     w.claimed_at, w.cancel_requested_by, w.challenger_arbiter_id, w.challengee_arbiter_id, w.payment_method,
///     w.remind_at, w.reminders_since, w.reminder_round, w.reminder_step, w.version, w.addressee_username, w.my_rating,
///     w.challenger_id, w.challenger_username, w.challenger_first_name, w.challenger_last_name,
///     w.challenger_photo_version, w.challenger_version, w.challengee_id, w.challengee_username,
///     w.challengee_first_name, w.challengee_last_name, w.challengee_photo_version, w.challengee_version,
///     w.arbiter_id, w.arbiter_username, w.arbiter_first_name, w.arbiter_last_name, w.arbiter_photo_version,
///     w.arbiter_version
package struct WagerRow: Sendable, Equatable {
    /// How many columns `init(_:from:in:)` reads.
    package static let columnCount = 48

    package let id: WagerID
    package let name: String
    package let description: String
    package let amountCents: Int64
    package let category: String
    package let audience: Wager.Audience
    package let place: Place?
    package let openedAt: Timestamp
    package let closesAt: Timestamp?
    package let addresseeUsername: String?
    package let challenger: WagerPerson
    package var challengee: WagerPerson?
    /// Whom both parties named.
    package var arbiter: WagerPerson?
    /// What moves change.
    package var state: WagerState
    package var version: Int64
    package var myRating: Int?

    package init(_ row: Row, from first: Int = 0, in tenant: Tenant) throws(DatabaseError) {
        id = try row.id(first)
        name = try row.text(first + 1)
        description = try row.text(first + 2)
        amountCents = try row.integer(first + 3)
        category = try row.text(first + 4)
        audience = try row.choice(first + 5)
        place =
            row.isNull(first + 6)
            ? nil : Place(lat: try row.double(first + 6), lon: try row.double(first + 7))
        openedAt = try row.time(first + 8)
        closesAt = row.optionalTime(first + 9)
        state = try WagerState(row, from: first + 10)
        version = try row.integer(first + 27)
        addresseeUsername = row.optionalText(first + 28)
        myRating = row.optionalInteger(first + 29).map(Int.init)
        challenger = try WagerPerson(row, from: first + 30, in: tenant)
        challengee = row.isNull(first + 36) ? nil : try WagerPerson(row, from: first + 36, in: tenant)
        arbiter = row.isNull(first + 42) ? nil : try WagerPerson(row, from: first + 42, in: tenant)
    }

    /// Which party an account is; `nil` for who is none.
    package func party(of account: AccountID) -> WagerParty? {
        if account == challenger.id { return .challenger }
        return account == challengee?.id ? .challengee : nil
    }

    package func person(_ party: WagerParty) -> WagerPerson? {
        party == .challenger ? challenger : challengee
    }

    /// Changes with the wager, with the people in it, with the caller's rating, and when it closes.
    package func entityTag(at now: Timestamp) -> String {
        let versions = [version, challenger.version, challengee?.version ?? 0, arbiter?.version ?? 0]
        let rating = myRating.map { ".r\($0)" } ?? ""
        let closed = hasClosed(at: now) ? ".closed" : ""
        return versions.map(String.init).joined(separator: ".") + rating + closed
    }

    /// Whether nobody took it in time, which counts before the worker has written it.
    package func hasClosed(at now: Timestamp) -> Bool {
        state.status == .open && (closesAt.map { $0 <= now } ?? false)
    }

    /// - Parameter distanceKm: from where the caller looks.
    package func resource(at now: Timestamp, distanceKm: Double? = nil) -> Wager {
        Wager(
            id: id.rawValue,
            name: name,
            description: description,
            amountCents: amountCents,
            category: category,
            challenger: challenger.person,
            challengee: challengee?.person,
            status: hasClosed(at: now) ? .expired : state.status,
            winner: state.winner,
            claim: state.claim,
            cancelRequestedBy: state.cancelRequestedBy,
            arbiter: arbiter?.person,
            place: place,
            distanceKm: distanceKm,
            openedAt: openedAt,
            takenAt: state.takenAt,
            completedAt: state.completedAt,
            confirmedAt: state.confirmedAt,
            closesAt: closesAt,
            audience: audience,
            audienceUsername: addresseeUsername,
            paymentMethod: state.paymentMethod,
            myRating: myRating
        )
    }
}

extension WagerPerson {
    /// The columns of `Person` and then the version.
    init(_ row: Row, from first: Int, in tenant: Tenant) throws(DatabaseError) {
        person = try Person(row, from: first, in: tenant)
        version = try row.integer(first + 5)
    }
}

extension Row {
    /// A value of an enumeration that is stored by its raw value.
    func choice<Choice: RawRepresentable<String>>(_ column: Int, of type: Choice.Type = Choice.self)
        throws(DatabaseError) -> Choice
    {
        guard let choice = Choice(rawValue: try text(column)) else {
            throw .decoding("column \(column) holds no \(Choice.self)")
        }
        return choice
    }

    func optionalChoice<Choice: RawRepresentable<String>>(_ column: Int, of type: Choice.Type = Choice.self)
        throws(DatabaseError) -> Choice?
    {
        isNull(column) ? nil : try choice(column)
    }
}
