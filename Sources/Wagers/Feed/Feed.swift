internal import ParlayAPI
internal import Tenancy

/// The query of a feed. `nil` means not given.
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

    /// Your own wagers in every state, other people's only while they are open, unless the query says otherwise.
    var effectiveStatuses: [WagerStatus] {
        statuses ?? (isMine == true ? WagerStatus.allCases : [.open])
    }

    /// The values that cursors are bound to and links repeat, in a fixed order.
    var canonical: [(name: String, value: String?)] {
        [
            (Self.friends.name, ofFriends.map { "\($0)" }),
            (Self.status.name, statuses.map { $0.map(\.rawValue).joined(separator: ",") }),
            (Self.category.name, categories.map { $0.joined(separator: ",") }),
            (Self.around.name, near.map { "\($0.lat.withoutExponent),\($0.lon.withoutExponent)" }),
            (Self.radius.name, radiusKm.map(\.withoutExponent)),
            (Self.lowest.name, minCents.map { "\($0)" }),
            (Self.highest.name, maxCents.map { "\($0)" }),
            (Self.mine.name, isMine.map { "\($0)" }),
            (Self.sort.name, byDistance ? Sort.distance.rawValue : nil),
        ]
    }
}

extension Feed {
    enum Sort: String, CaseIterable { case newest, distance }
    enum Saved: String, CaseIterable { case none }

    private static let cents = 1...100_000_000

    static let friends = QueryField.boolean("friends", "Only wagers posed by your friends.")
    static let status = QueryField.choices(
        "status",
        of: WagerStatus.self,
        "Only wagers in these states; `open` by default, and all with `mine`."
    )
    static let category = QueryField.texts("category", 1...50, "Only these categories.")
    static let around = QueryField.place("near", "Only wagers around this point: `51.5074,-0.1278`.")
    static let radius = QueryField.number(
        "radius_km",
        0.1...500,
        "The radius around `near` in kilometres; 25 by default."
    )
    static let lowest = QueryField.integer("min_cents", cents, "The minimum amount, in cents.")
    static let highest = QueryField.integer("max_cents", cents, "The maximum amount, in cents.")
    static let mine = QueryField.boolean("mine", "Only wagers you posed or took.")
    static let sort = QueryField.choice(
        "sort",
        of: Sort.self,
        "`distance` lists the nearest first and requires `near`."
    )
    static let saved = QueryField.choice("filters", of: Saved.self, "`none` ignores your saved filters.")

    /// With any of these, the saved filters are ignored.
    static func isFiltered(_ query: QueryReader) -> Bool {
        query.has(friends) || query.has(status) || query.has(category) || query.has(around)
            || query.has(radius) || query.has(lowest) || query.has(highest) || query.has(mine)
    }

    /// - Throws: `TenancyError.badQuery`.
    init(_ query: QueryReader) throws {
        isMine = try query[Self.mine]
        ofFriends = try query[Self.friends]
        statuses = try query[Self.status]
        categories = try query[Self.category]
        near = try query[Self.around]
        radiusKm = try query[Self.radius]
        minCents = try query[Self.lowest].map(Int64.init)
        maxCents = try query[Self.highest].map(Int64.init)
        if let minCents, let maxCents, minCents > maxCents {
            throw Self.bad(Self.highest.name, "max_cents must not be below min_cents.")
        }
        if radiusKm != nil && near == nil { throw Self.bad(Self.radius.name, "radius_km requires near.") }
        byDistance = try query[Self.sort] == .distance
    }

    /// The caller's saved filters, sorted as the query says.
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
        throw Self.bad(Self.sort.name, "sort=distance requires near.")
    }

    private static func bad(_ name: String, _ reason: String) -> TenancyError {
        .badQuery(parameter: name, reason: reason)
    }
}
