internal import ParlayAPI
internal import Tenancy

/// What a feed is asked for. `nil` stands for what was not said.
struct Feed: Equatable {
    var isMine: Bool?
    var ofFriends: Bool?
    var statuses: [WagerStatus]?
    var categories: [String]?
    var near: Place?
    var radiusKm: Double?
    var minCents: Int64?
    var maxCents: Int64?
    var byDistance = false

    static let defaultRadius = 25.0
    static let radii = 0.1...500
    static let cents = 1...100_000_000

    /// The parameters that are filters: with any of them, the saved ones do not apply.
    static let filters = [
        "friends", "status", "category", "near", "radius_km", "min_cents", "max_cents", "mine",
    ]

    /// The wagers of one's own in every state, those of others only while they are open, unless told.
    var effectiveStatuses: [WagerStatus] {
        statuses ?? (isMine == true ? WagerStatus.allCases : [.open])
    }

    /// What cursors are bound to and links repeat, in a fixed order.
    var canonical: [(name: String, value: String?)] {
        [
            ("friends", ofFriends.map { "\($0)" }),
            ("status", statuses.map { $0.map(\.rawValue).joined(separator: ",") }),
            ("category", categories.map { $0.joined(separator: ",") }),
            ("near", near.map { "\($0.lat.decimal),\($0.lon.decimal)" }),
            ("radius_km", radiusKm.map(\.decimal)),
            ("min_cents", minCents.map { "\($0)" }),
            ("max_cents", maxCents.map { "\($0)" }),
            ("mine", isMine.map { "\($0)" }),
            ("sort", byDistance ? "distance" : nil),
        ]
    }
}

extension Feed {
    enum Sort: String, CaseIterable { case newest, distance }
    enum Saved: String, CaseIterable { case none }

    /// - Throws: `TenancyError.badQuery`.
    init(_ query: QueryReader) throws {
        isMine = try query.boolean("mine")
        ofFriends = try query.boolean("friends")
        statuses = try query.choices("status", of: WagerStatus.self).map { chosen in
            WagerStatus.allCases.filter(chosen.contains)
        }
        categories = try query.texts("category", lengths: 1...50).map { Set($0).sorted() }
        near = try query.place("near")
        radiusKm = try query.number("radius_km", Self.radii)
        minCents = try query.integer("min_cents", Self.cents).map(Int64.init)
        maxCents = try query.integer("max_cents", Self.cents).map(Int64.init)
        if let minCents, let maxCents, minCents > maxCents {
            throw Self.bad("max_cents", "max_cents must not be below min_cents.")
        }
        if radiusKm != nil && near == nil { throw Self.bad("radius_km", "radius_km needs near.") }
        byDistance =
            try query.choices("sort", of: Sort.self).map { sorts in
                guard sorts.count == 1 else { throw Self.bad("sort", "sort must stand once.") }
                return sorts == [.distance]
            } ?? false
    }

    /// What the caller has saved, sorted as the query says.
    init(_ saved: FeedFilters, byDistance: Bool) {
        ofFriends = saved.friends ? true : nil
        statuses =
            saved.status.isEmpty ? nil : WagerStatus.allCases.filter(saved.status.contains)
        categories = saved.category.isEmpty ? nil : Set(saved.category).sorted()
        near = saved.near
        radiusKm = saved.near == nil ? nil : saved.radiusKm
        minCents = saved.minCents == Int64(Self.cents.lowerBound) ? nil : saved.minCents
        maxCents = saved.maxCents == Int64(Self.cents.upperBound) ? nil : saved.maxCents
        self.byDistance = byDistance
    }

    /// - Throws: `TenancyError.badQuery`.
    func requirePlaceToSort() throws {
        guard byDistance && near == nil else { return }
        throw Self.bad("sort", "sort=distance needs near.")
    }

    private static func bad(_ name: String, _ reason: String) -> TenancyError {
        .badQuery(parameter: name, reason: reason)
    }
}

extension Double {
    /// As the query takes it: without an exponent.
    fileprivate var decimal: String {
        let text = description
        guard text.contains("e") else { return text }
        // Below a ten-thousandth: some micrometres on the earth, and nothing as a distance.
        return "0.0"
    }
}
