-- Where a customer may withdraw to. A removed address stays for the withdrawals that went there.
CREATE TABLE payout_address (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 300),
  label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 40),
  network text NOT NULL CHECK (network IN ('TRC20', 'ERC20', 'BEP20')),
  address text NOT NULL CHECK (length(address) BETWEEN 20 AND 100),
  created_at timestamptz NOT NULL,
  -- A new address waits before money may go there.
  usable_at timestamptz NOT NULL CHECK (usable_at >= created_at),
  removed_at timestamptz,
  UNIQUE (customer_id, client_key)
);
CREATE UNIQUE INDEX payout_address_kept ON payout_address (customer_id, network, address)
  WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (label, removed_at) ON payout_address TO tessera_app;

-- What a withdrawal costs, to the digit; its id is the withdrawal's, the movement's and the hold's,
-- so it is spent at most once.
CREATE TABLE withdrawal_quote (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  address_id uuid NOT NULL REFERENCES payout_address (id),
  asset text NOT NULL CHECK (asset IN ('USDT')),
  network text NOT NULL CHECK (network IN ('TRC20', 'ERC20', 'BEP20')),
  address text NOT NULL,
  currency text NOT NULL CHECK (currency IN ('USD', 'CNY', 'EUR')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0),
  fee_basis_points integer NOT NULL CHECK (fee_basis_points BETWEEN 0 AND 10000),
  fee_schedule_version integer NOT NULL REFERENCES fee_schedule (version),
  network_fee_minor bigint NOT NULL CHECK (network_fee_minor >= 0),
  total_minor bigint NOT NULL,
  -- Units of the account's currency for one USDT, times 10^8, at the rates of `rated_at`.
  rate_scaled bigint NOT NULL CHECK (rate_scaled > 0),
  rated_at timestamptz NOT NULL,
  -- What arrives, in hundredths of a USDT.
  receive_minor bigint NOT NULL CHECK (receive_minor > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  UNIQUE (id, customer_id),
  CHECK (total_minor = amount_minor + fee_minor + network_fee_minor)
);
GRANT SELECT, INSERT ON withdrawal_quote TO tessera_app;

CREATE TABLE withdrawal (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL,
  client_key text NOT NULL CHECK (length(client_key) BETWEEN 1 AND 300),
  state text NOT NULL CHECK (state IN ('cooling', 'review', 'queued', 'sending', 'confirming',
    'completed', 'cancelled', 'rejected', 'declined', 'failed', 'expired')),
  review_reasons text[] NOT NULL,
  needs_two boolean NOT NULL,
  -- The programme's day that it counts against, and for how much in US cents.
  limit_day text NOT NULL CHECK (limit_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  limit_minor bigint NOT NULL CHECK (limit_minor > 0),
  -- What its owner proved it with.
  factor text NOT NULL CHECK (factor IN ('password', 'totp', 'recovery', 'passkey')),
  cancel_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- When it came into its state.
  state_at timestamptz NOT NULL,
  confirmations integer NOT NULL DEFAULT 0 CHECK (confirmations >= 0),
  transaction_hash text CHECK (length(transaction_hash) BETWEEN 1 AND 100),
  -- A word of the provider that nobody here knows, for whoever looks into it.
  unknown_status text CHECK (length(unknown_status) BETWEEN 1 AND 80),
  -- The movement that gave the money back, or the step that paid it out.
  return_movement_id uuid UNIQUE,
  payout_movement_id uuid UNIQUE,
  ended_at timestamptz,
  UNIQUE (customer_id, client_key),
  FOREIGN KEY (id, customer_id) REFERENCES withdrawal_quote (id, customer_id),
  CHECK ((ended_at IS NOT NULL) = (state IN
    ('completed', 'cancelled', 'rejected', 'declined', 'failed', 'expired'))),
  CHECK ((payout_movement_id IS NOT NULL) = (state = 'completed')),
  CHECK ((return_movement_id IS NOT NULL) = (ended_at IS NOT NULL AND state <> 'completed'))
);
CREATE INDEX withdrawal_of_customer ON withdrawal (customer_id, id DESC);
CREATE INDEX withdrawal_open ON withdrawal (state, id) WHERE ended_at IS NULL;
CREATE INDEX withdrawal_cooling ON withdrawal (cancel_until) WHERE state = 'cooling';
GRANT SELECT, INSERT, UPDATE (state, state_at, confirmations, transaction_hash, unknown_status,
  return_movement_id, payout_movement_id, ended_at) ON withdrawal TO tessera_app;

-- Every step that a withdrawal took, in order; nothing of it is ever changed.
CREATE TABLE withdrawal_step (
  withdrawal_id uuid NOT NULL REFERENCES withdrawal (id),
  n integer NOT NULL CHECK (n > 0),
  state text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (withdrawal_id, n)
);
GRANT SELECT, INSERT ON withdrawal_step TO tessera_app;

-- What the payout provider is told to pay, written before it is told: one for each withdrawal, for
-- ever. Leases and times of asking are by the database's own clock.
CREATE TABLE payout_instruction (
  withdrawal_id uuid PRIMARY KEY REFERENCES withdrawal (id),
  network text NOT NULL,
  address text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- `ready` to be sent, `sent` at least once, or `settled`: it needs nothing any more.
  state text NOT NULL CHECK (state IN ('ready', 'sent', 'settled')),
  sends integer NOT NULL DEFAULT 0 CHECK (sends >= 0),
  sent_at timestamptz,
  asked_at timestamptz,
  -- Until when one server alone may talk about it with the provider.
  leased_until timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((sends > 0) = (sent_at IS NOT NULL))
);
CREATE INDEX payout_instruction_open ON payout_instruction (withdrawal_id)
  WHERE state <> 'settled';
GRANT SELECT, INSERT, UPDATE (state, sends, sent_at, asked_at, leased_until)
  ON payout_instruction TO tessera_app;

-- Every signed message of the payout provider, once and for ever.
CREATE TABLE payout_event (
  id text PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 100),
  payout_id text NOT NULL CHECK (length(payout_id) BETWEEN 1 AND 100),
  body_hash bytea NOT NULL CHECK (octet_length(body_hash) = 32),
  received_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE INDEX payout_event_open ON payout_event (received_at) WHERE settled_at IS NULL;
GRANT SELECT, INSERT, UPDATE (settled_at) ON payout_event TO tessera_app;

-- The secrets of mailed “not me” links, hashed. Each works once.
CREATE TABLE withdrawal_alarm (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  customer_id uuid NOT NULL,
  -- What the mail was about: a withdrawal, or an address that was added.
  about_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX withdrawal_alarm_expires_at ON withdrawal_alarm (expires_at);
GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON withdrawal_alarm TO tessera_app;

-- The simulated payout provider: what it was asked to pay, what it does with it, and the messages
-- it has yet to deliver.
CREATE TABLE sandbox_payout (
  id uuid PRIMARY KEY,
  network text NOT NULL,
  address text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  outcome text NOT NULL,
  status text NOT NULL,
  confirmations integer NOT NULL DEFAULT 0,
  transaction_hash text,
  blocks integer NOT NULL DEFAULT 0,
  -- How often it was asked to pay this; it pays once.
  requests integer NOT NULL DEFAULT 1,
  closed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_payout_open ON sandbox_payout (id) WHERE NOT closed;
CREATE TABLE sandbox_payout_outcome (
  id uuid PRIMARY KEY,
  outcome text NOT NULL,
  used_at timestamptz
);
CREATE TABLE sandbox_payout_message (
  id uuid PRIMARY KEY,
  payout_id uuid NOT NULL REFERENCES sandbox_payout (id),
  status text NOT NULL,
  -- How often it is still to be delivered.
  deliveries integer NOT NULL CHECK (deliveries >= 0)
);
CREATE INDEX sandbox_payout_message_open ON sandbox_payout_message (id) WHERE deliveries > 0;
GRANT SELECT, INSERT, UPDATE ON sandbox_payout, sandbox_payout_outcome, sandbox_payout_message
  TO tessera_app;
