package import Database
internal import Jobs
package import ParlayAPI
package import Tenancy

/// The statements about mail. The jobs about notices are made by `NoticeRelay`, those about a changed email by a trigger.
package enum MailStore {
    /// The text and recipient of the mail about notice `$2`. No row if no one should get it any more, or if the
    /// notice was withdrawn.
    static let notice = RowStatement<NoticeMailRow>(
        "select",
        MailReader.account + ["a.email", "n.created_at"] + NoticeMail.columns.of("n"),
        """
          from notices n
          join accounts a on a.tenant_id = n.tenant_id and a.id = n.account_id
          join tenants t on t.id = n.tenant_id
         where n.tenant_id = $1 and n.id = $2 and t.status = 'active' and a.status = 'active' and a.email is not null
           and n.recalled_at is null and a.settings -> 'mail_notices' is distinct from 'false'::jsonb
           and (
               a.email_proof is not null
               or t.settings -> 'require_verified_email' is distinct from 'true'::jsonb
           )
        """
    )

    /// The same of a security notice, whatever the person has set: to the address that was changed, if that is what it is about.
    static let securityNotice = RowStatement<NoticeMailRow>(
        "select",
        MailReader.account + ["coalesce(s.old_email, a.email)", "n.created_at"] + NoticeMail.columns.of("n"),
        """
          from security_notices s
          join notices n on n.tenant_id = s.tenant_id and n.id = s.notice_id
          join accounts a on a.tenant_id = n.tenant_id and a.id = n.account_id
          join tenants t on t.id = n.tenant_id
         where s.tenant_id = $1 and s.notice_id = $2 and s.denied_at is null and t.status = 'active'
           and a.status = 'active' and coalesce(s.old_email, a.email) is not null
           and (
               s.old_email is not null or a.email_proof is not null
               or t.settings -> 'require_verified_email' is distinct from 'true'::jsonb
           )
        """
    )

    /// The mail `$2`; no row if it was already sent, or its recipient no longer exists. An address that was changed or
    /// proven meanwhile gets no verification code.
    static let outgoing = RowStatement<OutgoingMailRow>(
        "select",
        MailReader.account + ["m.recipient", "m.created_at", "m.kind", "m.detail"],
        """
          from outgoing_mails m
          join accounts a
            on a.tenant_id = m.tenant_id and a.status = 'active'
           and (a.id = m.account_id or m.account_id is null and a.email = m.recipient)
           and (m.kind <> 'email_verification' or a.email = m.recipient and a.email_proof is null)
          join tenants t on t.id = m.tenant_id
         where m.tenant_id = $1 and m.id = $2 and t.status = 'active'
        """
    )

    static let sent = Statement("delete from outgoing_mails where tenant_id = $1 and id = $2")

    /// Stores a message for people to read if there is no mail server, at most a thousand per tenant. Null for its text and its
    /// source records that a mail server took it, however many there are.
    static let store = Statement(
        """
        with old as (
            delete from stored_mails
             where tenant_id = $1 and $6::text is not null and text is not null
               and id <= (
                   select id from stored_mails where tenant_id = $1 and text is not null order by id desc offset 999 limit 1
               )
        )
        insert into stored_mails
            (tenant_id, account_id, message_id, recipient, subject, text, source, created_at, secret_until, kind)
        select $1, a.id, $3, $4, $5, $6, $7, $8, $9, $10
          from accounts a
         where a.tenant_id = $1 and a.id = $2 and a.status <> 'deleted'
        """
    )

    /// What is stored of mail to the caller, newest first.
    package static let own = RowStatement<ExportedMail>(
        "select",
        ExportedMail.columns,
        "from own_stored_mails($1)"
    )

    /// Enqueues a job that sends the row of `mail`.
    private static func sending(_ kind: SQLFragment) -> SQLFragment {
        JobQueue.insert(kind, payload: "jsonb_build_object('mail', mail.id)", attempts: "30", from: "mail")
    }

    /// Requests a reset for the account with the email `$2`. It writes the same whether or not there is one, because
    /// neither the answer nor its duration may show.
    package static let askForReset = Statement(
        """
        with mail as (
            insert into outgoing_mails (tenant_id, kind, recipient, created_at)
            values ($1, 'password_reset', $2, $3)
            returning id
        )
        """,
        sending("'send_mail'")
    )

    /// Requests a code that proves the caller's address; no row if it is proven already.
    package static let askForVerification = Statement(
        """
        with mail as (
            insert into outgoing_mails (tenant_id, kind, account_id, recipient, created_at)
            select $1, 'email_verification', a.id, a.email, $2
              from accounts a
             where a.tenant_id = $1 and a.id = current_account_id() and a.email is not null
               and a.email_proof is null
            returning id
        )
        """,
        sending("'send_account_mail'")
    )

    /// Notifies the account `$2`, at the address `$3`, that an identity of the issuer `$4` was linked to it.
    package static let noticeLinked = Statement(
        """
        with mail as (
            insert into outgoing_mails (tenant_id, kind, account_id, recipient, detail, created_at)
            values ($1, 'identity_linked', $2, $3, $4, $5)
            returning id
        )
        """,
        sending("'send_account_mail'")
    )

    /// Ends mail about notices for the account `$2`.
    static let unsubscribe = Statement(
        """
        update accounts
           set settings = jsonb_set(settings, '{mail_notices}', 'false'), updated_at = $3, version = version + 1
         where tenant_id = $1 and id = $2 and status <> 'deleted'
           and settings -> 'mail_notices' is distinct from 'false'::jsonb
        """
    )

    /// Deletes the mail of an account that is being deleted.
    package static let erase = Statement(
        """
        with outgoing as (
            delete from outgoing_mails where tenant_id = $1 and account_id = $2
        ), stored as (
            delete from stored_mails where tenant_id = $1 and account_id = $2
        ), verifications as (
            delete from email_verifications where tenant_id = $1 and account_id = $2
        )
        delete from password_resets where tenant_id = $1 and account_id = $2
        """
    )

    /// Deletes mail from before `$1`, for all tenants, and codes that have expired since. For the worker.
    private static let prune = Statement(
        """
        with outgoing as (
            delete from outgoing_mails where created_at < $1
        ), stored as (
            delete from stored_mails where created_at < $1
        ), verifications as (
            delete from email_verifications where expires_at < $1
        )
        delete from password_resets where expires_at < $1
        """
    )

    package static let pruning = PruneStep(prune, days: 30)

    package static let statements = [
        notice.statement, securityNotice.statement, outgoing.statement, sent, store, own.statement,
        askForReset, askForVerification,
        noticeLinked, unsubscribe, erase, prune,
    ]
}

/// A message that was stored instead of sent, or what is kept of one that was sent.
package struct ExportedMail: ColumnGroup, JSONWritable {
    package static let columns: SQLFragment = ["id", "recipient", "subject", "text", "created_at"]

    let id: Int64
    let recipient: String
    let subject: String
    /// `nil` while it contains a valid code, and if a mail server took it.
    let text: String?
    let createdAt: Timestamp

    package init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.integer()
        recipient = try columns.text()
        subject = try columns.text()
        text = try columns.optionalText()
        createdAt = try columns.time()
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("recipient", recipient)
            writer.member("subject", subject)
            writer.member("text", text)
            writer.member("created_at", createdAt)
        }
    }
}
