package import Database
internal import HTTPServer
package import ParlayAPI

/// Counts of failures and calls, in the database so that all front processes share them.
///
/// A guess is checked when it is recorded, not when it starts: of any number of concurrent guesses, only the first
/// `failuresPerPair` recorded ones learn that they were wrong. The others are answered with 429, and so is a right
/// one that ends after the limit was reached; so at most the guesses that are just being recorded leak beyond the
/// limit.
package enum ThrottleStore {
    /// The address that guesses, and the account.
    package struct LoginSubject: Sendable {
        /// `id:7`, or `name:x` if there is no such account.
        package let account: String
        /// An IPv6 address counts as its /64.
        package let address: String

        package init(account: String, address: String) {
            self.account = account
            self.address = address
        }

        package var pair: String { "\(account) \(address)" }
    }

    /// The account's subject, until when its logins from this address are refused, null if they are not, and whether it has
    /// signed in from the address's range `$5` since `$6`.
    static let login = RowStatement<LoginState>(
        """
        with found as (
            select a.id
              from accounts a
             where a.tenant_id = $1 and (a.username_key = $2 or a.email = $2)
        ), named as (
            select coalesce((select 'id:' || id from found), 'name:' || $2::text) as account
        )
        select named.account, max(t.blocked_until),
               exists (
                   select from sign_ins s
                    where s.tenant_id = $1 and s.account_id = (select id from found) and s.network = $5
                      and s.last_at > $6
               )
          from named
          left join throttles t
            on t.tenant_id = $1
           and (
               t.kind = 'login_pair' and t.subject = named.account || ' ' || $3::text
               or t.kind = 'login_address' and t.subject = $3::text
           )
           and t.blocked_until > $4
         group by named.account
        """
    )

    /// Until when logins of a pair `$2` or an address `$3` are refused; null if they are not.
    static let blocked = RowStatement<Timestamp?>(
        """
        select max(blocked_until)
          from throttles
         where tenant_id = $1 and blocked_until > $4
           and (kind = 'login_pair' and subject = $2 or kind = 'login_address' and subject = $3)
        """
    )

    /// Counts a failure three times: for the pair, the address and the account. A row that is already blocked is not
    /// changed or returned. The order of the rows prevents deadlocks.
    package static let fail = RowStatement<FailureCount>(
        """
        insert into throttles as t (tenant_id, kind, subject, window_started_at, count, blocked_until)
        values ($1, 'login_pair', $2, $5::timestamptz, 1, case when $7::integer <= 1 then $5 + $9::double precision * interval '1 second' end),
               ($1, 'login_address', $3, $5, 1, case when $8::integer <= 1 then $5 + $9::double precision * interval '1 second' end),
               ($1, 'login_account', $4, $5, 1, null)
        on conflict (tenant_id, kind, subject) do update
           set (window_started_at, count, blocked_until) = (
               select case when w.is_over then $5 else t.window_started_at end,
                      w.count,
                      case
                          when w.count >= w.most then
                              $5 + least($10::double precision, $9::double precision * 2 ^ least(w.count - w.most, 30)) * interval '1 second'
                      end
                 from (
                     select o.is_over,
                            case when o.is_over then 1 else least(t.count, 1000000) + 1 end as count,
                            case t.kind
                                when 'login_pair' then $7::integer
                                when 'login_address' then $8::integer
                            end as most
                       from (
                           select greatest(t.window_started_at, t.blocked_until) + $6::double precision * interval '1 second' <= $5
                       ) as o (is_over)
                 ) as w
           )
         where t.blocked_until is null or t.blocked_until <= $5
        returning
        """,
        FailureCount.columns
    )

    /// Counts a call. Returns the count and the end of its window.
    package static let call = RowStatement<CallCount>(
        """
        insert into throttles as t (tenant_id, kind, subject, window_started_at, count)
        values ($1, $2, $3, $4::timestamptz, 1)
        on conflict (tenant_id, kind, subject) do update
           set window_started_at =
                   case when t.window_started_at + $5::double precision * interval '1 second' <= $4 then $4 else t.window_started_at end,
               count =
                   case
                       when t.window_started_at + $5::double precision * interval '1 second' <= $4 then 1
                       else least(t.count, 1000000) + 1
                   end
        returning
        """,
        CallCount.columns
    )

    /// Deletes the finished windows of all tenants from before `$1`. For the worker.
    private static let prune = Statement(
        """
        delete from throttles
         where window_started_at < $1 and (blocked_until is null or blocked_until < $1)
        """
    )

    package static let pruning = PruneStep(prune, days: 1)

    package static let statements = [
        login.statement, blocked.statement, fail.statement, call.statement, prune,
    ]

    package static func login(_ name: String, in session: Session) -> RowQuery<LoginState> {
        login(
            .id(session.tenant.id),
            .text(name),
            .text(session.address.network.description),
            .time(session.now),
            .text(session.address.range.description),
            .time(session.now.adding(seconds: -SignInStore.days * 86_400))
        )
    }

    package static func blocked(_ tenant: TenantID, _ subject: LoginSubject, at now: Timestamp) -> RowQuery<
        Timestamp?
    > {
        blocked(.id(tenant), .text(subject.pair), .text(subject.address), .time(now))
    }

    package static func fail(
        _ tenant: TenantID,
        _ subject: LoginSubject,
        _ settings: ThrottleSettings,
        at now: Timestamp
    ) -> RowQuery<FailureCount> {
        fail(
            .id(tenant),
            .text(subject.pair),
            .text(subject.address),
            .text(subject.account),
            .time(now),
            .integer(settings.window),
            .integer(settings.failuresPerPair),
            .integer(settings.failuresPerAddress),
            .integer(settings.firstBlock),
            .integer(settings.longestBlock)
        )
    }
}

/// Failures of one kind, including the one just counted.
package struct FailureCount: ColumnGroup {
    package static let columns: SQLFragment = ["t.kind", "t.count"]

    let kind: String
    let count: Int

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        kind = try columns.text()
        count = Int(try columns.integer())
    }
}

/// Calls in the current window, including the one just counted.
package struct CallCount: ColumnGroup {
    package static let columns: SQLFragment = [
        "t.count", "t.window_started_at + $5::double precision * interval '1 second'",
    ]

    package let count: Int64
    let windowEnd: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        count = try columns.integer()
        windowEnd = try columns.time()
    }
}

/// What the throttles say of a name that someone signs in with.
package struct LoginState: RowReadable {
    /// The subject: `id:7`, or `name:x` where there is no such account.
    package let account: String
    /// Until when logins from the address are refused.
    package let blockedUntil: Timestamp?
    /// Whether the account has signed in from there lately.
    package let isKnown: Bool

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        account = try columns.text()
        blockedUntil = try columns.optionalTime()
        isKnown = try columns.boolean()
    }
}
