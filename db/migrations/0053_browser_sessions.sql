-- compatible: yes
-- Tokens of browsers: an app's token works in Authorization alone, a browser's in its cookie alone.
alter table tokens
    add column kind text not null default 'app',
    add constraint tokens_kind_check check (kind in ('app', 'browser'));
