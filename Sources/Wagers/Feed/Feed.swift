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
            (FeedQuery.friends.name, ofFriends.map { "\($0)" }),
            (FeedQuery.status.name, statuses.map { $0.map(\.rawValue).joined(separator: ",") }),
            (FeedQuery.category.name, categories.map { $0.joined(separator: ",") }),
            (FeedQuery.around.name, near.map { "\($0.lat.withoutExponent),\($0.lon.withoutExponent)" }),
            (FeedQuery.radius.name, radiusKm.map(\.withoutExponent)),
            (FeedQuery.lowest.name, minCents.map { "\($0)" }),
            (FeedQuery.highest.name, maxCents.map { "\($0)" }),
            (FeedQuery.mine.name, isMine.map { "\($0)" }),
            (FeedQuery.sort.name, byDistance ? FeedQuery.Sort.distance.rawValue : nil),
        ]
    }
}

extension Feed {
    /// With any of these, the saved filters are ignored.
    static func isFiltered(_ query: QueryReader) -> Bool {
        query.has(FeedQuery.friends) || query.has(FeedQuery.status) || query.has(FeedQuery.category)
            || query.has(FeedQuery.around)
            || query.has(FeedQuery.radius) || query.has(FeedQuery.lowest) || query.has(FeedQuery.highest)
            || query.has(FeedQuery.mine)
    }

    /// - Throws: `TenancyError.badQuery`.
    init(_ query: QueryReader) throws {
        isMine = try query[FeedQuery.mine]
        ofFriends = try query[FeedQuery.friends]
        statuses = try query[FeedQuery.status]
        categories = try query[FeedQuery.category]
        near = try query[FeedQuery.around]
        radiusKm = try query[FeedQuery.radius]
        minCents = try query[FeedQuery.lowest].map(Int64.init)
        maxCents = try query[FeedQuery.highest].map(Int64.init)
        if let minCents, let maxCents, minCents > maxCents {
            throw Self.bad(FeedQuery.highest.name, "max_cents must not be below min_cents.")
        }
        if radiusKm != nil && near == nil {
            throw Self.bad(FeedQuery.radius.name, "radius_km requires near.")
        }
        byDistance = try query[FeedQuery.sort] == .distance
    }

    /// The caller's saved filters, sorted as the query says.
    init(_ saved: FeedFilters, byDistance: Bool) {
        ofFriends = saved.friends ? true : nil
        statuses =
            saved.status.isEmpty ? nil : WagerStatus.allCases.filter(saved.status.contains)
        categories = saved.category.isEmpty ? nil : Set(saved.category).sorted()
        near = saved.near
        radiusKm = saved.near == nil ? nil : saved.radiusKm
        minCents = saved.minCents == Int64(FeedQuery.cents.lowerBound) ? nil : saved.minCents
        maxCents = saved.maxCents == Int64(FeedQuery.cents.upperBound) ? nil : saved.maxCents
        self.byDistance = byDistance
    }

    /// - Throws: `TenancyError.badQuery`.
    func requirePlaceToSort() throws {
        guard byDistance && near == nil else { return }
        throw Self.bad(FeedQuery.sort.name, "sort=distance requires near.")
    }

    private static func bad(_ name: String, _ reason: String) -> TenancyError {
        .badQuery(parameter: name, reason: reason)
    }
}
