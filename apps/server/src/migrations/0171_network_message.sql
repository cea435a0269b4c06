-- What the card network said, by the name it gave it. A name has one content and one answer for
-- ever, so nothing here is ever deleted. The fingerprint is keyed, since it covers card numbers.
-- answer: null while an authorisation is under way; what was said at last.
CREATE TABLE network_message (
  name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 80),
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  answer jsonb,
  received_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON network_message TO tessera_app;
GRANT UPDATE (answer) ON network_message TO tessera_app;

-- Messages about an authorisation that is not here (yet).
-- state: waiting; applied to its authorisation; posted without one (a clearing); dropped, because
-- there was nothing left for it to do.
CREATE TABLE network_unmatched (
  id uuid PRIMARY KEY,
  network_reference text NOT NULL CHECK (length(network_reference) BETWEEN 1 AND 64),
  kind text NOT NULL CHECK (kind IN ('clearing', 'reversal', 'advice')),
  customer_id uuid NOT NULL,
  card_id uuid NOT NULL REFERENCES card (id),
  currency text NOT NULL,
  merchant jsonb NOT NULL,
  amount_minor bigint CHECK (amount_minor > 0),
  final boolean NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'applied', 'posted', 'dropped')),
  received_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK (kind = 'reversal' OR amount_minor IS NOT NULL),
  CHECK ((state = 'waiting') = (settled_at IS NULL))
);
CREATE INDEX network_unmatched_waiting ON network_unmatched (network_reference)
  WHERE state = 'waiting';
GRANT SELECT, INSERT ON network_unmatched TO tessera_app;
GRANT UPDATE (state, settled_at) ON network_unmatched TO tessera_app;

-- An authorisation by the network's reference, which is its key in the ledger. Movements without
-- one pay nothing for it.
CREATE INDEX movement_network_key ON ledger.movement (client_key)
  WHERE client_key LIKE 'network:%';
