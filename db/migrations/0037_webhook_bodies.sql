-- compatible: yes
-- What was sent to webhooks, for a week (docs/webhooks.md).
alter table webhook_deliveries add column request_body text;

create index webhook_deliveries_body_idx on webhook_deliveries (finished_at) where request_body is not null;
