comment on table webhook_progress is
  'One row, locked by the server that derives events. derived_to: the block of the ledger''s chain '
  'up to which events were derived.';

comment on table webhook_feed is
  'Customers whose events are derived: those who have or had a webhook endpoint. Every row of the '
  'blocks after since_block that is an event gets the next sequence.';

comment on table webhook_endpoint is
  'Addresses of customers to which events are sent, with filters by type and card.';
comment on column webhook_endpoint.status is
  '`unverified` and `disabled` get nothing before they have answered a challenge. `paused`: events '
  'wait.';
comment on column webhook_endpoint.disabled_because is
  '`failing`: no attempt succeeded for five days. `gone`: it answered 410. `alarm`: by the link of '
  'a “not me” mail.';

comment on table webhook_secret is
  'Secrets that sign what is sent to an endpoint, sealed: the current one, and the former for a '
  'day.';

comment on table webhook_event is
  'What happened to customers with webhooks, by the order of the ledger''s chain. Names an object, '
  'and contains nothing of it.';
comment on column webhook_event.source is
  '"movement:" and an id, "status:" with a movement and the number of its change, or "audit:" and '
  'an id. Unique, so that a row becomes an event once.';

comment on table webhook_delivery is
  'Which event is sent to which endpoint, and when next. Waits until it is delivered or the '
  'schedule of attempts ends.';

comment on table webhook_attempt is
  'Every attempt to send to an endpoint, for its owner, for 30 days. Nothing of the response but '
  'its status is stored.';
