package import Database
internal import ParlayAPI
package import Tenancy

/// The statements about the published keys of issuers, which all tenants and fronts share.
package enum IssuerKeyStore {
    static let find = RowStatement<StoredIssuerKeys>(
        "select",
        StoredIssuerKeys.columns,
        "from issuer_keys where issuer = $1"
    )

    /// Whether the caller is to fetch the keys of `$1` now.
    static let begin = RowStatement<Bool>("select begin_issuer_fetch($1, $2)")

    /// What the fetch brought: `$3` is null if it failed.
    static let end = Statement("select end_issuer_fetch($1, $2, $3, $4)")

    /// Deletes the keys of issuers that no one has signed in with since `$1`. For the worker.
    private static let prune = Statement(
        "delete from issuer_keys where asked_at < $1 and (fresh_until is null or fresh_until < $1)"
    )

    package static let pruning = PruneStep(prune, days: 2)

    package static let statements = [find.statement, begin.statement, end, prune]
}

/// A row of `issuer_keys`.
struct StoredIssuerKeys: ColumnGroup {
    static let columns: SQLFragment = ["keys", "fresh_until", "asked_at", "answered_at", "has_failed"]

    /// A key set as it was fetched.
    let keys: String?
    let freshUntil: Timestamp?
    private let askedAt: Timestamp
    private let answeredAt: Timestamp?
    /// Of the last fetch.
    let hasFailed: Bool

    /// How long the keys stay valid beyond `freshUntil` while the issuer cannot be reached, in seconds.
    private static let grace: Int64 = 86_400
    /// How long a fetch takes at most, with some to spare. A front that is killed does not record its end.
    private static let longestFetch: Int64 = 15

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        keys = try columns.optionalText()
        freshUntil = try columns.optionalTime()
        askedAt = try columns.time()
        answeredAt = try columns.optionalTime()
        hasFailed = try columns.boolean()
    }

    func isFresh(at now: Timestamp) -> Bool { freshUntil.map { $0 > now } ?? false }

    func isValid(at now: Timestamp) -> Bool {
        freshUntil.map { $0.adding(seconds: Self.grace) > now } ?? false
    }

    /// Whether someone is fetching the keys.
    func isBeingFetched(at now: Timestamp) -> Bool {
        (answeredAt.map { $0 < askedAt } ?? true) && askedAt.adding(seconds: Self.longestFetch) > now
    }
}
