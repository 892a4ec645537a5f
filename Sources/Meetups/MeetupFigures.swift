internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the worker keeps about meetups.
enum MeetupFigures {
    /// Those that were held, also if the job that records them is late. That one finds them by their time alone.
    static let all = [
        Figure(
            "meetups",
            module: .meetups,
            added: """
                select (select count(*)
                          from meetups h
                         where h.tenant_id = p.tenant_id and h.held_at >= p.from_at and h.held_at < p.to_at)
                       + (select count(*)
                            from matches m
                           where m.time_1 >= p.from_at and m.time_1 < p.to_at
                             and m.tenant_id = p.tenant_id and m.status_code = 3)
                """
        )
    ]
}
