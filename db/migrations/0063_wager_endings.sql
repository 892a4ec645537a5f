-- compatible: yes
-- Who ended a wager in the place of its two sides, why, and when; and when one side asked to cancel, or said how it pays. Null in
-- wagers that were there before.

alter table wagers
    add column decided_by text
        constraint wagers_decided_by_check check (decided_by in ('arbiter', 'moderator', 'operator', 'silence')),
    add column decision_reason text
        constraint wagers_decision_reason_check
            check (decision_reason is null or decided_by is not null and length(decision_reason) between 1 and 500),
    add column ended_at timestamptz,
    add column cancel_requested_at timestamptz,
    add column payment_said_at timestamptz;
