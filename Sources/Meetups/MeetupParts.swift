internal import Accounts
internal import Administration
internal import Database
internal import ParlayAPI
internal import Tenancy

/// The parts of meetups in other calls.
enum MeetupParts {
    /// Subjects of reports, besides accounts.
    static let reportSubjects = [
        ReportSubject("match", ReportRequest.matchID, MeetupExportStore.ownMatch, id: \.matchID)
    ]

    static let hideable = HideableSubject(
        "match",
        module: .meetups,
        parts: .named(["user_id1_feedback", "user_id2_feedback"]),
        note:
            "`match`: the feedback of one member, which then does not count in the other's reliability: "
            + "`user_id1_feedback` or `user_id2_feedback`.",
        mark: FeedbackStore.hide
    )

    /// The module's parts of an export.
    static let exports: [ExportPart] = [
        ExportPart("matches", module: .meetups, MeetupExportStore.matches) { match, tenant in
            match.resource(at: .now, profile: match.partner.profile(in: tenant))
        },
        ExportPart("meetups", module: .meetups, MeetupExportStore.meetups) { meetup, _ in meetup },
        ExportPart("match_moves", module: .meetups, MeetupExportStore.moves) { move, _ in move },
    ]
}

enum MeetupExportStore {
    /// Returns a row if the caller is a member of the match `$2`.
    static let ownMatch = RowStatement<ReportedRow>(
        """
        select p.id, p.username, coalesce(m.location, ''), p.photo_version
          from matches m
          join accounts p on p.tenant_id = m.tenant_id
                         and p.id = case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end
         where m.tenant_id = $1 and m.id = $2 and current_account_id() in (m.user_id1, m.user_id2)
        """
    )

    /// The place in the copy of a match may be the reporter's own words.
    static let eraseCopies = Statement(
        """
        update reports
           set subject_text = ''
         where tenant_id = $1 and account_id = $2 and subject_type = 'match' and subject_text <> ''
        """
    )

    /// The caller's matches, newest first.
    static let matches = RowStatement<MatchRow>(
        "select",
        MatchRow.columns,
        """
          from matches m
          join accounts p on p.tenant_id = m.tenant_id
                         and p.id = case when m.user_id1 = current_account_id() then m.user_id2 else m.user_id1 end
         where m.tenant_id = $1 and current_account_id() in (m.user_id1, m.user_id2)
         order by m.id desc
        """
    )

    /// The meetups the caller had, newest first, with the caller's feedback.
    static let meetups = RowStatement<HeldMeetup>(
        "select",
        HeldMeetup.columns,
        """
          from matches m
          join meetups u on u.tenant_id = m.tenant_id and u.match_id = m.id
          left join meetup_feedback f
            on f.tenant_id = u.tenant_id and f.meetup_id = u.id and f.account_id = current_account_id()
         where m.tenant_id = $1 and current_account_id() in (m.user_id1, m.user_id2)
         order by u.held_at desc, u.id desc
        """
    )

    /// What the caller did in matches, newest first.
    static let moves = RowStatement<OwnMove>(
        "select",
        OwnMove.columns,
        """
          from match_moves v
         where v.tenant_id = $1 and v.account_id = current_account_id()
           and v.match_id in (select id from matches
                               where tenant_id = $1 and current_account_id() in (user_id1, user_id2))
         order by v.created_at desc, v.match_id desc, v.version desc
        """
    )
}

/// A proposal, an acceptance or a cancellation of the caller.
struct OwnMove: ColumnGroup, JSONWritable, Sendable {
    static let columns: SQLFragment = ["v.match_id", "v.kind", "v.time_1", "v.location", "v.created_at"]

    let matchID: Int64
    let kind: String
    let time: Timestamp?
    let location: String?
    let at: Timestamp

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        matchID = try columns.integer()
        kind = try columns.text()
        time = try columns.optionalTime()
        location = try columns.optionalText()
        at = try columns.time()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("match_id", matchID)
            writer.member("kind", kind)
            writer.member("time_1", time)
            writer.member("location", location)
            writer.member("at", at)
        }
    }
}

/// A meetup whose time has passed.
struct HeldMeetup: ColumnGroup, JSONWritable, Sendable {
    static let columns: SQLFragment = ["u.match_id", "u.held_at", "f.met"]

    let matchID: Int64
    let heldAt: Timestamp
    /// Whether the caller reported that the other came; `nil` without feedback.
    let met: Bool?

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        matchID = try columns.integer()
        heldAt = try columns.time()
        met = try columns.optionalBoolean()
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("match_id", matchID)
            writer.member("held_at", heldAt)
            writer.member("met", met)
        }
    }
}
