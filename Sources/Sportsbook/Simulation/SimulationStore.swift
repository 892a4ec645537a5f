internal import Database
internal import ParlayAPI
internal import Tenancy

/// The statements of the simulation.
enum SimulationStore {
    /// The next `$4` events that are simulated at `$2`: with made-up prices, or with `$3` any. Those that have begun are only
    /// among them if nothing about them is real, because others do not end by the simulation.
    static let next = RowStatement<NextEvent>(
        """
        select e.id, t.sport
          from events e
          join tournaments t on t.tenant_id = e.tenant_id and t.id = e.tournament_id and t.status = 'open'
         where e.tenant_id = $1 and e.status in ('scheduled', 'live')
           and exists (
               select
                 from markets m
                where m.tenant_id = $1 and m.event_id = e.id and ($3::boolean or m.prices = 'made_up')
           )
           and (
               (e.status = 'scheduled' and e.starts_at > $2)
               or not exists (
                   select from markets m where m.tenant_id = $1 and m.event_id = e.id and m.prices <> 'made_up'
               )
           )
         order by e.starts_at, e.id
         limit $4
        """
    )

    /// Markets that a simulation suspended and did not open again, with their events.
    static let suspended = RowStatement<MarketRow>(
        "select",
        MarketRow.columns,
        "from markets where tenant_id = $1 and status = 'suspended' and status_by = 'simulation' order by id"
    )

    static let statements = [next.statement, suspended.statement]
}

struct NextEvent: RowReadable {
    let id: EventID
    let sport: String

    init(_ columns: inout ColumnReader) throws(DatabaseError) {
        id = try columns.id()
        sport = try columns.text()
    }
}
