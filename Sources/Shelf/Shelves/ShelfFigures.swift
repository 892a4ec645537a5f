internal import Database
internal import ParlayAPI
internal import Tenancy

/// What the worker keeps about shelves.
enum ShelfFigures {
    /// Games that were added to a shelf and are still there; not wishes.
    static let all = [
        Figure(
            "shelf_entries",
            module: .shelf,
            added: """
                select count(*)
                  from shelf_games s
                 where s.tenant_id = p.tenant_id and not s.is_wish
                   and s.added_at >= p.from_at and s.added_at < p.to_at
                """
        )
    ]
}
