-- The data key of each person. Rows that are never changed carry personal fields sealed under it,
-- so that destroying the key erases them and no seal of the ledger breaks.
CREATE TABLE person_key (
  -- A customer, an operator's person, a month of visitors without an account, or the program.
  owner_id uuid PRIMARY KEY,
  owner_kind text NOT NULL CHECK (owner_kind IN ('customer', 'operator', 'visitors', 'program')),
  -- The root key that wraps, so that it can be replaced while older rows still open.
  key_id text,
  wrapped_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz,
  -- The transaction that made the key: others may cache it only once that committed.
  made_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CHECK ((key_id IS NULL) = (destroyed_at IS NOT NULL)),
  CHECK ((wrapped_key IS NULL) = (destroyed_at IS NOT NULL))
);
CREATE INDEX person_key_wrapped ON person_key (key_id) WHERE key_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON person_key TO tessera_app;

-- A destroyed key stays destroyed, and a key is never replaced by another one.
CREATE FUNCTION person_key_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.destroyed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the key of % was destroyed', OLD.owner_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_key_guard BEFORE UPDATE ON person_key
  FOR EACH ROW EXECUTE FUNCTION person_key_guard();

-- A sign-in says by a keyed mark which browser it was, since the browser's name is sealed.
CREATE INDEX audit_device_mark ON ledger.audit (actor, (data ->> 'deviceMark'))
  WHERE action = 'signed_in';
