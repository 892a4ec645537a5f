package import Database
internal import Notifications
package import ParlayAPI
internal import Stream
internal import Tenancy

/// The scheduled changes of matches, for all tenants; the worker's role sees them all.
package struct MeetupSweep: Sendable {
    /// The result of one sweep.
    package struct Expired: RowReadable, Sendable, Equatable {
        package var matches = 0
        package var meetups = 0
        package var notices = 0

        package init() {}

        package init(_ columns: inout ColumnReader) throws(DatabaseError) {
            matches = Int(try columns.integer())
            meetups = Int(try columns.integer())
            notices = Int(try columns.integer())
        }
    }

    /// Resets a batch of matches whose time has passed, records the meetups, and asks both people for feedback. $1 is
    /// the clock, because no tenant is served. Rows that another transaction holds are left for the next minute. The
    /// names are subqueries, not a join, so that no plan without statistics reads all accounts for each match.
    static let expire = RowStatement<Expired>(
        """
        with due as materialized (
            select tenant_id, id, status_code, time_1, user_id1, user_id2
              from matches
             where time_1 <= $1
             order by time_1
             limit $2
               for update skip locked
        ), reset as (
            update matches m
               set status_code = 0, time_1 = null, location = null, version = m.version + 1, updated_at = $1
              from due
             where m.tenant_id = due.tenant_id and m.id = due.id
            returning 1
        ), held as (
            insert into meetups (tenant_id, match_id, held_at, created_at)
            select tenant_id, id, time_1, $1 from due where status_code = 3
            on conflict on constraint meetups_match_key do nothing
            returning tenant_id, id, match_id
        ),
        """,
        askForFeedback(tenant: "due.tenant_id", at: "$1"),
        "select (select count(*) from reset), (select count(*) from held), (select count(*) from notified)"
    )

    /// Asks both people of each meetup of `held`, whose match is in `due`, how it was, and tells those of plans that lapsed.
    static func askForFeedback(tenant: SQLFragment, at time: SQLFragment) -> SQLFragment {
        SQLFragment(joining: ask(tenant, time), ",", tellPassed)
    }

    private static let tellPassed = Events.appendEach(
        tenant: "d.tenant_id",
        to: "p.id",
        type: "case d.status_code when 3 then 'meetup.feedback' else 'meetup.lapsed' end",
        about: ("'match'", "d.id"),
        from: "due d cross join lateral (values (d.user_id1), (d.user_id2)) as p (id)"
    )

    private static func ask(_ tenant: SQLFragment, _ time: SQLFragment) -> SQLFragment {
        Notices.insert(
            tenant: tenant,
            to: "pair.id",
            kind: "'meetup_feedback'",
            title: "'Did you meet?'",
            text: """
                'Did ' || (select shown_name(a) from accounts a where a.tenant_id = due.tenant_id and a.id = pair.other_id)
                    || ' come to your meetup? Answer now or within 14 days. It helps others.'
                """,
            about: ("'match'", "held.match_id"),
            key: "'meetup_feedback:' || held.id",
            at: time,
            person: "pair.other_id",
            arguments: """
                jsonb_build_object(
                    'text', 'meetupFeedback',
                    'name',
                    (select shown_name(a) from accounts a where a.tenant_id = due.tenant_id and a.id = pair.other_id)
                )
                """,
            from: """
                held
                join due on due.tenant_id = held.tenant_id and due.id = held.match_id
                cross join lateral
                     (values (due.user_id1, due.user_id2), (due.user_id2, due.user_id1)) as pair (id, other_id)
                """
        )
    }

    static let countDue = RowStatement<Int64>("select count(*) from matches where time_1 <= $1")

    /// Reminds both people of scheduled meetups that begin after $1, no later than $2 and no earlier than $3. $4
    /// distinguishes this reminder from others of the same plan in its key, so that it is sent once.
    static let remind = Statement(
        "with",
        Notices.insert(
            tenant: "m.tenant_id",
            to: "pair.id",
            kind: "'meetup_reminder'",
            title: "$5",
            text: """
                'You meet ' || (select shown_name(a) from accounts a where a.tenant_id = m.tenant_id and a.id = pair.other_id)
                    || ' at ' || m.location || ' on '
                    || format_meeting_time(
                        m.time_1,
                        (select settings from accounts where tenant_id = m.tenant_id and id = pair.id)
                    ) || '.'
                """,
            about: ("'match'", "m.id"),
            key: "'meetup_reminder:' || m.id || ':' || m.plans || ':' || $4",
            at: "$1",
            person: "pair.other_id",
            arguments: """
                jsonb_build_object(
                    'text', 'meetupReminder' || $4::text,
                    'name',
                    (select shown_name(a) from accounts a where a.tenant_id = m.tenant_id and a.id = pair.other_id),
                    'location', m.location, 'time_at', m.time_1
                )
                """,
            from: """
                matches m
                cross join lateral (values (m.user_id1, m.user_id2), (m.user_id2, m.user_id1)) as pair (id, other_id)
                where m.time_1 > $1 and m.time_1 >= $3 and m.time_1 <= $2 and m.status_code = 3
                """
        ),
        ",",
        Notices.events,
        "select from notified"
    )
    package static let statements = [expire.statement, countDue.statement, remind]

    private let database: DatabasePool

    package init(database: DatabasePool) { self.database = database }

    /// Resets all due matches, with one transaction per batch. Safe to run twice and concurrently: a reset match has
    /// no time any more, and notices are keyed by their meetup.
    package func expire(at now: Timestamp, batch: Int = 5000) async throws -> Expired {
        var total = Expired()
        while true {
            let expired = try await database.write(Self.expire(.time(now), .integer(batch))).one
            total.matches += expired.matches
            total.meetups += expired.meetups
            total.notices += expired.notices
            if expired.matches < batch { return total }
            try Task.checkCancellation()
        }
    }

    /// How many matches `expire` would reset.
    package func dueCount(at now: Timestamp) async throws -> Int {
        Int(try await database.read(Self.countDue(.time(now))).one)
    }

    /// Sends the reminders of 24 hours and of one hour before; returns how many. A worker that was down catches up on
    /// the last hour; a meetup that was scheduled within that time gets only the next reminder.
    package func remind(at now: Timestamp) async throws -> Int {
        var count = 0
        for reminder in Reminder.allCases {
            let query = Self.remind(
                .time(now),
                .time(now.adding(seconds: reminder.lead)),
                .time(now.adding(seconds: reminder.lead - Reminder.grace)),
                .text(reminder.rawValue),
                .text(reminder.title)
            )
            count += try await database.write([query])[0].affectedRows
        }
        return count
    }

    private enum Reminder: String, CaseIterable {
        case day = "24h"
        case hour = "1h"

        static let grace: Int64 = 3600
        var lead: Int64 { self == .day ? 86_400 : 3600 }
        var title: String { self == .day ? "Meetup within a day" : "Meetup within an hour" }
    }
}
