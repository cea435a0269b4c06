-- What readiness writes to see whether the database takes writes; each is undone at once.
CREATE TABLE write_probe (
  payload bytea NOT NULL
);
-- As it comes: compressed, it would need no room.
ALTER TABLE write_probe ALTER COLUMN payload SET STORAGE EXTERNAL;
GRANT INSERT ON write_probe TO tessera_app;
