internal import Database
internal import ParlayAPI
internal import Tenancy

/// Lists of wagers. The caller is `current_account_id()`.
///
/// The ids are chosen first. `offset 0` keeps the planner from looking for them in all wagers: it would assume that
/// few are visible, check all of them and sort. Columns that are not used outside of such a subquery are not
/// computed.
enum WagerFeedStore {
    /// A page of the feed; `wagers_feed` (db/functions) chooses its wagers.
    static let page = RowStatement<FeedRow>(
        "select",
        WagerRow.columns.of("w") + ["f.km"],
        """
          from wagers_feed(
              $2, $3, row($4, $5, $6, $7, $8, $9, $10, $12)::wager_filter, row($11, $13, $14, $15)::wager_page
          ) f
          cross join lateral (
              select c.* from wager_cards c where c.tenant_id = $1 and c.id = f.wager_id and c.is_visible offset 0
          ) w
         order by case when $11 then f.km end, w.id desc
        """
    )

    /// The wagers that the person `$2` posed or took and the caller may see, newest first, before the id `$3`; only
    /// in the states `$4` unless that is null. An open wager past its time counts as expired at `$5`.
    static let ofPerson = RowStatement<WagerRow>(
        """
        with chosen as (
            select c.id
              from (
                   (
                       select n.id
                         from wagers n
                        where n.tenant_id = $1 and n.challenger_id = $2 and n.id < $3
                          and ($4::text[] is null
                               or case when n.status = 'open' and n.closes_at <= $5 then 'expired' else n.status end
                                  = any ($4::text[]))
                          and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                          and is_listed_wager(n.id, n.status, n.challenger_id)
                        order by n.id desc
                        limit $6
                   )
                   union all
                   (
                       select n.id
                         from wagers n
                        where n.tenant_id = $1 and n.challengee_id = $2 and n.id < $3
                          and ($4::text[] is null or n.status = any ($4::text[]))
                          and can_view_wager(n.challenger_id, n.challengee_id, n.arbiter_id, n.addressee_id, n.audience)
                          and is_listed_wager(n.id, n.status, n.challenger_id)
                        order by n.id desc
                        limit $6
                   )
                   ) c
             order by c.id desc
             limit $6
        )
        select
        """,
        WagerRow.columns.of("w"),
        """
          from chosen c
          cross join lateral (
              select v.* from wager_cards v where v.tenant_id = $1 and v.id = c.id and v.is_visible offset 0
          ) w
         order by w.id desc
        """
    )

    /// The wagers that are offered to the caller alone and can be taken at `$3`, newest first, before the id `$2`.
    static let addressed = RowStatement<WagerRow>(
        """
        with chosen as (
            select n.id
              from wagers n
             where n.tenant_id = $1 and n.addressee_id = current_account_id() and n.status = 'open' and n.id < $2
               and (n.closes_at is null or n.closes_at > $3)
             order by n.id desc
        )
        select
        """,
        WagerRow.columns.of("w"),
        """
          from chosen c
          cross join lateral (
              select v.* from wager_cards v
               where v.tenant_id = $1 and v.id = c.id and v.is_visible and v.is_available offset 0
          ) w
         order by w.id desc
         limit $4
        """
    )

    static let statements = [page.statement, ofPerson.statement, addressed.statement]

    /// - Parameter after: the sort key of the last wager of the previous page: its id, preceded by the bits of its
    ///   distance in that order.
    static func page(
        _ feed: Feed,
        after: [Int64]?,
        limit: Int,
        in tenant: TenantID,
        now: Timestamp
    ) -> RowQuery<FeedRow> {
        let distance = feed.byDistance ? after?.first.map { Double(bitPattern: UInt64(bitPattern: $0)) } : nil
        return page(
            .id(tenant),
            .boolean(feed.isMine ?? false),
            .boolean(feed.ofFriends ?? false),
            .texts(feed.effectiveStatuses.map(\.rawValue)),
            feed.categories.map { .texts($0) } ?? .null,
            .integer(feed.minCents ?? 1),
            .integer(feed.maxCents ?? .max),
            .number(feed.near?.lat),
            .number(feed.near?.lon),
            .number(feed.near == nil ? nil : feed.radiusKm ?? Feed.defaultRadius),
            .boolean(feed.byDistance),
            .time(now),
            .number(distance),
            .integer(after?.last ?? .max),
            .integer(limit)
        )
    }

    static func wagers(
        of person: AccountID,
        before: Int64?,
        statuses: [WagerStatus]?,
        limit: Int,
        in tenant: TenantID,
        now: Timestamp
    ) -> RowQuery<WagerRow> {
        ofPerson(
            .id(tenant),
            .id(person),
            .integer(before ?? .max),
            statuses.map { .texts($0.map(\.rawValue)) } ?? .null,
            .time(now),
            .integer(limit)
        )
    }
}

/// A wager of the feed, with its distance.
struct FeedRow: RowReadable {
    let wager: WagerRow
    /// In kilometres, unrounded; `nil` without a point.
    let distance: Double?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        wager = try WagerRow(&columns)
        distance = try columns.optionalDouble()
    }

    /// Rounded to hundredths.
    var distanceKm: Double? { distance.map { ($0 * 100).rounded() / 100 } }

    func key(byDistance: Bool) -> [Int64] {
        let id = wager.id.rawValue
        return byDistance ? [Int64(bitPattern: (distance ?? 0).bitPattern), id] : [id]
    }
}

extension Parameter {
    /// The shortest text that reads back as the same number.
    fileprivate static func number(_ value: Double?) -> Parameter { value.map { .text("\($0)") } ?? .null }
}
