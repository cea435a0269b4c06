-- Payments that no rule decides: credited once people say so, or returned to where they came from.
ALTER TABLE deposit_payment
  ADD COLUMN held text CHECK (held IN ('reviewing', 'returned')),
  ADD CHECK (held IS NULL OR credited_at IS NULL);
