package import Database
internal import Stream

/// Notices in the statements of other targets.
package enum Notices {
    /// Writes a notice for each row of `source`, and leaves it to a worker, which enqueues its mail and webhooks. It is two items
    /// of a `with`: `notified` has the tenant, the id, the account, the kind and the subject of each notice.
    ///
    ///     "),",
    ///     Notices.insert(to: "t.owner_id", kind: "$5", title: "$6", text: "…", at: "$3", from: "taken t"),
    ///     "select …"
    ///
    /// - Parameters:
    ///   - subject: the type and the id of what it is about.
    ///   - key: an account gets at most one notice with it.
    ///   - person: the account that the notice names; by default the caller.
    ///   - arguments: a `jsonb` in the form of `NoticeArguments`.
    ///   - source: what follows `from`, with its conditions and its order.
    package static func insert(
        tenant: SQLFragment = "$1",
        to account: SQLFragment,
        kind: SQLFragment,
        title: SQLFragment,
        text: SQLFragment,
        link: SQLFragment? = nil,
        about subject: (type: SQLFragment, id: SQLFragment)? = nil,
        key: SQLFragment? = nil,
        at time: SQLFragment,
        person: SQLFragment? = nil,
        arguments: SQLFragment,
        from source: SQLFragment
    ) -> SQLFragment {
        let insert = SQLFragment.insert(
            into: "notices",
            [
                "tenant_id": tenant, "account_id": account, "kind": kind, "title": title, "text": text,
                "link": link,
                "subject_type": subject?.type, "subject_id": subject?.id, "unique_key": key,
                "created_at": time,
                "person_id": person,
                "arguments": arguments,
            ],
            from: source
        )
        return SQLFragment(
            joining: "notified as (",
            insert,
            key == nil ? "" : "on conflict on constraint notices_unique_key do nothing",
            """
                returning tenant_id, id, account_id, kind, subject_type, subject_id
            ), posted as (
                insert into notice_outbox (tenant_id, change, notice_id)
                select n.tenant_id, pg_current_xact_id(), n.id from notified n
            )
            """
        )
    }

    /// The events that the notices of `notified` are, for the recipients alone.
    package static let events = Events.appendEach(
        tenant: "n.tenant_id",
        to: "n.account_id",
        type: Events.type(ofNotice: "n.kind"),
        about: ("n.subject_type", "n.subject_id"),
        from: "notified n where n.subject_id is not null"
    )

    /// Marks the caller's notices of a kind as read, for each row of `source`: what they ask for is answered.
    ///
    /// - Parameters:
    ///   - subject: the type and the id of what they are about.
    ///   - source: what follows `from`.
    package static func markRead(
        kind: SQLFragment,
        about subject: (type: SQLFragment, id: SQLFragment),
        at time: SQLFragment,
        from source: SQLFragment
    ) -> SQLFragment {
        SQLFragment(
            joining: "update notices n set read_at =",
            time,
            "from",
            source,
            "where n.tenant_id = $1 and n.account_id = current_account_id() and n.read_at is null and n.kind =",
            kind,
            "and n.subject_type =",
            subject.type,
            "and n.subject_id =",
            subject.id
        )
    }

    /// Withdraws notices whose mail was not sent yet.
    ///
    /// - Parameters:
    ///   - subject: the type and the id of what they are about.
    ///   - source: what follows `from`, with its conditions.
    package static func recall(
        of account: SQLFragment,
        kind: SQLFragment,
        about subject: (type: SQLFragment, id: SQLFragment),
        at time: SQLFragment,
        from source: SQLFragment
    ) -> SQLFragment {
        SQLFragment(
            joining: "update notices n set recalled_at =",
            time,
            "from",
            source,
            "and n.tenant_id = $1 and n.recalled_at is null and n.account_id =",
            account,
            "and n.kind =",
            kind,
            "and n.subject_type =",
            subject.type,
            "and n.subject_id =",
            subject.id
        )
    }
}
