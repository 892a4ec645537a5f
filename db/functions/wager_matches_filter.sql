-- Whether a wager at this distance matches the filter. The planner inlines the function.
create or replace function wager_matches_filter(
    status text,
    categories text[],
    amount_cents bigint,
    closes_at timestamptz,
    km double precision,
    filter wager_filter
) returns boolean
    language sql stable
    return (
        case when status = 'open' and closes_at <= (filter).at_time then 'expired' else status end
            = any ((filter).statuses)
        and ((filter).categories is null or categories && (filter).categories)
        and amount_cents between (filter).min_cents and (filter).max_cents
        and ((filter).radius_km is null or km <= (filter).radius_km)
    );
