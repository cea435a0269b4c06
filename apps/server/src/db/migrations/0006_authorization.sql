-- Messages of the card network by their unique reference, each with one content and one answer, and
-- never deleted. The fingerprint is keyed, because it covers PANs. The answer is null while an
-- authorization is in progress.
create table network_message (
  name text primary key check (length(name) between 1 and 80),
  fingerprint bytea not null check (length(fingerprint) = 32),
  answer jsonb,
  received_at timestamptz not null
);
grant select, insert, update (answer) on network_message to tessera_app;

-- Messages without a matching authorization (yet).
-- state: waiting; applied to its authorization; posted without one (a clearing); dropped, because
-- it had no effect left; dismissed by an operator.
create table network_unmatched (
  id uuid primary key,
  network_reference text not null check (length(network_reference) between 1 and 64),
  kind text not null check (kind in ('clearing', 'reversal', 'advice')),
  customer_id uuid not null,
  card_id uuid not null references card (id),
  currency text not null,
  merchant jsonb not null,
  amount_minor bigint check (amount_minor > 0),
  final boolean not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'applied', 'posted', 'dropped', 'dismissed')),
  received_at timestamptz not null,
  settled_at timestamptz,
  decided_by text check (length(decided_by) between 1 and 120),
  reason text check (length(reason) between 1 and 200),
  authorisation_id uuid,
  check (kind = 'reversal' or amount_minor is not null),
  check ((state = 'waiting') = (settled_at is null)),
  check (state <> 'dismissed' or (decided_by is not null and reason is not null)),
  check (authorisation_id is null or (state = 'applied' and decided_by is not null))
);
create index network_unmatched_waiting on network_unmatched (network_reference)
  where state = 'waiting';
-- The operators' list by state, newest first.
create index network_unmatched_listed on network_unmatched (state, id desc);
grant select, insert, update (state, settled_at, decided_by, reason, authorisation_id) on
  network_unmatched to tessera_app;

-- Customers' rule sets (“strategies” on the screen). A version never changes; `version` is the one
-- in force.
create table risk_strategy (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  status text not null check (status in ('draft', 'shadow', 'active', 'paused', 'retired')),
  status_since timestamptz not null,
  version int not null check (version > 0),
  -- The idempotency key of the call that drafted it.
  client_key text check (length(client_key) between 1 and 100),
  created_at timestamptz not null,
  unique (customer_id, client_key)
);
create index risk_strategy_of_customer on risk_strategy (customer_id, created_at desc)
  where status <> 'retired';
grant select, insert, update (status, status_since, version) on risk_strategy to tessera_app;

-- rule: a StrategyRule of the contract.
create table risk_strategy_version (
  strategy_id uuid not null references risk_strategy (id),
  version int not null check (version > 0),
  name text not null check (char_length(name) between 1 and 40),
  rule jsonb not null,
  created_at timestamptz not null,
  primary key (strategy_id, version)
);
-- No plan depends on the distribution of rules, and sampling documents is expensive.
alter table risk_strategy_version alter column rule set statistics 0;
grant select, insert on risk_strategy_version to tessera_app;

-- The history of versions and statuses, by which a backtest knows what was in force when.
create table risk_strategy_change (
  id bigint generated always as identity primary key,
  strategy_id uuid not null references risk_strategy (id),
  version int not null,
  status text not null,
  at timestamptz not null
);
create index risk_strategy_change_of on risk_strategy_change (strategy_id, id);
grant select, insert on risk_strategy_change to tessera_app;

-- What happened before a counter of the ledger was created. The amount used is the sum of this and
-- the ledger's counter of the same subject and window.
create table risk_counter_base (
  subject uuid not null,
  time_window text not null check (length(time_window) between 1 and 40),
  amount bigint not null check (amount >= 0),
  count bigint not null check (count >= 0),
  primary key (subject, time_window)
);
grant select, insert, update (amount, count), delete on risk_counter_base to tessera_app;

-- Payments on which a rule set acted, or would have acted in shadow mode.
create table risk_hit (
  id uuid primary key,
  customer_id uuid not null,
  strategy_id uuid not null references risk_strategy (id),
  version int not null,
  movement_id uuid not null,
  card_id uuid not null references card (id),
  action text not null check (action in ('decline', 'review', 'freeze', 'notify')),
  shadow boolean not null,
  amount_minor bigint not null,
  currency text not null,
  merchant jsonb not null,
  at timestamptz not null,
  unique (movement_id, strategy_id)
);
create index risk_hit_of_customer on risk_hit (customer_id, at desc, id desc);
create index risk_hit_of_strategy on risk_hit (strategy_id, at desc, id desc);
grant select, insert on risk_hit to tessera_app;

-- Exceptions that a customer granted from the rule sets in `strategies`. allow_once: one payment at
-- the merchant of at most amount_minor; raise_until: their limits are higher by amount_minor on the
-- card. Use is counted by the ledger (subject: the id, window: `use`), atomically with the payment.
create table risk_grant (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  card_id uuid not null references card (id),
  kind text not null check (kind in ('allow_once', 'raise_until')),
  strategies uuid[] not null check (cardinality(strategies) > 0),
  merchant_key text check (length(merchant_key) between 1 and 2000),
  merchant_name text,
  amount_minor bigint not null check (amount_minor >= 0),
  -- For a limit on the number of payments.
  extra_count int not null default 0 check (extra_count >= 0),
  currency text not null,
  movement_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  -- The idempotency key of the call that granted it.
  client_key text check (length(client_key) between 1 and 100),
  check ((kind = 'allow_once') = (merchant_key is not null)),
  unique (customer_id, client_key)
);
create index risk_grant_of_customer on risk_grant (customer_id, expires_at desc);
create index risk_grant_of_movement on risk_grant (movement_id);
grant select, insert, update (revoked_at) on risk_grant to tessera_app;

-- Step-up approvals: payments that a rule set declined and its owner may approve for a retry.
create table payment_review (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  card_id uuid not null references card (id),
  movement_id uuid not null unique,
  strategies uuid[] not null check (cardinality(strategies) > 0),
  strategy_name text not null,
  amount_minor bigint not null,
  currency text not null,
  merchant jsonb not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'approved', 'declined', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  grant_id uuid references risk_grant (id),
  check ((status = 'waiting') = (decided_at is null)),
  check ((status = 'approved') = (grant_id is not null))
);
create index payment_review_of_customer on payment_review (customer_id, created_at desc, id desc);
create index payment_review_due on payment_review (expires_at) where status = 'waiting';
grant select, insert, update (status, decided_at, grant_id, expires_at) on payment_review to
  tessera_app;

-- Rules of the program, which apply to every customer's payments, billing addresses and new cards.
-- A rule's newest version is in force; versions never change, as a record of who set what. A server
-- compares the newest revision with the one it has compiled.
create table programme_rule (
  id uuid primary key,
  kind text not null check (kind in ('payments', 'new_cards')),
  created_by text not null check (length(created_by) between 1 and 120),
  created_at timestamptz not null,
  client_key text unique
);
grant select, insert on programme_rule to tessera_app;

create table programme_rule_version (
  rule_id uuid not null references programme_rule,
  version integer not null check (version > 0),
  -- Increases by one with each version of any rule.
  revision integer not null unique check (revision > 0),
  name_en text not null check (char_length(name_en) between 1 and 60),
  name_zh_cn text not null check (char_length(name_zh_cn) between 1 and 60),
  name_zh_tw text not null check (char_length(name_zh_tw) between 1 and 60),
  mode text not null check (mode in ('active', 'shadow', 'off')),
  terms jsonb not null,
  reason text not null check (char_length(reason) between 1 and 200),
  changed_by text not null check (length(changed_by) between 1 and 120),
  -- The second administrator, where one was needed.
  approved_by text check (length(approved_by) between 1 and 120),
  changed_at timestamptz not null,
  primary key (rule_id, version)
);
grant select, insert on programme_rule_version to tessera_app;

-- Rule changes under maker-checker control: one administrator proposes, another decides. The terms
-- never change. An expired proposal keeps the status `waiting`; compare expires_at.
create table programme_rule_proposal (
  id uuid primary key,
  rule_id uuid not null references programme_rule,
  terms jsonb not null,
  reason text not null check (char_length(reason) between 1 and 200),
  status text not null check (status in ('waiting', 'approved', 'rejected', 'withdrawn')),
  proposer_id uuid not null references person,
  proposed_by text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  client_key text not null,
  decider_id uuid references person,
  decided_by text,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) between 1 and 200),
  unique (proposer_id, client_key),
  check ((status = 'waiting') = (decider_id is null)),
  check ((decider_id is null) = (decided_at is null)),
  check ((decider_id is null) = (decided_by is null)),
  -- Two people: nobody approves or rejects what they proposed, and nobody else withdraws it.
  check (status not in ('approved', 'rejected') or decider_id <> proposer_id),
  check (status <> 'withdrawn' or decider_id = proposer_id)
);
create index programme_rule_proposal_waiting on programme_rule_proposal (rule_id)
  where status = 'waiting';
grant select, insert, update (status, decider_id, decided_by, decided_at, decision_note) on
  programme_rule_proposal to tessera_app;

-- What rules declined, or would have declined in shadow mode. A payment has a movement; a billing
-- address and a new card have none.
create table programme_rule_hit (
  id uuid primary key,
  rule_id uuid not null references programme_rule,
  version integer not null,
  subject text not null check (subject in ('payment', 'address', 'new_card')),
  shadow boolean not null,
  customer_id uuid not null references customer,
  card_id uuid references card (id),
  movement_id uuid,
  amount_minor bigint,
  currency text,
  merchant jsonb,
  at timestamptz not null,
  check ((subject = 'payment') = (movement_id is not null)),
  check ((movement_id is null) = (card_id is null)),
  check ((movement_id is null) = (amount_minor is null)),
  check ((movement_id is null) = (currency is null)),
  check ((movement_id is null) = (merchant is null)),
  unique (movement_id, rule_id)
);
create index programme_rule_hit_of_rule on programme_rule_hit (rule_id, at desc, id desc);
create index programme_rule_hit_of_customer on programme_rule_hit (customer_id);
grant select, insert on programme_rule_hit to tessera_app;

-- Payments with a wrong expiry date or CVV, until they freeze the card or leave the counting
-- window. Neither the PAN nor the values given are stored.
create table card_wrong_try (
  -- The declined payment, so that a repeated message counts once.
  movement_id uuid primary key,
  card_id uuid not null references card (id),
  tried_at timestamptz not null
);
create index card_wrong_try_card on card_wrong_try (card_id, tried_at);
create index card_wrong_try_age on card_wrong_try (tried_at);
grant select, insert, delete on card_wrong_try to tessera_app;

-- Payments with a PAN that no card has, counted by BIN and minute. The BIN is null for a PAN
-- outside the program's BINs; PANs themselves are not stored.
create table unknown_number_try (
  bin text check (bin ~ '^[0-9]{6,8}$'),
  minute timestamptz not null,
  tries bigint not null check (tries > 0),
  unique nulls not distinct (bin, minute)
);
grant select, insert, update (tries), delete on unknown_number_try to tessera_app;

-- The last burst of unknown PANs of each BIN.
create table unknown_number_burst (
  bin text check (bin ~ '^[0-9]{6,8}$'),
  began_at timestamptz not null,
  last_at timestamptz not null,
  tries bigint not null check (tries > 0),
  unique nulls not distinct (bin)
);
grant select, insert, update (began_at, last_at, tries) on unknown_number_burst to tessera_app;

-- Finds an authorization by the network's reference, which is its client key in the ledger.
-- Partial, so that other movements do not pay for it.
create index movement_network_key on ledger.movement (client_key)
  where client_key like 'network:%';
