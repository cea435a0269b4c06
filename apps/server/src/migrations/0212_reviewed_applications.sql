-- Applications that people decide: the opening fee is held until then, and what the card is to be
-- is kept with the application.
ALTER TABLE card_application
  DROP CONSTRAINT card_application_status_check,
  ADD CONSTRAINT card_application_status_check CHECK (status IN
    ('processing', 'reviewing', 'completed', 'failed', 'rejected', 'cancelled', 'expired')),
  -- "auto", or the address as it was given.
  ADD COLUMN billing_address jsonb,
  -- The hold of the opening fee; none where there is no fee.
  ADD COLUMN hold_id uuid;
GRANT UPDATE (status, card_id, hold_id) ON card_application TO tessera_app;
