-- Files may lie in an object storage outside the database. Their row then has the wrapped key that
-- opens them, and no bytes.
ALTER TABLE review_document ALTER COLUMN sealed DROP NOT NULL;
ALTER TABLE support_attachment
  ALTER COLUMN sealed DROP NOT NULL,
  ADD COLUMN wrapped_key bytea,
  ADD CHECK ((sealed IS NULL) = (wrapped_key IS NOT NULL));

-- Objects of that storage that no row names: of an upload that is under way or was given up, or of
-- a file that was forgotten. They are deleted an hour later.
CREATE TABLE file_orphan (
  key text PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 200),
  since timestamptz NOT NULL
);
CREATE INDEX file_orphan_since ON file_orphan (since);
GRANT SELECT, INSERT, DELETE ON file_orphan TO tessera_app;
