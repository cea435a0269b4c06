-- What the call that closes a card said, kept with its key, so that another body under the key is
-- refused however the server ended. Closings at once have a row from now on, as those that wait.
ALTER TABLE card_closing ADD COLUMN when_settled boolean;
UPDATE card_closing SET when_settled = true WHERE client_key IS NOT NULL;
