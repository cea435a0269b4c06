comment on table ledger.account is
  'Accounts. Ids below 1000 are internal accounts: currency * 100 + kind, and from 400 those of '
  'assets, ten for each.';
comment on column ledger.account.currency is
  'The code of a currency, or of an asset as its token and network, such as USDT:TRC20.';

comment on table ledger.balance is
  'Balances of customers'' accounts. Internal accounts have no row here: a row that every '
  'movement locks would serialize all movements. Rows are narrow and pages are half full, so that '
  'an update stays on its page. A receivable is not constrained: it may be negative.';
comment on column ledger.balance.version is
  'Increases by one with each transfer, in the order of the account''s statement.';
comment on column ledger.balance.status is '1 open, 2 debits blocked, 3 blocked, 4 closed.';

comment on table ledger.rollup is
  'Balances of internal accounts at the end of the last sealed block.';

comment on table ledger.movement is
  'Movements: balanced journal entries as a customer understands them. Append-only.';
comment on column ledger.movement.touched is
  'The result: the flattened (account, posted, held) of every customer account that the movement '
  'touched.';
comment on column ledger.movement.counted is
  'The flattened (counter, amount, count) of every guard.';

comment on table ledger.transfer is
  'Transfers: money from one account to another. Append-only; each account''s transfers are '
  'ordered by version. Partitioned by the month in the movement''s id, which is a UUIDv7.';

comment on table ledger.movement_history is
  'Later statuses of movements; n counts from 1 within each movement. Append-only.';

comment on table ledger.movement_state is
  'Current status, amount and fee of movements that started pending or were changed. For all '
  'other movements, the movement''s own columns are current.';

comment on table ledger.hold is 'Holds: money set aside in an account.';

comment on table ledger.hold_step is
  'Steps of a hold: amounts set aside, captured and released. Append-only.';

comment on table ledger.counter is
  'Counters for velocity limits: how much a subject (such as a card) used in a window (such as a '
  'month).';

comment on table ledger.outbox is
  'Events for open screens and other listeners. The application deletes events after delivering '
  'them.';

comment on table ledger.audit is 'Audit events: who did what. Append-only and sealed.';

comment on table ledger.seal is
  'The hash chain: one signed block for everything written by transactions [from_xid, to_xid). '
  'Append-only.';

comment on table ledger.seal_head is
  'The newest seal of each cell, written in the transaction that appends the seal. A database '
  'outside a cluster is cell 1.';
