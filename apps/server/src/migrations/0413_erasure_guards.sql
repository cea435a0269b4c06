-- What the application's role may not do to people's keys, closings and data before their time.

REVOKE UPDATE ON person_key FROM tessera_app;
GRANT UPDATE (key_id, wrapped_key, destroyed_at) ON person_key TO tessera_app;

-- A destroyed key stays destroyed. The owner of the schema destroys a person's key, within the
-- functions that erase; the application destroys the keys of visitors' months alone.
CREATE OR REPLACE FUNCTION person_key_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER person_key_insert_guard BEFORE INSERT ON person_key
  FOR EACH ROW EXECUTE FUNCTION person_key_guard();

-- When the database saw that an account was closed, by its own clock: a live program waits for
-- years from here, whatever dates the application writes.
ALTER TABLE account_closing ADD COLUMN closed_recorded_at timestamptz;
UPDATE account_closing SET closed_recorded_at = now() WHERE closed_at IS NOT NULL;
CREATE FUNCTION record_closed_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_recorded_at := CASE
    WHEN NEW.closed_at IS NULL THEN NULL
    WHEN TG_OP = 'UPDATE' AND OLD.closed_at IS NOT NULL THEN OLD.closed_recorded_at
    ELSE now()
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER record_closed_at BEFORE INSERT OR UPDATE ON account_closing
  FOR EACH ROW EXECUTE FUNCTION record_closed_at();

CREATE OR REPLACE FUNCTION erase_customer(
  p_customer uuid, p_closed_before timestamptz, p_now timestamptz, p_password_hash text
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_recorded_at timestamptz;
BEGIN
  PERFORM FROM customer WHERE id = p_customer FOR UPDATE;
  IF NOT FOUND OR EXISTS (SELECT FROM erasure WHERE customer_id = p_customer) THEN
    RETURN false;
  END IF;
  SELECT closed_recorded_at INTO v_recorded_at FROM account_closing
    WHERE customer_id = p_customer AND closed_at <= p_closed_before;
  IF NOT FOUND OR (coalesce(v_recorded_at, now()) > now() - interval '5 years'
      AND EXISTS (SELECT FROM database_mark WHERE kind = 'live')) THEN
    RAISE EXCEPTION 'the account % is not due to be erased', p_customer;
  END IF;
  PERFORM erase_customer_rows(p_customer, p_now, p_password_hash);
  INSERT INTO erasure (customer_id, erased_at, reason) VALUES (p_customer, p_now, 'period_over');
  RETURN true;
END $$;

-- Before which moment a live program may forget, whatever moment the application says.
CREATE FUNCTION forget_before(p_before timestamptz, p_period interval) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM database_mark WHERE kind = 'live')
    THEN least(p_before, now() - p_period) ELSE p_before END
$$;

CREATE OR REPLACE FUNCTION forget_conversations(
  p_before timestamptz, p_now timestamptz, p_limit integer
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before timestamptz := forget_before(p_before, interval '3 years');
  v_ids uuid[];
BEGIN
  SELECT array_agg(id) INTO v_ids FROM (
    SELECT id FROM support_conversation WHERE last_at < v_before
    ORDER BY last_at LIMIT p_limit FOR UPDATE SKIP LOCKED) over;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO file_orphan (key, since)
  SELECT 'attachments/' || a.id, p_now FROM support_attachment a
  JOIN support_message m ON m.id = a.message_id
  WHERE m.conversation_id = ANY (v_ids) AND a.sealed IS NULL
  ON CONFLICT (key) DO NOTHING;
  DELETE FROM support_attachment a USING support_message m
  WHERE m.id = a.message_id AND m.conversation_id = ANY (v_ids);
  DELETE FROM support_message WHERE conversation_id = ANY (v_ids);
  DELETE FROM support_conversation WHERE id = ANY (v_ids);
  RETURN cardinality(v_ids);
END $$;

CREATE OR REPLACE FUNCTION forget_documents(
  p_before timestamptz, p_now timestamptz, p_limit integer
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_before timestamptz := forget_before(p_before, interval '5 years');
  v_ids uuid[];
BEGIN
  SELECT array_agg(id) INTO v_ids FROM (
    SELECT d.id FROM review_document d JOIN review_case c ON c.id = d.case_id
    WHERE c.decided_at < v_before
    LIMIT p_limit FOR UPDATE OF d SKIP LOCKED) over;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO file_orphan (key, since)
  SELECT 'documents/' || id, p_now FROM review_document WHERE id = ANY (v_ids) AND sealed IS NULL
  ON CONFLICT (key) DO NOTHING;
  DELETE FROM review_document WHERE id = ANY (v_ids);
  RETURN cardinality(v_ids);
END $$;

-- Whether a name in a record can be a customer's, also one that the customer no longer has: it is
-- no operator's, and no part's of Tessera.
CREATE FUNCTION may_name_customer(p_name text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_name NOT IN ('customer', 'system', 'risk', 'command-line', 'tessera', 'reviews',
      'account closing', 'mailed link')
    AND NOT EXISTS (SELECT FROM person WHERE username = p_name AND customer_id IS NULL)
$$;

-- Names that the customer had, in rows that other rows need, and archives of their data.
CREATE OR REPLACE FUNCTION erase_optional_rows(p_customer uuid, p_username text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE account_closing SET cancelled_by = 'customer'
    WHERE customer_id = p_customer AND may_name_customer(cancelled_by);
  UPDATE card_freeze SET actor = 'customer'
    WHERE card_id IN (SELECT id FROM card WHERE customer_id = p_customer)
      AND may_name_customer(actor);
  UPDATE card_closing SET actor = 'customer'
    WHERE customer_id = p_customer AND may_name_customer(actor);
  UPDATE review_case SET
      changed_by = CASE WHEN may_name_customer(changed_by) THEN 'customer' ELSE changed_by END,
      decided_by = CASE WHEN may_name_customer(decided_by) THEN 'customer' ELSE decided_by END
    WHERE customer_id = p_customer;
  UPDATE security_hold SET lifted_by = 'customer'
    WHERE customer_id = p_customer AND may_name_customer(lifted_by);
  DELETE FROM account_closing_link WHERE closing_id IN (
    SELECT id FROM account_closing WHERE customer_id = p_customer);
  DELETE FROM data_archive_chunk WHERE archive_id IN (
    SELECT id FROM data_archive WHERE customer_id = p_customer);
  DELETE FROM data_archive WHERE customer_id = p_customer;
END $$;
REVOKE EXECUTE ON FUNCTION forget_before, may_name_customer FROM public;
