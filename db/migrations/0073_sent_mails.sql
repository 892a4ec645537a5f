-- compatible: yes
-- with the functions
-- Of mail that a mail server took, `stored_mails` has when, to whom and about what, but no text.
alter table stored_mails
    alter column text drop not null,
    alter column source drop not null,
    add constraint stored_mails_text_check check ((text is null) = (source is null)),
    -- What it is about, as in `outgoing_mails`; null of mail from before.
    add column kind text;

-- It also answers to whom.
drop function if exists mails_of_account(bigint, bigint, bigint, bigint);
