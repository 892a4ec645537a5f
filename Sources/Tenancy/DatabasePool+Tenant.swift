package import Database

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

    /// Many rows, which other reads must not wait behind; see `readAlone`.
    package func readAlone<Row: RowReadable>(in tenant: TenantID, _ query: RowQuery<Row>)
        async throws(DatabaseError) -> Rows<Row>
    {
        let results = try await readAlone([Session.scoping(to: tenant), query.query])
        var reader = ResultsReader(Array(results.dropFirst()))
        return reader.rows(of: query)
    }
}
