-- The command line invites operators too. No operator is the inviter then.
alter table operator_invitation alter column inviter_id drop not null;

-- How many rows of the feed were not stored, by reason, and when one was that should have been.
alter table custodian_feed
  add column faulty_at timestamptz,
  add column skipped_invalid bigint not null default 0 check (skipped_invalid >= 0),
  add column skipped_foreign bigint not null default 0 check (skipped_foreign >= 0),
  add column skipped_contradictory bigint not null default 0 check (skipped_contradictory >= 0);

-- Finds a transfer whose hash was first reported in another letter case or without 0x.
create index if not exists custodian_transfer_hash on custodian_transfer
  (network, lower(regexp_replace(transaction_hash, '^0[xX]', '')), log_index);
