-- compatible: yes
-- The sequence of an unlogged table is unlogged too, and a standby of PostgreSQL 15 that is promoted before its first restartpoint
-- after the creation has it as a page of zeros. Every change of the tree then fails with "bad magic number in sequence". Made
-- anew, because a broken one cannot be altered; the table has rows only inside transactions.
alter table live_changes alter column id drop identity;
alter table live_changes alter column id add generated always as identity;
alter sequence live_changes_id_seq set logged;
