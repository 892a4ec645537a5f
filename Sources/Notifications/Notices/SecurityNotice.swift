package import Database
internal import Jobs
package import Localization
package import ParlayAPI
internal import Stream
package import Tenancy

/// A notice about a sign-in or about what somebody signs in with. It is mailed whatever the person has set, with a link to say that it
/// was somebody else.
package struct SecurityNotice: Sendable {
    private let account: AccountID
    private let title: String
    private let text: String
    private let arguments: NoticeArguments

    /// - Parameter key: of its text; see `NoticeArguments`.
    package init<Key: TextKey>(to account: AccountID, _ key: Key, _ values: [String: JSONValue] = [:]) {
        self.account = account
        arguments = NoticeArguments(key, values)
        let english = Localizer(locales: ["en"])
        let named = values.map { name, value -> (String, TextArgument) in
            if case .string(let text) = value { return (name, .text(text)) }
            if case .integer(let number) = value { return (name, .number(number)) }
            return (name, .text(""))
        }
        let texts = TextLookup(Key.self)
        title = texts.text(key.rawValue + "Title", english, named) ?? ""
        text = texts.text(key.rawValue, english, named) ?? ""
    }

    private static let insert = Statement(
        "with",
        Notices.insert(
            to: "a.id",
            kind: "'account_security'",
            title: "$3",
            text: "$4",
            about: ("'account'", "a.id"),
            at: "$5",
            person: "null::bigint",
            arguments: "$6::jsonb",
            from: "accounts a where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted'"
        ),
        """
        , noted as (
            insert into security_notices (tenant_id, notice_id, account_id, created_at)
            select n.tenant_id, n.id, n.account_id, $5 from notified n
        ), mailed as (
        """,
        JobQueue.insert(
            "'send_security_mail'",
            payload: "jsonb_build_object('notice', n.id)",
            attempts: "30",
            from: "notified n"
        ),
        "),",
        Notices.events,
        "select from notified"
    )

    /// Whether the account was told of it since then. `$1` is the tenant.
    package static func wasTold(_ text: SQLFragment, to account: SQLFragment, since time: SQLFragment)
        -> SQLFragment
    {
        SQLFragment(
            joining:
                "exists (select from notices n where n.tenant_id = $1 and n.kind = 'account_security' and n.account_id =",
            account,
            "and n.created_at >=",
            time,
            "and n.arguments ->> 'text' =",
            text,
            ")"
        )
    }

    /// Deletes those of all tenants from before `$1`. For the worker.
    private static let prune = Statement("delete from security_notices where created_at < $1")
    package static let pruning = PruneStep(prune, days: 30)
    package static let statements = [insert, prune]

    package func query(_ tenant: TenantID, at now: Timestamp) -> Query {
        Self.insert(
            .id(tenant),
            .id(account),
            .text(title),
            .text(text),
            .time(now),
            .text(arguments.json)
        )
    }
}
