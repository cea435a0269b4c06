-- The reference that a customer writes in a bank transfer of a currency. It is drawn at random and
-- never changes.
create table bank_reference (
  reference text primary key check (reference ~ '^RF\d{15}$'),
  customer_id uuid not null,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  created_at timestamptz not null,
  unique (customer_id, currency)
);
grant select, insert on bank_reference to tessera_app;

-- The program's accounts at banks, from their first imported statement on. The row is locked while
-- a statement is imported, so that statements follow one another.
create table bank_account (
  account text primary key check (length(account) between 1 and 40),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  -- The balance before the first statement, and the one after the last.
  opening_minor bigint not null,
  closing_minor bigint not null,
  closing_on text not null check (closing_on ~ '^\d{4}-\d{2}-\d{2}$'),
  imported_at timestamptz not null
);
grant select, insert, update on bank_account to tessera_app;

create table bank_statement (
  id uuid primary key,
  account text not null references bank_account (account),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  format text not null check (format in ('camt.053', 'csv')),
  -- The bank's name for it.
  statement_id text not null check (length(statement_id) between 1 and 35),
  opening_minor bigint not null,
  closing_minor bigint not null,
  closing_on text not null check (closing_on ~ '^\d{4}-\d{2}-\d{2}$'),
  -- Transactions that it added, those that an earlier statement had, and those that are expected.
  added integer not null check (added >= 0),
  known integer not null check (known >= 0),
  pending integer not null check (pending >= 0),
  credits_minor bigint not null check (credits_minor >= 0),
  debits_minor bigint not null check (debits_minor >= 0),
  -- The movement that took the sums into the ledger; null if no money moved.
  movement_id uuid unique,
  imported_at timestamptz not null,
  imported_by text not null
);
create index bank_statement_newest on bank_statement (account, id desc);
grant select, insert on bank_statement to tessera_app;

-- Booked transactions of the program's accounts. Each is there once, however many statements have
-- it, and each credit is decided once.
create table bank_entry (
  id uuid primary key,
  -- Stored after its transactions, once the whole file has been read; `verify` checks it.
  bank_statement_id uuid not null,
  account text not null,
  -- The bank's reference of the entry, and the number of the transaction within it.
  entry_key text not null check (length(entry_key) between 1 and 60),
  n integer not null check (n > 0),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  amount_minor bigint not null check (amount_minor > 0),
  is_credit boolean not null,
  is_reversal boolean not null,
  booked_on text not null check (booked_on ~ '^\d{4}-\d{2}-\d{2}$'),
  valued_on text check (valued_on ~ '^\d{4}-\d{2}-\d{2}$'),
  end_to_end_id text check (length(end_to_end_id) <= 35),
  transaction_ids text[] not null,
  creditor_references text[] not null,
  remittance text not null check (length(remittance) <= 4000),
  -- The other party.
  party_name text check (length(party_name) <= 560),
  party_account text check (length(party_account) <= 34),
  state text not null check (state in ('waiting', 'credited', 'reviewing', 'unmatched', 'returning',
    'returned', 'reversed', 'outflow', 'return_paid', 'reversal')),
  -- Why a credit is not credited by itself, or why it is returned.
  reason text check (length(reason) between 1 and 200),
  customer_id uuid,
  -- The movement that credited the customer, or took the credit back.
  movement_id uuid unique,
  -- The entry at the other end of a return or a reversal.
  counterpart_id uuid unique references bank_entry (id),
  -- What operators write in the transfer that returns the money, by which its debit is recognized.
  return_reference text unique,
  decided_by text,
  changed_at timestamptz not null,
  unique (account, entry_key, n),
  check (is_credit or state in ('waiting', 'outflow', 'return_paid', 'reversal')),
  check (not is_credit or state not in ('outflow', 'return_paid', 'reversal')),
  check ((state = 'credited') <= (movement_id is not null and customer_id is not null)),
  check (state not in ('returning', 'returned') or return_reference is not null),
  check ((state in ('returned', 'reversed', 'return_paid', 'reversal'))
    = (counterpart_id is not null))
);
create index bank_entry_of_statement on bank_entry (bank_statement_id, id);
create index bank_entry_waiting on bank_entry (is_credit, id) where state = 'waiting';
create index bank_entry_unmatched on bank_entry (id) where state in ('unmatched', 'returning');
create index bank_entry_outflow on bank_entry (id) where state = 'outflow';
create index bank_entry_of_customer on bank_entry (customer_id) where customer_id is not null;
create index bank_entry_end_to_end on bank_entry (account, end_to_end_id)
  where is_credit and end_to_end_id is not null;
create index bank_entry_payers on bank_entry (changed_at)
  where party_name is not null or party_account is not null or remittance <> '';
grant select, insert on bank_entry to tessera_app;
grant update (state, reason, customer_id, movement_id, counterpart_id, return_reference,
  decided_by, changed_at) on bank_entry to tessera_app;

alter table review_case drop constraint review_case_kind_check;
-- expand: permits every row that the former constraint permits
alter table review_case add constraint review_case_kind_check check (kind in
  ('withdrawal', 'card_application', 'deposit', 'profile_change', 'factor_reset',
   'unanswered_hold', 'bank_transfer', 'bank_assignment'));
