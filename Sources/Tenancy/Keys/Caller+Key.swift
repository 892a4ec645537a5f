internal import Database
internal import HTTPServer
internal import ParlayAPI
internal import Security

/// What is different for a caller that is an API key.
extension Caller {
    static let authenticateKey = RowStatement<AuthenticatedKey>(
        "select",
        AuthenticatedKey.columns,
        "from authenticate_key($1, $2, $3, $4::text::inet)"
    )

    /// At most once per hour and key.
    static let touchKey = Statement(
        """
        update api_keys
           set last_used_at = date_trunc('hour', $2::timestamptz)
         where tenant_id = $1 and id = current_key_id()
        """
    )

    final func authenticateKey(_ digest: SHA256Digest, at moment: Timestamp) -> Query {
        Self.authenticateKey.statement(
            .id(tenant.id),
            .bytes(digest.bytes),
            .instant(moment.milliseconds),
            address.bytes.isEmpty ? .null : .text(address.description)
        )
    }

    final func foundKey(_ result: ResultSet) throws -> AuthenticatedToken? {
        guard let found = try Rows<AuthenticatedKey>(result).first else { return nil }
        scopes = found.scopes
        return found.token
    }

    final func check(scope needed: KeyScope) throws {
        guard scopes.contains(where: { $0.includes(needed) }) else {
            throw KeyRefusal.scopeMissing(needed, has: scopes)
        }
    }
}

extension Session {
    /// Refuses a key without this scope, now and after whatever the call waits for; every key if there is none.
    func require(_ scope: KeyScope?) async throws {
        _ = try await principal()
        guard let scope else { throw KeyRefusal.notForKeys }
        neededScope = scope
        try check(scope: scope)
    }
}

/// A valid key, under the negative of its id.
struct AuthenticatedKey: ColumnGroup {
    static let columns: SQLFragment = AuthenticatedToken.columns + "scopes"

    let token: AuthenticatedToken
    /// Without those that only a newer version knows.
    let scopes: [KeyScope]

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        token = try AuthenticatedToken(&columns)
        scopes = try columns.text().split(separator: ",").compactMap { KeyScope(rawValue: String($0)) }
    }
}

/// What a valid key may not do.
enum KeyRefusal: ProblemConvertible, Equatable {
    case notForKeys
    case scopeMissing(KeyScope, has: [KeyScope])

    var problem: Problem {
        switch self {
        case .notForKeys:
            Problem(
                status: 403,
                code: "not_for_keys",
                title: "Not for API keys",
                detail:
                    "API keys cannot make this call, whatever their scopes. It needs the token of a person."
            )
        case .scopeMissing(let needed, let has):
            Problem(
                status: 403,
                code: "scope_missing",
                title: "The API key lacks a scope",
                detail:
                    "This call needs the scope \(needed.rawValue). The key has \(has.map(\.rawValue).joined(separator: ", ")).",
                extensions: ["scope": .string(needed.rawValue)]
            )
        }
    }
}
