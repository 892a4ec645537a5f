package import Accounts
package import Database
package import ParlayAPI
package import Tenancy

package struct WagerID: RowID {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A person of a wager, with the account's version, which is part of the wager's ETag.
package struct WagerPerson: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment = PersonRow.names + ["version"]

    package let person: PersonRow
    package let version: Int64

    package var id: AccountID { person.id }

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        person = try PersonRow(&columns)
        version = try columns.integer()
    }
}

/// A wager as stored, with the people in it: a row of the view `wager_cards`.
package struct WagerRow: ColumnGroup, Sendable, Equatable {
    package static let columns: SQLFragment =
        [
            "id", "name", "description", "amount_cents", "category", "audience", "lat", "lon", "opened_at",
            "closes_at", "version", "addressee_username", "my_rating", "second_category", "third_category",
        ]
        + WagerState.columns
        + WagerPerson.columns.prefixed(by: "challenger_")
        + WagerPerson.columns.prefixed(by: "challengee_")
        + WagerPerson.columns.prefixed(by: "arbiter_")

    package let id: WagerID
    package let name: String
    package let description: String
    package let amountCents: Int64
    /// One to three, the first of which is the `category` of a resource.
    package let categories: [String]
    package let audience: Wager.Audience
    package let place: Place?
    package let openedAt: Timestamp
    package let closesAt: Timestamp?
    package let addresseeUsername: String?
    package let challenger: WagerPerson
    package var challengee: WagerPerson?
    /// The arbiter that both parties named.
    package var arbiter: WagerPerson?
    /// The values that moves change.
    package var state: WagerState
    package var version: Int64
    package var myRating: Int?

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        name = try columns.text()
        description = try columns.text()
        amountCents = try columns.integer()
        let category = try columns.text()
        audience = try columns.choice()
        let lat = try columns.optionalDouble()
        let lon = try columns.optionalDouble()
        place = if let lat, let lon { Place(lat: lat, lon: lon) } else { nil }
        openedAt = try columns.time()
        closesAt = try columns.optionalTime()
        version = try columns.integer()
        addresseeUsername = try columns.optionalText()
        myRating = try columns.optionalInteger().map(Int.init)
        categories = [category] + [try columns.optionalText(), try columns.optionalText()].compactMap(\.self)
        state = try WagerState(&columns)
        challenger = try WagerPerson(&columns)
        challengee = try columns.optional()
        arbiter = try columns.optional()
        state.arbiter = arbiter?.id
    }

    /// The party that an account is; `nil` if not a party.
    package func party(of account: AccountID) -> WagerParty? {
        if account == challenger.id { return .challenger }
        return account == challengee?.id ? .challengee : nil
    }

    package func person(_ party: WagerParty) -> WagerPerson? {
        party == .challenger ? challenger : challengee
    }

    /// Changes with the wager, its people, the caller's rating, and when it expires.
    package func entityTag(at now: Timestamp) -> String {
        let versions = [version, challenger.version, challengee?.version ?? 0, arbiter?.version ?? 0]
        let rating = myRating.map { ".r\($0)" } ?? ""
        let closed = hasClosed(at: now) ? ".closed" : ""
        return versions.map(String.init).joined(separator: ".") + rating + closed
    }

    /// Whether it has expired, even before the worker has written that.
    package func hasClosed(at now: Timestamp) -> Bool {
        state.status == .open && (closesAt.map { $0 <= now } ?? false)
    }

    /// - Parameter distanceKm: the distance from the caller's point.
    package func resource(at now: Timestamp, in tenant: Tenant, distanceKm: Double? = nil) -> Wager {
        Wager(
            id: id.rawValue,
            name: name,
            description: description,
            amountCents: amountCents,
            category: categories[0],
            categories: categories,
            challenger: challenger.person.person(in: tenant),
            challengee: challengee?.person.person(in: tenant),
            status: hasClosed(at: now) ? .expired : state.status,
            winner: state.winner,
            claim: state.claim,
            cancelRequestedBy: state.cancelRequestedBy,
            arbiter: arbiter?.person.person(in: tenant),
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
            myRating: myRating,
            disputedAt: state.disputedAt,
            cancelRequestedAt: state.cancelRequestedAt,
            paymentSaidAt: state.paymentSaidAt,
            decidedBy: state.decidedBy,
            endedAt: state.endedAt
        )
    }

    /// With what one person may do and know.
    func resource(at now: Timestamp, in tenant: Tenant, for actor: WagerRules.Actor) -> Wager {
        var wager = resource(at: now, in: tenant)
        if actor.party != nil {
            wager.challengerArbiterID = state.challengerArbiter?.rawValue
            wager.challengeeArbiterID = state.challengeeArbiter?.rawValue
        }
        if actor.party != nil || actor.isArbiter || actor.isModerator {
            wager.decisionReason = state.decisionReason
        }
        wager.moves = WagerRules.moves(by: actor, on: state, closesAt: closesAt, now: now)
            .filter { $0 != .rate || myRating == nil }
            .map { Extensible($0) }
        return wager
    }

    /// The roles that follow from the wager itself.
    func actor(of account: AccountID, isModerator: Bool) -> WagerRules.Actor {
        WagerRules.Actor(
            party: party(of: account),
            isArbiter: state.arbiter == account,
            isModerator: isModerator,
            isInvited: false
        )
    }
}
