-- compatible: yes
-- Offers: those that are addressed can be declined, a wager has up to three categories, and moderators hide what breaks rules.

alter table wagers drop constraint wagers_status_check;
alter table wagers add constraint wagers_status_check
    check (status in ('open', 'active', 'completed', 'disputed', 'confirmed', 'cancelled', 'expired', 'declined'));
alter table wagers drop constraint wagers_taken_check;
alter table wagers add constraint wagers_taken_check
    check (
        (challengee_id is null) = (taken_at is null)
        and case status when 'open' then taken_at is null when 'expired' then taken_at is null
                        when 'declined' then taken_at is null when 'cancelled' then true
                        else taken_at is not null end
    );
-- Only the one to whom it was offered declines.
alter table wagers add constraint wagers_declined_check check (status <> 'declined' or addressee_id is not null);

-- Further categories besides `category`. Columns, because each has an index in the order of the feed.
alter table wagers
    add column second_category text
        constraint wagers_second_category_check check (length(second_category) between 1 and 50),
    add column third_category text constraint wagers_third_category_check check (length(third_category) between 1 and 50),
    add constraint wagers_categories_check
        check (
            (third_category is null or second_category is not null)
            and category is distinct from second_category and category is distinct from third_category
            and (second_category is null or second_category is distinct from third_category)
        );
create index wagers_second_category_idx on wagers (tenant_id, status, second_category, id)
    where second_category is not null;
create index wagers_third_category_idx on wagers (tenant_id, status, third_category, id) where third_category is not null;

-- See `hidden_content`.
alter table wagers add column is_hidden boolean not null default false;
create index wagers_hidden_idx on wagers (tenant_id, id) where is_hidden;
