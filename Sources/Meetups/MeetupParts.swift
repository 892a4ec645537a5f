internal import Database
internal import ParlayAPI
internal import Tenancy

/// What meetups add to the calls of others.
enum MeetupParts {
    /// What may be reported besides accounts.
    static let reportSubjects = [
        ReportSubject("match", ReportRequest.matchID, MeetupExportStore.ownMatch, id: \.matchID)
    ]

    /// What this module holds about a person.
    static let exports: [ExportPart] = [
        ExportPart("matches", module: .meetups, MeetupExportStore.matches) { row, tenant in
            let match = try MatchRow(row)
            var partner = match.partner.profile(in: tenant, isOwn: false)
            // Not the caller's own.
            partner.wagers = nil
            return match.resource(at: .now, profile: partner)
        },
        ExportPart("meetups", module: .meetups, MeetupExportStore.meetups) { row, _ in
            try HeldMeetup(row)
        },
    ]
}

enum MeetupExportStore {
    /// A row when the caller is a member of the match `$2`.
    static let ownMatch = Statement(
        """
        select id from matches where tenant_id = $1 and id = $2 and current_account_id() in (user_id1, user_id2)
        """
    )

    /// The caller's, newest first. Columns as `MatchRow` reads them.
    static let matches = Statement(
        """
        select m.id, m.user_id1, m.user_id2, m.status_code, m.time_1, m.location, m.plans, m.version, m.created_at,
               m.updated_at, p.id, p.username, p.first_name, p.last_name, p.bio, p.created_at, p.last_active_at,
               p.role, p.status, p.known_lang, p.learn_lang, p.met_count, p.no_show_count, p.venmo_username, p.email,
               p.version, p.photo_version
          from matches m
          join accounts p on p.tenant_id = m.tenant_id
                         and p.id = case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end
         where m.tenant_id = $1 and current_account_id() in (m.user_id1, m.user_id2)
         order by m.id desc
        """
    )

    /// Those the caller went to, newest first, with what the caller said of them.
    static let meetups = Statement(
        """
        select u.match_id, u.held_at, f.met
          from matches m
          join meetups u on u.tenant_id = m.tenant_id and u.match_id = m.id
          left join meetup_feedback f
            on f.tenant_id = u.tenant_id and f.meetup_id = u.id and f.account_id = current_account_id()
         where m.tenant_id = $1 and current_account_id() in (m.user_id1, m.user_id2)
         order by u.held_at desc, u.id desc
        """
    )
}

/// A meetup whose time has passed.
private struct HeldMeetup: JSONWritable, Sendable {
    let matchID: Int64
    let heldAt: Timestamp
    /// Whether the caller said that the other came; `nil` for nothing said.
    let met: Bool?

    init(_ row: Row) throws(DatabaseError) {
        matchID = try row.integer(0)
        heldAt = try row.time(1)
        met = row.isNull(2) ? nil : try row.boolean(2)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("match_id", matchID)
            writer.member("held_at", heldAt)
            writer.member("met", met)
        }
    }
}
