internal import Administration
internal import Database

/// What entries of the audit log are about.
enum SportsbookAudit {
    static let subjects = [
        AuditSubject(
            """
            select s.account_id, (
                       select o.name
                         from bet_legs l
                         join outcomes o on o.tenant_id = l.tenant_id and o.id = l.outcome_id
                        where l.tenant_id = s.tenant_id and l.bet_id = s.id
                        order by l.outcome_id
                        limit 1
                   )
              from bets s
             where e.subject_type = 'bet' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select null::bigint, s.name
              from tournaments s
             where e.subject_type = 'tournament' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select null::bigint, s.away || ' @ ' || s.home
              from events s
             where e.subject_type = 'event' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select null::bigint, m.kind || ': ' || s.away || ' @ ' || s.home
              from markets m
              join events s on s.tenant_id = m.tenant_id and s.id = m.event_id
             where e.subject_type = 'market' and m.tenant_id = e.tenant_id and m.id = e.subject_id
            """
        ),
        AuditSubject(
            """
            select null::bigint, s.name
              from outcomes s
             where e.subject_type = 'outcome' and s.tenant_id = e.tenant_id and s.id = e.subject_id
            """
        ),
    ]
}
