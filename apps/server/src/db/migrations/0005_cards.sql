-- Fee schedules by version. Quotes, charges, statements and the legal pages all read this table. A
-- published version never changes; it may be canceled until it takes effect. A canceled version
-- frees its moment, so the table cannot require distinct moments: publishing checks under a lock.
create table fee_schedule (
  version integer primary key check (version > 0),
  effective_from timestamptz not null,
  -- For a card in US dollars, and in every currency that has no fee of its own below: the same
  -- number of minor units.
  card_opening_fee_minor bigint not null check (card_opening_fee_minor between 0 and 1000000),
  card_opening_fee_currency text not null
    check (card_opening_fee_currency in ('USD', 'CNY', 'EUR')),
  card_deposit_basis_points integer not null check (card_deposit_basis_points between 0 and 10000),
  withdrawal_basis_points integer not null check (withdrawal_basis_points between 0 and 10000),
  created_at timestamptz not null default clock_timestamp(),
  published_by text not null default 'Tessera'
    check (length(published_by) between 1 and 120),
  client_key text unique,
  card_opening_fee_cny_minor bigint
    check (card_opening_fee_cny_minor between 0 and 1000000),
  card_opening_fee_eur_minor bigint
    check (card_opening_fee_eur_minor between 0 and 1000000)
);
create index fee_schedule_effective_from on fee_schedule (effective_from desc, version desc);
grant select, insert on fee_schedule to tessera_app;

create table fee_schedule_cancellation (
  version integer primary key references fee_schedule (version),
  cancelled_by text not null check (length(cancelled_by) between 1 and 120),
  cancelled_at timestamptz not null
);
grant select, insert on fee_schedule_cancellation to tessera_app;

-- Card products: one BIN in one currency, its limits and its stock.
create table card_segment (
  id uuid primary key,
  -- Order in which customers see them.
  position integer not null unique,
  network text not null
    check (network in ('visa', 'mastercard', 'amex', 'unionpay', 'jcb', 'discover')),
  bin text not null unique check (bin ~ '^[0-9]{6,8}$'),
  type text not null check (type in ('premium', 'business', 'standard')),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  per_transaction_limit_minor bigint not null check (per_transaction_limit_minor > 0),
  daily_limit_minor bigint not null check (daily_limit_minor >= per_transaction_limit_minor),
  monthly_limit_minor bigint not null check (monthly_limit_minor >= daily_limit_minor),
  stock integer not null check (stock >= 0),
  description_en text not null,
  description_zh_cn text not null,
  description_zh_tw text not null,
  active boolean not null default true,
  -- Fees of the product itself apply where they are lower than the published ones: the legal pages
  -- state the maximum.
  opening_fee_minor bigint check (opening_fee_minor between 0 and 1000000),
  deposit_basis_points integer check (deposit_basis_points between 0 and 10000),
  -- Rejects an edit that was based on an earlier revision.
  revision integer not null check (revision > 0),
  changed_by text not null
    check (length(changed_by) between 1 and 120),
  changed_at timestamptz not null,
  -- The idempotency key of the call that created it.
  client_key text unique,
  -- The BINs of the sandbox's products belong to real banks. A product whose BIN was replaced, or
  -- which somebody edited, is the program's.
  origin text not null default 'programme' check (origin in ('programme', 'sandbox'))
);
grant select, insert, update on card_segment to tessera_app;

-- Manual stock changes. client_key makes a repeated call change nothing.
create table card_stock_change (
  id uuid primary key,
  segment_id uuid not null references card_segment (id),
  -- Positive for an addition, negative for a removal.
  change integer not null check (change <> 0),
  stock_after integer not null check (stock_after >= 0),
  reason text not null check (length(reason) between 1 and 200),
  changed_by text not null,
  changed_at timestamptz not null,
  client_key text not null unique
);
grant select, insert on card_stock_change to tessera_app;

-- A card and its three accounts in the ledger. The PAN is in the vault (card_secret); a CVV is
-- stored nowhere.
create table card (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  segment_id uuid not null references card_segment (id),
  -- Where its money is, where it is funded from, and what a force post left unpaid.
  card_account bigint not null unique,
  funding_account bigint not null,
  receivable_account bigint not null unique,
  nickname text check (char_length(nickname) between 1 and 40),
  network text not null,
  type text not null,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null check (expiry_year between 2000 and 2099),
  status text not null default 'active' check (status in ('active', 'frozen', 'closing', 'closed')),
  -- A card keeps the limits it was issued with.
  per_transaction_limit_minor bigint not null check (per_transaction_limit_minor > 0),
  daily_limit_minor bigint not null check (daily_limit_minor > 0),
  monthly_limit_minor bigint not null check (monthly_limit_minor > 0),
  billing_address jsonb not null,
  created_at timestamptz not null,
  frozen_at timestamptz,
  closed_at timestamptz,
  usage text not null default 'standard'
    check (usage in ('standard', 'single_use', 'merchant_locked')),
  -- Whom a merchant-locked card pays, written once: its key for comparing, its name for readers.
  locked_merchant_key text check (length(locked_merchant_key) between 1 and 2000),
  locked_merchant_name text,
  -- { windows: ScheduleWindow[] } of the contract; null for a card without a schedule.
  schedule jsonb,
  -- The cards that it replaced, newest first. Rules that name one of them apply to this card.
  predecessors uuid[] not null default '{}',
  -- Counts the changes of the owner's settings and rejects an edit based on an earlier revision.
  revision integer not null default 1 check (revision > 0),
  tags text[] not null default '{}',
  -- Each tag as it is compared: without case, in Unicode's compatibility form.
  tag_keys text[] not null default '{}',
  -- The owner's limits, null without one. The lower one of these and the product's applies.
  own_per_transaction_limit_minor bigint check (own_per_transaction_limit_minor > 0),
  own_daily_limit_minor bigint check (own_daily_limit_minor > 0),
  own_monthly_limit_minor bigint check (own_monthly_limit_minor > 0),
  check ((status = 'frozen') = (frozen_at is not null)),
  check ((status = 'closed') = (closed_at is not null)),
  unique (id, customer_id),
  check ((locked_merchant_key is null) = (locked_merchant_name is null)),
  check (locked_merchant_key is null or usage = 'merchant_locked'),
  check (cardinality(tags) <= 8 and cardinality(tag_keys) = cardinality(tags)),
  constraint card_holder_address_sealed check (
    billing_address ->> 'assignment' <> 'holder' or billing_address = '{"assignment": "holder"}'
  )
) with (fillfactor = 80);
create index card_of_customer on card (customer_id, created_at desc);
create index card_closing_open on card (id) where status = 'closing';
create index card_last4 on card (last4, customer_id);
-- Counts a product's cards.
create index card_of_segment on card (segment_id);
-- A customer's cards as they are listed: closed ones last, then the newest first. A page of a
-- customer with thousands of cards is read in this order, without sorting all of them.
create index card_list on card (customer_id, (status <> 'closed') desc, created_at desc, id desc);
grant select, insert, update (status, frozen_at, closed_at, locked_merchant_key,
  locked_merchant_name, schedule, revision, nickname, tags, tag_keys,
  own_per_transaction_limit_minor, own_daily_limit_minor, own_monthly_limit_minor) on card to
  tessera_app;

-- The vault: PANs, each sealed under a key of its own, which the key-encryption key wraps.
create table card_secret (
  card_id uuid primary key,
  customer_id uuid not null,
  -- Which key-encryption key wraps, so that keys can be replaced while old rows still open.
  key_id text not null,
  wrapped_key bytea not null,
  pan_sealed bytea not null,
  -- HMAC of the PAN under a separate key: finds a card by its number and reveals nothing else.
  pan_index bytea not null unique check (octet_length(pan_index) = 32),
  foreign key (card_id, customer_id) references card (id, customer_id)
);
grant select, insert on card_secret to tessera_app;

-- Calls that froze all of a customer's cards at once. Each can be undone as a whole.
create table card_freeze_all (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- The call's idempotency key.
  client_key text not null,
  -- The cards that it froze; empty if all were frozen already.
  card_ids uuid[] not null,
  frozen_at timestamptz not null,
  -- When it was undone and how many cards that unfroze, or when the owner dismissed its notice.
  undone_at timestamptz,
  unfrozen_cards integer check (unfrozen_cards >= 0),
  dismissed_at timestamptz,
  unique (customer_id, client_key),
  check ((undone_at is null) = (unfrozen_cards is null))
);
create index card_freeze_all_open on card_freeze_all (customer_id, frozen_at desc, id desc)
  where undone_at is null and dismissed_at is null;
grant select, insert, update (undone_at, unfrozen_cards, dismissed_at) on card_freeze_all to
  tessera_app;

-- Who froze a card, one row per layer. While any row exists, card.status is `frozen` and the card's
-- account takes no debits. A schedule has no row; it follows from the clock.
create table card_freeze (
  card_id uuid not null references card (id),
  layer text not null check (layer in ('customer', 'risk', 'verification', 'operator')),
  reason text not null check (reason ~ '^[a-z_]{1,40}$'),
  -- For the record alone.
  reason_detail jsonb not null,
  starts_at timestamptz not null,
  actor text not null,
  -- The call that froze all cards at once, if it froze this one. Checked at commit, because the row
  -- of the call lists the cards it froze and so is written after them.
  freeze_all_id uuid
    references card_freeze_all (id) deferrable initially deferred,
  primary key (card_id, layer)
);
create index card_freeze_by_call on card_freeze (freeze_all_id) where freeze_all_id is not null;
grant select, insert, delete on card_freeze to tessera_app;

-- Requests to close a card, which take effect once its holds have ended. client_key is the key of
-- the requesting call.
create table card_closing (
  card_id uuid primary key,
  customer_id uuid not null,
  client_key text,
  actor text not null,
  request_id text not null,
  asked_at timestamptz not null,
  -- The body of the call, so that its key is refused with another body.
  when_settled boolean,
  foreign key (card_id, customer_id) references card (id, customer_id),
  unique (customer_id, client_key)
);
grant select, insert on card_closing to tessera_app;

-- Replacements. The id is that of the first movement of the new card.
create table card_replacement (
  id uuid primary key,
  customer_id uuid not null,
  replaced_card_id uuid not null unique,
  card_id uuid not null unique,
  reason text not null
    check (reason in ('lost', 'stolen', 'compromised', 'damaged', 'expired')),
  -- Amounts spent in the current day and month, carried over to the new card.
  carried_day_minor bigint not null check (carried_day_minor >= 0),
  carried_month_minor bigint not null check (carried_month_minor >= 0),
  client_key text not null,
  created_at timestamptz not null,
  unique (customer_id, client_key),
  foreign key (replaced_card_id, customer_id) references card (id, customer_id),
  foreign key (card_id, customer_id) references card (id, customer_id)
);
grant select, insert on card_replacement to tessera_app;

-- Cards with a negative balance, collected as soon as there is money. The receivable account has
-- the amount; an index on its balance would slow down every posting.
create table card_debt (
  card_id uuid primary key references card (id)
);
grant select, insert, delete on card_debt to tessera_app;

-- Applications for a card. The id is also that of the movement that charged the opening fee. The
-- fee of an application under review is held until the decision.
create table card_application (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  segment_id uuid not null references card_segment (id),
  nickname text check (char_length(nickname) between 1 and 40),
  opening_fee_minor bigint not null check (opening_fee_minor >= 0),
  fee_schedule_version integer not null references fee_schedule (version),
  status text not null check (status in
    ('processing', 'reviewing', 'completed', 'failed', 'rejected', 'cancelled', 'expired')),
  card_id uuid unique references card (id),
  -- The client's Idempotency-Key: a retry after a lost answer finds its card by it.
  client_key text not null,
  created_at timestamptz not null,
  usage text not null default 'standard'
    check (usage in ('standard', 'single_use', 'merchant_locked')),
  -- "auto", or the address as given.
  billing_address jsonb,
  -- The hold of the opening fee; null where there is none.
  hold_id uuid,
  unique (customer_id, client_key),
  check ((status = 'completed') = (card_id is not null))
);
create index card_application_of_customer
  on card_application (customer_id, created_at desc, id desc);
grant select, insert, update (status, card_id, hold_id) on card_application to tessera_app;

-- Quotes for loading and unloading a card. A quote's id is the id of the movement that redeems it,
-- so the ledger redeems it at most once.
create table card_quote (
  id uuid primary key,
  customer_id uuid not null,
  card_id uuid not null,
  operation text not null check (operation in ('deposit', 'withdraw')),
  amount_minor bigint not null check (amount_minor > 0),
  fee_minor bigint not null check (fee_minor >= 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_schedule_version integer not null references fee_schedule (version),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  foreign key (card_id, customer_id) references card (id, customer_id)
) with (autovacuum_analyze_scale_factor = 0.4);
create index card_quote_of_card on card_quote (card_id, id);
-- Quotes are as frequent as payments and read by key, so a small sample is enough.
alter table card_quote
  alter column id set statistics 20,
  alter column customer_id set statistics 20,
  alter column card_id set statistics 20,
  alter column operation set statistics 20,
  alter column amount_minor set statistics 20,
  alter column fee_minor set statistics 20,
  alter column fee_basis_points set statistics 20,
  alter column fee_schedule_version set statistics 20,
  alter column currency set statistics 20,
  alter column created_at set statistics 20,
  alter column expires_at set statistics 20;
grant select, insert on card_quote to tessera_app;

-- Cardholder data that the issuer needs: name, birth date, address, phone and the acceptance of its
-- terms, as one text sealed under a key of its own.
create table card_holder (
  customer_id uuid primary key references customer (id),
  -- Which key-encryption key wraps, so that keys can be replaced while old rows still open.
  key_id text not null,
  wrapped_key bytea not null,
  facts_sealed bytea not null,
  -- Counts the changes; an issuer that has an earlier revision is sent the current one.
  revision integer not null check (revision > 0),
  changed_at timestamptz not null
);
grant select, insert, update on card_holder to tessera_app;

-- Cards whose PAN only the issuer has, with the issuer's id of the card.
create table issuer_card (
  card_id uuid primary key,
  customer_id uuid not null,
  issuer text not null check (issuer = 'stripe'),
  issuer_card_id text not null unique check (length(issuer_card_id) between 1 and 100),
  -- Counts the changes of the card's status; due until the issuer has the last one.
  status_version integer not null default 1,
  status_due boolean not null default true,
  -- Until when one server alone may send it.
  leased_until timestamptz,
  foreign key (card_id, customer_id) references card (id, customer_id)
);
create index issuer_card_due on issuer_card (card_id) where status_due;
grant select, insert, update (status_version, status_due, leased_until) on issuer_card to
  tessera_app;

-- A customer's cardholder at Stripe.
create table stripe_cardholder (
  customer_id uuid primary key references customer (id),
  stripe_cardholder_id text unique check (length(stripe_cardholder_id) between 1 and 255),
  -- The revision of card_holder last sent to Stripe, written before sending; null if none was.
  asked_revision integer,
  asked_at timestamptz,
  -- The revision that Stripe accepted last, and the one that it refused last.
  told_revision integer not null default 0,
  refused_revision integer not null default 0,
  -- Until when one server alone may call Stripe for it.
  leased_until timestamptz,
  check ((asked_revision is null) = (asked_at is null)),
  check (stripe_cardholder_id is null or asked_revision is not null)
);
grant select, insert, update on stripe_cardholder to tessera_app;

-- Card orders at Stripe by idempotency key, written before the call, so that a retry sends the same
-- order and finds the card whose answer was lost.
create table stripe_order (
  order_key text primary key check (order_key ~ '^[0-9a-f]{64}$'),
  stripe_card_id text unique,
  created_at timestamptz not null
);
grant select, insert, update (stripe_card_id) on stripe_order to tessera_app;

-- Stripe's signed events, each stored once. The application may not delete any.
create table stripe_event (
  id text primary key check (length(id) between 1 and 255),
  type text not null,
  -- Stripe's id of the object it is about.
  object_id text not null,
  body_hash bytea not null check (octet_length(body_hash) = 32),
  state text not null default 'received' check (state in ('received', 'done', 'failed')),
  tries integer not null default 0,
  -- The answer to an authorization request; the first writer decides.
  answer jsonb,
  received_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'done') = (settled_at is not null))
);
create index stripe_event_open on stripe_event (received_at) where state <> 'done';
grant select, insert, update (state, tries, answer, settled_at) on stripe_event to tessera_app;

-- The ledger's id of an authorization of Stripe, assigned before the decision.
create table stripe_authorisation (
  id text primary key check (length(id) between 1 and 255),
  movement_id uuid not null unique,
  created_at timestamptz not null
);
grant select, insert on stripe_authorisation to tessera_app;

-- The ledger's id of a transaction of Stripe, assigned before posting.
create table stripe_transaction (
  id text primary key check (length(id) between 1 and 255),
  movement_id uuid not null unique,
  chosen_at timestamptz not null
);
grant select, insert, update (movement_id, chosen_at) on stripe_transaction to tessera_app;
