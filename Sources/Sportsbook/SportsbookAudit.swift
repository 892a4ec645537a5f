internal import Administration
internal import Database
internal import ParlayAPI

/// What entries of the audit log are about.
enum SportsbookAudit {
    static let subjects = [
        AuditSubject(
            """
            select s.account_id, (
                       select o.name
                         from bet_legs l
                        cross join lateral (
                              select x.name from outcomes x where x.tenant_id = l.tenant_id and x.id = l.outcome_id offset 0
                              ) as o
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
             cross join lateral (
                   select x.* from events x where x.tenant_id = m.tenant_id and x.id = m.event_id offset 0
                   ) as s
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

// What an entry says about a change: the state after it, and both values of everything else that differs.
extension TournamentRow {
    func changes(since old: TournamentRow) -> JSONObject {
        var details: JSONObject = ["status": .string(status.rawValue)]
        details.add("name", from: .string(old.name), to: .string(name))
        details.add("sport", from: .string(old.sport), to: .string(sport))
        details.add("season", from: .text(old.season), to: .text(season))
        details.add("icon_url", from: .text(old.iconURL), to: .text(iconURL))
        return details
    }
}

extension EventRow {
    func changes(since old: EventRow) -> JSONObject {
        var details: JSONObject = ["status": .string(status.rawValue)]
        if let score {
            details.add("home_score", .integer(Int64(score.home)))
            details.add("away_score", .integer(Int64(score.away)))
        }
        details.add("home", from: .string(old.home), to: .string(home))
        details.add("away", from: .string(old.away), to: .string(away))
        details.add(
            "starts_at",
            from: .string(old.startsAt.description),
            to: .string(startsAt.description)
        )
        details.add("week", from: .count(old.week), to: .count(week))
        return details
    }
}

extension MarketRow {
    func changes(since old: MarketRow) -> JSONObject {
        var details: JSONObject = ["status": .string(status.rawValue)]
        details.add(
            "line",
            from: old.line.map { JSONValue(written: $0) } ?? .null,
            to: line.map { JSONValue(written: $0) } ?? .null
        )
        return details
    }
}

extension OutcomeRow {
    func changes(since old: OutcomeRow) -> JSONObject {
        var details: JSONObject = ["price": .string(price.text)]
        details.add("status", from: .string(old.status.rawValue), to: .string(status.rawValue))
        return details
    }
}

extension JSONObject {
    /// Nothing if both are the same.
    fileprivate mutating func add(_ name: String, from old: JSONValue, to new: JSONValue) {
        if old != new { add(name, ["from": old, "to": new]) }
    }
}

extension JSONValue {
    fileprivate static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    fileprivate static func count(_ count: Int?) -> JSONValue { count.map { .integer(Int64($0)) } ?? .null }
}
