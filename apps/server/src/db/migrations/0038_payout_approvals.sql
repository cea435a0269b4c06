-- What was decided about a payout, sealed when it was decided, so that a later change of a row is
-- noticed before money is sent.
-- expand: servers of the previous release leave all of these null.

alter table payout_instruction
  -- The number of the withdrawal's step with which it was approved.
  add column revision integer check (revision > 0),
  -- The operator, or `system` if no review was needed.
  add column decided_by text check (length(decided_by) between 1 and 300),
  add column decided_at timestamptz,
  -- An HMAC with a key that is not in the database.
  add column approval bytea check (octet_length(approval) = 32);

alter table evm_payout
  add column revision integer check (revision > 0),
  add column approved_by text check (length(approved_by) between 1 and 300),
  -- What the signer checks before it signs.
  add column approval text check (approval ~ '^[0-9a-f]{64}$');
