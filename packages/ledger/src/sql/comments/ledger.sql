comment on table ledger.account is
  'Accounts. Ids below 1000 are internal accounts: currency * 100 + kind.';

comment on table ledger.balance is
  'Balances of customers'' accounts. Internal accounts have none: a row that every movement locks '
  'would serialize all of them. Rows are narrow and pages half full, so that an update stays on '
  'its page. A receivable is not constrained: it may be negative.';
comment on column ledger.balance.version is
  'Increases by one with each transfer, in the order of the account''s statement.';
comment on column ledger.balance.status is '1 open, 2 debits blocked, 3 blocked, 4 closed.';

comment on table ledger.rollup is
  'Balances of internal accounts at the end of the last sealed block.';

comment on table ledger.movement is
  'Movements: balanced journal entries as a customer understands them. Append-only.';
comment on column ledger.movement.touched is
  'The result: (account, posted, held) of every customer account that it touched, flattened.';
comment on column ledger.movement.counted is '(counter, amount, count) of every guard, flattened.';

comment on table ledger.transfer is
  'Transfers: money from one account to another. Append-only; each account''s transfers are '
  'ordered by its version. Partitioned by the month of the movement''s id, a UUIDv7.';

comment on table ledger.movement_history is
  'Later statuses of movements; n counts from 1 within each. Append-only.';

comment on table ledger.movement_state is
  'Current status, amount and fee of movements that started pending or were changed. For all '
  'others the movement''s own columns are current.';

comment on table ledger.hold is 'Holds: money of an account set aside.';

comment on table ledger.hold_step is
  'Steps of a hold: amounts set aside, captured and released. Append-only.';

comment on table ledger.counter is
  'Counters of velocity limits: what was used of a subject (such as a card) in a window (such as '
  'a month).';

comment on table ledger.outbox is
  'Events for open screens and other listeners. The application deletes what it delivered.';

comment on table ledger.audit is 'Audit events: who did what. Append-only and sealed.';

comment on table ledger.seal is
  'The hash chain: one signed block for everything written by transactions [from_xid, to_xid). '
  'Append-only.';

comment on table ledger.seal_head is
  'The newest seal of each cell, written in the transaction that appends the seal. A database '
  'outside a cluster is cell 1.';
