-- Rates of currencies without an account that jumped, so that the next sheet is compared with them:
-- {"GBP": {"before": "88000000", "jumped": "176000000"}}, per euro, times 10^8.
-- expand: a server of the previous release leaves it null.
alter table rate_sheet add column held_back_per_euro jsonb
  check (jsonb_typeof(held_back_per_euro) = 'object');

-- A booked transaction can be the bank's side of a recorded trade. Its movement_id is then that of
-- the trade in its currency, which the unique index gives to one transaction only.
alter table bank_entry drop constraint bank_entry_state_check,
  drop constraint bank_entry_check;
-- expand: permits every row that the former constraint permits
alter table bank_entry add constraint bank_entry_state_check check (state in ('waiting',
  'credited', 'reviewing', 'unmatched', 'returning', 'returned', 'reversed', 'traded', 'outflow',
  'return_paid', 'reversal'));
-- expand: permits every row that the former constraint permits
alter table bank_entry add constraint bank_entry_check check (is_credit
  or state in ('waiting', 'traded', 'outflow', 'return_paid', 'reversal'));
create index if not exists bank_entry_traded on bank_entry (id) where state = 'traded';

-- Imports of bank statements, also those that were refused: how far they are, and what became of
-- them.
create table bank_import (
  id uuid primary key,
  imported_by text not null,
  state text not null check (state in ('reading', 'imported', 'refused')),
  -- Transactions that were read so far.
  entries integer not null check (entries >= 0),
  -- The statements of the file, or why it was refused, by line.
  statements jsonb not null check (jsonb_typeof(statements) = 'array'),
  problems jsonb not null check (jsonb_typeof(problems) = 'array'),
  started_at timestamptz not null,
  updated_at timestamptz not null
);
create index bank_import_updated on bank_import (updated_at);
grant select, insert, update, delete on bank_import to tessera_app;
