package import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security

/// The statements about idempotency keys, of the caller.
package enum IdempotencyStore {
    /// What was answered to key `$2`, if that was less than a day before `$3`.
    static let find = RowStatement<StoredAnswer>(
        "select",
        StoredAnswer.columns,
        "from stored_answer($1, $2, $3::timestamptz)"
    )

    /// Locks key `$2` until the end of the transaction, and looks for its answer.
    static let claim = RowStatement<ClaimedKey>(
        "select claimed,",
        StoredAnswer.columns,
        "from claim_idempotency_key($1, $2, $3::timestamptz)"
    )

    /// Stores the answer to key `$2`, replacing one that is a day old. A newer one violates `newerAnswer`.
    static let record = Statement(
        """
        insert into idempotency_keys as k
               (tenant_id, account_id, key, fingerprint, status, headers, body, created_at)
        values ($1, current_account_id(), $2, $3, $4, $5, $6, $7::timestamptz)
        on conflict (tenant_id, account_id, key) do update
           set fingerprint = case
                   when k.created_at <= excluded.created_at - interval '24 hours' then excluded.fingerprint
                   else ''
               end,
               status = excluded.status, headers = excluded.headers, body = excluded.body,
               created_at = excluded.created_at
        """
    )
    static let newerAnswer = "idempotency_keys_fingerprint_check"

    /// Deletes a batch from before `$1`, for all tenants.
    private static let prune = Statement(
        """
        delete from idempotency_keys
         where ctid = any (array(select ctid from idempotency_keys where created_at <= $1::timestamptz limit 10000))
        """
    )

    /// The answers to account `$2`, which may be personal.
    package static let erase = Statement(
        "delete from idempotency_keys where tenant_id = $1 and account_id = $2"
    )

    package static let pruning = PruneStep(prune, days: 1, inBatches: true)

    package static let statements = [find.statement, claim.statement, record, prune, erase]

    static func find(_ key: IdempotencyKey, in session: Session) -> RowQuery<StoredAnswer> {
        find(.id(session.tenant.id), .text(key.text), .time(session.now))
    }

    static func claim(_ key: IdempotencyKey, in session: Session) -> RowQuery<ClaimedKey> {
        claim(.id(session.tenant.id), .text(key.text), .time(session.now))
    }

    /// - Parameter body: the answer's body in its stored form.
    static func record(
        _ response: Response,
        _ body: [UInt8],
        for key: IdempotencyKey,
        in session: Session
    ) -> Query {
        let headers = response.headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        return record(
            .id(session.tenant.id),
            .text(key.text),
            .bytes(key.fingerprint.bytes),
            .integer(response.status),
            .text(headers),
            .bytes(body),
            .time(session.now)
        )
    }
}

/// What the lock of a key found.
struct ClaimedKey: RowReadable {
    /// False while another transaction holds the key.
    let isClaimed: Bool
    let answer: StoredAnswer?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        isClaimed = try columns.boolean()
        answer = try columns.optional()
    }
}

/// The answer to a key.
struct StoredAnswer: ColumnGroup {
    static let columns: SQLFragment = ["fingerprint", "status", "headers", "body"]

    let fingerprint: [UInt8]
    let status: Int
    /// One on each line.
    let headers: String
    let body: [UInt8]

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        fingerprint = try columns.bytes()
        status = Int(try columns.integer())
        headers = try columns.text()
        body = try columns.bytes()
    }

    /// - Parameter box: decrypts the body if it is encrypted.
    /// - Throws: `IdempotencyError.reused` if the key was used for another call; `sealed` if `box` cannot open the
    ///   answer.
    func response(to key: IdempotencyKey, sealedIn box: SecretBox?) throws(IdempotencyError) -> Response {
        guard fingerprint == key.fingerprint.bytes else { throw .reused }
        var body = body
        if let box {
            guard let opened = box.open(body) else { throw .sealed }
            body = opened
        }
        var response = Response(status: status, body: body)
        for line in headers.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            response.headers.add(String(line[..<colon]), String(line[colon...].dropFirst(2)))
        }
        return response.with("Idempotency-Replayed", "true")
    }
}
