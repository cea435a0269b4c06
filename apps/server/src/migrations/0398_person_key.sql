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
GRANT SELECT, INSERT, UPDATE (key_id, wrapped_key, destroyed_at) ON person_key TO tessera_app;

-- A destroyed key stays destroyed. The owner of the schema destroys a person's key, within the
-- functions that erase; the application destroys the keys of visitors' months alone.
CREATE FUNCTION person_key_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.destroyed_at IS NOT NULL THEN
    RAISE EXCEPTION 'the key of % was destroyed', OLD.owner_id;
  END IF;
  IF NEW.destroyed_at IS NOT NULL AND NEW.owner_kind <> 'visitors'
    AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RAISE EXCEPTION 'the key of % is destroyed by an erasure alone', NEW.owner_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_key_guard BEFORE INSERT OR UPDATE ON person_key
  FOR EACH ROW EXECUTE FUNCTION person_key_guard();

-- A sign-in says by a keyed mark which browser it was, since the browser's name is sealed.
CREATE INDEX audit_device_mark ON ledger.audit (actor, (data ->> 'deviceMark'))
  WHERE action = 'signed_in';
