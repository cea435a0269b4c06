-- Who has a screen open at which server, said anew every few seconds: what is written to somebody
-- who sees it arrive needs no mail.
CREATE TABLE event_presence (
  process_id uuid PRIMARY KEY,
  addresses uuid[] NOT NULL,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON event_presence TO tessera_app;
