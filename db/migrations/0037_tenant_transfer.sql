-- compatible: yes
-- Whole tenants: they arrive from a file with rows that are already counted, and leave row by row (docs/tenants.md).

-- A tenant whose rows are being deleted is offline for good. The previous version takes it for suspended.
alter table tenants drop constraint tenants_status_check;
alter table tenants add constraint tenants_status_check check (status in ('active', 'suspended', 'deleting'));

-- These triggers count, tell or check what rows set off when they are new. In a transfer they stay silent, because the
-- file brings the counts, the notices and the ledger as they were, and nobody follows a tenant that is deleted. Only a
-- session that logged in as a member of parlay_owner can say that it is one: the setting alone does nothing for fronts and
-- workers. The condition stands here in full, because a function would be planned at each statement.

create or replace trigger mail_notices after insert on notices
    referencing new table as new_notices
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function mail_notices();

create or replace trigger enqueue_webhooks after insert on notices
    referencing new table as new_notices
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function enqueue_webhooks();

create or replace trigger count_posed_wager_outcomes after insert on wagers
    referencing new table as new_wagers
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function count_wager_outcomes();

create or replace trigger count_wager_rating after insert on wager_ratings
    for each row
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function count_wager_rating();

create or replace trigger post_to_wallet before insert on ledger
    for each row
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function post_to_wallet();

create or replace trigger repay_debt after insert on ledger
    for each row
    when (new.wallet_cents > 0
          and (current_setting('parlay.transfer', true) is distinct from 'on'
               or not pg_has_role(session_user, 'parlay_owner', 'member')))
    execute function repay_debt();

create or replace trigger refuse_full_wallet before insert on wallets
    for each row
    when ((new.balance_cents, new.open_stakes_cents, new.debt_cents, new.transactions) <> (0, 0, 0, 0)
          and (current_setting('parlay.transfer', true) is distinct from 'on'
               or not pg_has_role(session_user, 'parlay_owner', 'member')))
    execute function refuse_wallet_change();

create or replace trigger note_new_events after insert on events
    referencing new table as new_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function note_new_events();

create or replace trigger note_new_markets after insert on markets
    referencing new table as new_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function note_new_markets();

create or replace trigger note_new_outcomes after insert on outcomes
    referencing new table as new_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function note_new_outcomes();

create or replace trigger note_deleted_markets after delete on markets
    referencing old table as old_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function note_deleted_markets();

create or replace trigger note_deleted_events after delete on events
    referencing old table as old_rows
    for each statement
    when (current_setting('parlay.transfer', true) is distinct from 'on'
          or not pg_has_role(session_user, 'parlay_owner', 'member'))
    execute function note_deleted_events();
