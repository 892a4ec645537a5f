package import Database
internal import ParlayAPI
internal import Security

/// Reads between requests, under the policies of a tenant.
extension DatabasePool {
    package func read<each Row: RowReadable>(in tenant: TenantID, _ queries: repeat RowQuery<each Row>)
        async throws(DatabaseError) -> (repeat Rows<each Row>)
    {
        let results = try await read(
            [Session.scoping(to: tenant)] + ResultsReader.queries(repeat each queries)
        )
        var reader = ResultsReader(Array(results.dropFirst()))
        return (repeat reader.rows(of: each queries))
    }

    /// Whose token this is; `nil` if it is not valid. It counts as a use of the token, which moves its expiry.
    package func holder(of text: String, in tenant: Tenant) async throws -> Principal? {
        guard let token = TokenSecret(parsing: text.utf8.span) else { return nil }
        let now = Timestamp.now
        let results = try await write([
            Caller.authenticate(.id(tenant.id), .bytes(token.digest.bytes), .instant(now.milliseconds)).query,
            Self.renewal(.id(tenant.id), .time(now), .integer(tenant.settings.tokenDays)),
        ])
        return try Rows<AuthenticatedToken>(results[0]).first?.principal
    }

    /// Of the token that was authenticated before, as when it is used.
    static let renewal = Statement(
        """
        update tokens
           set last_used_at = date_trunc('hour', $2::timestamptz),
               expires_at = $2::timestamptz + make_interval(days => $3::integer)
         where tenant_id = $1 and id = current_token_id()
        """
    )

    /// Many rows, which other reads must not wait behind; see `readAlone`.
    package func readAlone<Row: RowReadable>(in tenant: TenantID, _ query: RowQuery<Row>)
        async throws(DatabaseError) -> Rows<Row>
    {
        let results = try await readAlone([Session.scoping(to: tenant), query.query])
        var reader = ResultsReader(Array(results.dropFirst()))
        return reader.rows(of: query)
    }
}
