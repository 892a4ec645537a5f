package import Database
package import ParlayAPI
internal import Stream
package import Tenancy

/// The statements about notices. Other modules add `NoticeDraft.query` to the unit of the write it is about.
package enum NoticeStore {
    /// Creates a notice for the accounts `$2`, except for `$9`, who acted, and for deleted ones. With a key `$8`,
    /// each gets it at most once.
    package static let insert = Statement(
        "with",
        Notices.insert(
            to: "a.id",
            kind: "$3",
            title: "$4",
            text: "$5",
            about: ("$6", "$7"),
            key: "$8",
            at: "$10",
            person: "coalesce($9, current_account_id())",
            arguments: "$11::jsonb",
            from: """
                accounts a
                where a.tenant_id = $1 and a.id = any ($2::bigint[]) and a.id is distinct from $9 and a.status <> 'deleted'
                order by a.id
                """
        ),
        ",",
        Notices.events,
        "select from notified"
    )

    /// The caller's notices, newest first; with `$2` only unread ones.
    package static let page = RowStatement<Notice>(
        "select",
        Notice.columns,
        """
          from notices
         where tenant_id = $1 and account_id = current_account_id() and (not $2::boolean or read_at is null)
           and ($3::bigint is null or id < $3)
         order by id desc
         limit $4
        """
    )

    /// All of the caller's notices, newest first.
    package static let own = RowStatement<Notice>(
        "select",
        Notice.columns,
        "from notices where tenant_id = $1 and account_id = current_account_id() order by id desc"
    )

    package static let markRead = marking("id = any ($2::bigint[])")

    package static let markReadUpTo = marking("id <= $2")

    /// Those about the subject of the type `$2` with the id `$4`.
    static let markReadAbout = marking("subject_type = $2 and subject_id = $4")

    /// Marks the caller's unread notices that fulfil a condition as read, at the time `$3`.
    private static func marking(_ condition: SQLFragment) -> Statement {
        Statement(
            Events.tellingCaller(
                SQLFragment(
                    joining: """
                        update notices
                           set read_at = $3
                         where tenant_id = $1 and account_id = current_account_id() and read_at is null and
                        """,
                    condition,
                    "returning account_id"
                ),
                type: "'inbox.read'",
                about: ("'account'", "w.account_id")
            )
        )
    }

    /// For the deletion of the account `$2`: its own notices, and other people's that mention the name.
    package static let erase = Statement(
        "delete from notices where tenant_id = $1 and (account_id = $2 or person_id = $2)"
    )

    /// Deletes notices of all tenants from before `$1`. For the worker.
    private static let prune = Statement("delete from notices where created_at < $1")

    package static let pruning = PruneStep(prune, days: 180)

    package static let statements = [
        insert, page.statement, own.statement, markRead, markReadUpTo, markReadAbout, erase, prune,
    ]
}

/// A notice to be written.
package struct NoticeDraft: Sendable {
    package let recipients: [AccountID]
    package let kind: NoticeKind
    package let title: String
    package let text: String
    package let subject: Subject?
    /// At most one notice per recipient with this key; `nil` for no limit.
    package let uniqueKey: String?
    /// The account that acted and is therefore not notified; `nil` if there is none.
    package let actor: AccountID?
    /// What it says in another language; `nil` for English alone.
    package let arguments: NoticeArguments?

    package init(
        to recipients: [AccountID],
        _ kind: NoticeKind,
        title: String,
        text: String,
        subject: Subject? = nil,
        uniqueKey: String? = nil,
        by actor: AccountID?,
        arguments: NoticeArguments? = nil
    ) {
        self.recipients = recipients
        self.kind = kind
        self.title = title
        self.text = text
        self.subject = subject
        self.uniqueKey = uniqueKey
        self.actor = actor
        self.arguments = arguments
    }

    package func query(_ tenant: TenantID, at now: Timestamp) -> Query {
        NoticeStore.insert(
            .id(tenant),
            .integers(recipients.map(\.rawValue)),
            .text(kind.rawValue),
            .text(title),
            .text(text),
            .text(subject?.type),
            .integer(subject?.id),
            .text(uniqueKey),
            .id(actor),
            .time(now),
            .text(arguments?.json)
        )
    }
}

/// A row of `notices`.
extension Notice: ColumnGroup {
    package static let columns: SQLFragment =
        ["id", "kind", "title", "text"] + Subject.columns + ["created_at", "read_at", "arguments::text"]

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        self.init(
            id: try columns.integer(),
            kind: try columns.choice(),
            title: try columns.text(),
            text: try columns.text(),
            subject: try columns.optional(),
            createdAt: try columns.time(),
            readAt: try columns.optionalTime()
        )
        arguments = try columns.noticeArguments()
    }
}

extension ColumnReader {
    /// Of the column `arguments`.
    mutating func noticeArguments() throws(DatabaseError) -> [String: JSONValue]? {
        guard let text = try optionalText(), let object = try? JSONParser.parseObject(Array(text.utf8)) else {
            return nil
        }
        return Dictionary(object.members.map { ($0.key, $0.value) }) { first, _ in first }
    }
}
