-- compatible: yes
-- What the two people of a match did, for its history. It goes with the match.
create table match_moves (
    tenant_id bigint not null,
    match_id bigint not null,
    -- Of the match after the move.
    version bigint not null,
    -- Who made it.
    account_id bigint not null,
    kind text not null constraint match_moves_kind_check check (kind in ('proposed', 'accepted', 'cancelled')),
    -- What was proposed or accepted.
    time_1 timestamptz,
    location text,
    created_at timestamptz not null default now(),
    primary key (tenant_id, match_id, version),
    constraint match_moves_plan_check
        check ((kind = 'cancelled') = (time_1 is null) and (time_1 is null) = (location is null)),
    constraint match_moves_match_fkey foreign key (tenant_id, match_id) references matches on delete cascade
);
call protect('match_moves');
grant select, insert, update, delete on match_moves to parlay_front, parlay_worker;

-- Who made the plans that were accepted before is not known.
insert into match_moves (tenant_id, match_id, version, account_id, kind, time_1, location, created_at)
select tenant_id, id, version, case status_code when 1 then user_id1 else user_id2 end, 'proposed', time_1, location,
       updated_at
  from matches
 where status_code in (1, 2);
