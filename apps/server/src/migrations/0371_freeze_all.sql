-- Calls that froze all of a customer's cards at once, so that each can be undone as a whole.
CREATE TABLE card_freeze_all (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer (id),
  -- From the call's Idempotency-Key.
  client_key text NOT NULL,
  -- The cards that it froze; none where all were frozen already.
  card_ids uuid[] NOT NULL,
  frozen_at timestamptz NOT NULL,
  -- Once undone, with how many cards it unfroze; or hidden from the owner's cards page.
  undone_at timestamptz,
  unfrozen_cards integer CHECK (unfrozen_cards >= 0),
  dismissed_at timestamptz,
  UNIQUE (customer_id, client_key),
  CHECK ((undone_at IS NULL) = (unfrozen_cards IS NULL))
);
CREATE INDEX card_freeze_all_open ON card_freeze_all (customer_id, frozen_at DESC, id DESC)
  WHERE undone_at IS NULL AND dismissed_at IS NULL;
GRANT SELECT, INSERT ON card_freeze_all TO tessera_app;
GRANT UPDATE (undone_at, unfrozen_cards, dismissed_at) ON card_freeze_all TO tessera_app;

-- Set where such a call froze the card. A freeze that was lifted and set again is another row.
-- Checked at commit: the call's row lists the cards that got the layer, and so comes after them.
ALTER TABLE card_freeze ADD COLUMN freeze_all_id uuid
  REFERENCES card_freeze_all (id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX card_freeze_by_call ON card_freeze (freeze_all_id) WHERE freeze_all_id IS NOT NULL;
