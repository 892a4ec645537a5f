internal import Database
internal import Tenancy

enum FeaturedStore {
    /// In their order. Games that were hidden since are not shown.
    static let list = RowStatement<Int64>(
        """
        select f.game_id
          from featured_games f
          join games g on g.id = f.game_id
         where f.tenant_id = $1 and g.is_hidden is not true
         order by f.place
        """
    )

    /// Until the end of the transaction, no other call replaces the tenant's list.
    static let lock = Statement("select pg_advisory_xact_lock(hashtextextended('parlay.featured_games', $1))")

    /// Replaces the list with the games `$2`, at the time `$3`, unless a game is unknown or hidden: then nothing changes, and
    /// those are the rows.
    static let replace = RowStatement<Int64>(
        """
        with given as materialized (
            select i.id, i.place, g.id is not null as is_known
              from unnest($2::bigint[]) with ordinality as i (id, place)
              left join games g on g.id = i.id and g.is_hidden is not true
        ), removed as (
            delete from featured_games
             where tenant_id = $1 and place > cardinality($2::bigint[]) and not exists (select from given where not is_known)
        ), placed as (
            insert into featured_games (tenant_id, place, game_id)
            select $1, g.place, g.id from given g where not exists (select from given where not is_known)
                on conflict (tenant_id, place) do update set game_id = excluded.game_id
        ), logged as (
        """,
        Audit.insert(
            "'featured_games.change'",
            details: "jsonb_build_object('game_ids', to_jsonb($2::bigint[]))",
            at: "$3"
        ),
        """
             where not exists (select from given where not is_known)
        )
        select id from given where not is_known order by place
        """
    )

    static let statements = [list.statement, lock, replace.statement]
}
