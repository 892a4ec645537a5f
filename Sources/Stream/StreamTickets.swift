package import Database
package import ParlayAPI
internal import Security
package import Tenancy

/// Tickets open a stream from a browser, which cannot send a header. Only digests are stored.
package struct StreamTickets {
    /// Seconds that a ticket is valid.
    private static let lifetime: Int64 = 60

    private let session: Session
    private var tenant: Parameter { .id(session.tenant.id) }

    package init(_ session: Session) { self.session = session }

    /// A ticket of the caller.
    package func create() async throws -> LiveTicket {
        let principal = try await session.principal()
        let text = try SecureRandom.base62(count: 43)
        let expires = session.now.adding(seconds: Self.lifetime)
        _ = try await session.write(
            TicketStore.add(
                tenant,
                .bytes(sha256(text).bytes),
                .id(principal.accountID),
                .id(principal.tokenID),
                .time(expires)
            )
        )
        return LiveTicket(ticket: text, expiresAt: expires)
    }

    /// The token whose end is the end of the stream; `nil` for a public one.
    package func token(by ticket: String?) async throws -> TokenID? {
        var token: TokenID?
        if !session.isAnonymous { token = try await session.principal().tokenID }
        guard let ticket else { return token }
        let found = try await holder(of: ticket).tokenID
        return token ?? found
    }

    /// Whose ticket it is.
    ///
    /// - Throws: `TenancyError.unauthorized` for one that is unknown, expired or used, or of somebody who may not call any more.
    package func holder(of ticket: String) async throws -> Principal {
        let found = try await session.read(
            TicketStore.find(tenant, .bytes(sha256(ticket).bytes), .time(session.now))
        ).first
        guard let found else { throw TenancyError.unauthorized }
        return found.principal
    }

    /// Uses a ticket up, when nothing else can refuse the handshake. Of several handshakes with it one gets the stream.
    package func take(_ ticket: String) async throws {
        let taken = try await session.write(
            TicketStore.take(tenant, .bytes(sha256(ticket).bytes), .time(session.now))
        )
        guard !taken.isEmpty else { throw TenancyError.unauthorized }
    }
}

/// The statements about tickets.
package enum TicketStore {
    static let add = Statement(
        """
        insert into live_tickets (tenant_id, digest, account_id, token_id, expires_at) values ($1, $2, $3, $4, $5)
        """
    )

    /// The holder of a ticket; no row if it is unknown or expired at `$3`, or its holder may not call any more.
    static let find = RowStatement<TicketHolder>(
        """
        select t.id, t.account_id, t.role
          from live_tickets k
          join tokens t on t.tenant_id = $1 and t.id = k.token_id and t.expires_at > $3 and t.role is not null
         where k.tenant_id = $1 and k.digest = $2 and k.expires_at > $3
        """
    )

    /// Takes a ticket; no row as for `find`.
    static let take = RowStatement<TokenID>(
        """
        with taken as (
            delete from live_tickets where tenant_id = $1 and digest = $2 returning token_id, expires_at
        )
        select k.token_id
          from taken k
          join tokens t on t.tenant_id = $1 and t.id = k.token_id and t.expires_at > $3 and t.role is not null
         where k.expires_at > $3
        """
    )

    private static let prune = Statement("delete from live_tickets where expires_at < $1")

    package static let pruning = PruneStep(prune, days: 0)

    package static let statements = [add, find.statement, take.statement, prune]
}

struct TicketHolder: RowReadable {
    let principal: Principal

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        let token: TokenID = try columns.id()
        let account: AccountID = try columns.id()
        principal = Principal(
            tokenID: token,
            accountID: account,
            role: Role(rawValue: try columns.text()) ?? .member
        )
    }
}

/// The statement that finds streams to end.
package enum StreamTokens {
    /// Which of the tokens `$2` are valid at `$3`; a negative id is of an API key.
    package static let valid = RowStatement<TokenID>(
        """
        select t.id
          from tokens t
         where t.tenant_id = $1 and t.id = any ($2::bigint[]) and t.expires_at > $3 and t.role is not null
         union all
        select -k.id
          from api_keys k
         where k.tenant_id = $1 and k.id = any (select -n from unnest($2::bigint[]) n) and k.revoked_at is null
           and (k.expires_at is null or k.expires_at > $3)
        """
    )
}
