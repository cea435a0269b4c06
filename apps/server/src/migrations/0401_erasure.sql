-- Who was erased, and when. A restored backup is older than what happened since: the list is kept
-- outside of it, and these customers are erased again.
CREATE TABLE erasure (
  customer_id uuid PRIMARY KEY REFERENCES customer,
  erased_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (reason IN ('period_over', 'sandbox', 'replay'))
);
GRANT SELECT ON erasure TO tessera_app;

-- Notes about a customer stay as they were written, and end with the customer's erasure: then
-- alone, and with the rights of the schema's owner, a row is deleted.
CREATE FUNCTION refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('tessera.erasing', true) = OLD.customer_id::text
    AND pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only: a correction is a new row', TG_TABLE_NAME
    USING ERRCODE = 'TL001';
END $$;
DROP TRIGGER append_only ON customer_note;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON customer_note
  FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure();

-- Whether a name in a record can be a customer's, also one that the customer no longer has: it is
-- no operator's, and no part's of Tessera.
CREATE FUNCTION may_name_customer(p_name text) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT p_name NOT IN ('customer', 'system', 'risk', 'command-line', 'tessera', 'reviews',
      'retention', 'practice', 'visitor', 'account closing', 'mailed link')
    AND NOT EXISTS (SELECT FROM person WHERE username = p_name AND customer_id IS NULL)
$$;

-- Deletes or overwrites every personal field of a customer that is not money, and destroys the key
-- under which the sealed rows keep theirs. Rows of money stay under the customer's id alone.
-- p_password_hash: of a password that nobody knows. Runs in the caller's transaction; repeating it
-- changes nothing. For the owner of the schema alone.
CREATE FUNCTION erase_customer_rows(p_customer uuid, p_now timestamptz, p_password_hash text)
RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  v_person uuid;
  v_email text;
  v_mark text := 'erased-' || replace(p_customer::text, '-', '');
BEGIN
  SELECT id, email INTO v_person, v_email
  FROM person WHERE customer_id = p_customer FOR UPDATE;

  -- What operators' writes about them were answered with: each answer names something of theirs.
  DELETE FROM idempotency_answer a USING (
    SELECT p_customer AS id
    UNION ALL SELECT id FROM customer_note WHERE customer_id = p_customer
    UNION ALL SELECT id FROM correction WHERE customer_id = p_customer
    UNION ALL SELECT id FROM card WHERE customer_id = p_customer
    UNION ALL SELECT id FROM review_case WHERE customer_id = p_customer
    UNION ALL SELECT id FROM support_conversation WHERE customer_id = p_customer
    UNION ALL SELECT m.id FROM support_message m
      JOIN support_conversation c ON c.id = m.conversation_id WHERE c.customer_id = p_customer
  ) theirs WHERE position(theirs.id::text IN a.body) > 0;

  -- Signing in.
  DELETE FROM session_proof WHERE session_id IN (SELECT id FROM session WHERE person_id = v_person);
  DELETE FROM totp_enrolment
    WHERE session_id IN (SELECT id FROM session WHERE person_id = v_person);
  DELETE FROM passkey_challenge
    WHERE session_id IN (SELECT id FROM session WHERE person_id = v_person);
  DELETE FROM session WHERE person_id = v_person;
  DELETE FROM sign_in_challenge WHERE person_id = v_person;
  DELETE FROM factor_failure WHERE person_id = v_person;
  DELETE FROM passkey WHERE person_id = v_person;
  DELETE FROM totp_factor WHERE person_id = v_person;
  DELETE FROM recovery_code WHERE person_id = v_person;
  DELETE FROM withdrawal_alarm WHERE customer_id = p_customer;
  DELETE FROM registration WHERE email = v_email OR email IN (
    SELECT unnest(ARRAY[old_email, new_email]) FROM email_change WHERE customer_id = p_customer);
  DELETE FROM sandbox_mail WHERE recipient = v_email OR recipient IN (
    SELECT unnest(ARRAY[old_email, new_email]) FROM email_change WHERE customer_id = p_customer);
  -- Somebody who was once invited to work for the program.
  UPDATE operator_invitation SET email = v_mark || '-' || id || '@erased.invalid'
    WHERE email = v_email OR email IN (
      SELECT unnest(ARRAY[old_email, new_email]) FROM email_change WHERE customer_id = p_customer);
  UPDATE proposal SET terms = terms || jsonb_build_object('email', v_mark || '@erased.invalid')
    WHERE terms ->> 'email' = v_email OR terms ->> 'email' IN (
      SELECT unnest(ARRAY[old_email, new_email]) FROM email_change WHERE customer_id = p_customer);
  -- A case may be about one.
  UPDATE email_change SET old_email = v_mark || '-old', new_email = v_mark || '-new'
    WHERE customer_id = p_customer;
  UPDATE legal_acceptance SET network = NULL, device = '' WHERE customer_id = p_customer;
  UPDATE security_hold
    SET lifted_by = CASE WHEN may_name_customer(lifted_by) THEN 'customer' ELSE lifted_by END,
      lift_reason = CASE WHEN lift_reason IS NOT NULL THEN 'erased' END
    WHERE customer_id = p_customer;
  UPDATE factor_reset SET reason = 'erased' WHERE customer_id = p_customer;

  -- The closing itself stays for the record.
  DELETE FROM account_closing_link WHERE closing_id IN (
    SELECT id FROM account_closing WHERE customer_id = p_customer);
  UPDATE account_closing SET cancelled_by = 'customer'
    WHERE customer_id = p_customer AND cancelled_by <> 'mailed link';

  -- What operators wrote.
  PERFORM set_config('tessera.erasing', p_customer::text, true);
  DELETE FROM customer_note WHERE customer_id = p_customer;
  PERFORM set_config('tessera.erasing', '', true);
  DELETE FROM customer_view WHERE customer_id = p_customer;
  DELETE FROM review_flag WHERE customer_id = p_customer;
  UPDATE account_stop SET note = 'erased' WHERE customer_id = p_customer AND note IS NOT NULL;
  UPDATE correction SET reason = 'erased', reference = 'erased',
      decision_note = CASE WHEN decision_note IS NOT NULL THEN 'erased' END
    WHERE customer_id = p_customer;
  UPDATE network_unmatched SET reason = 'erased'
    WHERE customer_id = p_customer AND reason IS NOT NULL;

  -- Support and reviews.
  INSERT INTO file_orphan (key, since)
  SELECT 'attachments/' || a.id, p_now FROM support_attachment a
  LEFT JOIN support_message m ON m.id = a.message_id
  LEFT JOIN support_conversation c ON c.id = m.conversation_id
  WHERE (c.customer_id = p_customer OR a.owner_id = p_customer) AND a.sealed IS NULL
  UNION ALL
  SELECT 'documents/' || id, p_now FROM review_document
  WHERE customer_id = p_customer AND sealed IS NULL
  ON CONFLICT (key) DO NOTHING;
  DELETE FROM support_attachment a WHERE a.owner_id = p_customer OR a.message_id IN (
    SELECT m.id FROM support_message m JOIN support_conversation c ON c.id = m.conversation_id
    WHERE c.customer_id = p_customer);
  DELETE FROM support_message WHERE conversation_id IN (
    SELECT id FROM support_conversation WHERE customer_id = p_customer);
  DELETE FROM support_conversation WHERE customer_id = p_customer;
  DELETE FROM support_article_vote WHERE customer_id = p_customer;
  DELETE FROM review_document WHERE customer_id = p_customer;
  UPDATE review_step SET note = NULL,
      actor = CASE WHEN side = 'customer' THEN 'customer' ELSE actor END
    WHERE case_id IN (SELECT id FROM review_case WHERE customer_id = p_customer);
  UPDATE review_case SET asked_note = NULL, decision_reason = NULL, appeal_note = NULL,
      label = NULL,
      changed_by = CASE WHEN may_name_customer(changed_by) THEN 'customer' ELSE changed_by END,
      decided_by = CASE WHEN may_name_customer(decided_by) THEN 'customer' ELSE decided_by END
    WHERE customer_id = p_customer;

  -- Cards and rules.
  DELETE FROM card_secret WHERE customer_id = p_customer;
  DELETE FROM card_holder WHERE customer_id = p_customer;
  DELETE FROM stripe_cardholder WHERE customer_id = p_customer;
  UPDATE card_freeze SET reason_detail = '{}',
      actor = CASE WHEN layer = 'customer' THEN 'customer' ELSE actor END
    WHERE card_id IN (SELECT id FROM card WHERE customer_id = p_customer);
  DELETE FROM card_wrong_try WHERE card_id IN (SELECT id FROM card WHERE customer_id = p_customer);
  UPDATE card SET nickname = NULL, tags = '{}', tag_keys = '{}', schedule = NULL,
      billing_address = '{"assignment": "holder"}'
    WHERE customer_id = p_customer;
  UPDATE card_application SET nickname = NULL, billing_address = NULL
    WHERE customer_id = p_customer;
  UPDATE card_closing SET actor = 'customer'
    WHERE customer_id = p_customer AND may_name_customer(actor);
  UPDATE risk_strategy_version SET name = 'erased', rule =
      '{"when": {}, "action": "notify", "scope": {"cards": "all"}, "counts": "per_card",
        "email": false}'
    WHERE strategy_id IN (SELECT id FROM risk_strategy WHERE customer_id = p_customer);
  UPDATE payment_review SET strategy_name = 'erased' WHERE customer_id = p_customer;
  DELETE FROM insight_reader WHERE customer_id = p_customer;

  -- Addresses on chains. Amounts, times and the chains' own transactions stay.
  UPDATE custodian_transfer t SET address = v_mark FROM deposit d
    WHERE d.customer_id = p_customer AND t.network = d.network AND t.address = d.address;
  UPDATE sandbox_chain_transfer t SET address = v_mark FROM deposit d
    WHERE d.customer_id = p_customer AND t.network = d.network AND t.address = d.address;
  UPDATE deposit SET address = v_mark || '-' || id WHERE customer_id = p_customer;
  UPDATE sandbox_payout SET address = v_mark
    WHERE id IN (SELECT id FROM withdrawal WHERE customer_id = p_customer);
  UPDATE payout_instruction SET address = v_mark
    WHERE withdrawal_id IN (SELECT id FROM withdrawal WHERE customer_id = p_customer);
  UPDATE withdrawal_quote SET address = v_mark WHERE customer_id = p_customer;
  UPDATE payout_address SET label = 'erased', address = v_mark || '-' || id,
      removed_at = coalesce(removed_at, greatest(p_now, created_at))
    WHERE customer_id = p_customer;

  -- What was made for them.
  DELETE FROM reconciliation_chunk WHERE export_id IN (
    SELECT id FROM reconciliation_export WHERE customer_id = p_customer);
  DELETE FROM reconciliation_export WHERE customer_id = p_customer;
  DELETE FROM data_archive_chunk WHERE archive_id IN (
    SELECT id FROM data_archive WHERE customer_id = p_customer);
  DELETE FROM data_archive WHERE customer_id = p_customer;
  DELETE FROM asset_snapshot WHERE customer_id = p_customer;
  DELETE FROM idempotency_answer WHERE owner IN (p_customer, v_person);
  DELETE FROM customer_event WHERE customer_id IN (p_customer, v_person);

  -- The name and the address are free for somebody else from here on.
  UPDATE person SET username = v_mark, email = v_mark || '@erased.invalid',
      password_hash = p_password_hash, locale = 'en'
    WHERE id = v_person;

  INSERT INTO person_key (owner_id, owner_kind, destroyed_at)
  VALUES (p_customer, 'customer', p_now)
  ON CONFLICT (owner_id) DO UPDATE
    SET key_id = NULL, wrapped_key = NULL, destroyed_at = excluded.destroyed_at
    WHERE person_key.destroyed_at IS NULL;
END $$;

-- Erases a customer whose account was closed before a moment. For the application's job.
CREATE FUNCTION erase_customer(
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

-- Customers whose accounts were closed before a moment and who are not erased yet.
CREATE FUNCTION customers_to_erase(p_closed_before timestamptz, p_limit integer)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.customer_id FROM account_closing c
  WHERE c.closed_at <= p_closed_before
    AND NOT EXISTS (SELECT FROM erasure e WHERE e.customer_id = c.customer_id)
  ORDER BY c.closed_at LIMIT p_limit
$$;

REVOKE EXECUTE ON FUNCTION erase_customer_rows, may_name_customer, erase_customer,
  customers_to_erase FROM public;
GRANT EXECUTE ON FUNCTION erase_customer, customers_to_erase TO tessera_app;

-- When a customer's account was closed; null for one that is open.
CREATE FUNCTION closed_at_of(p_customer uuid) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT max(closed_at) FROM account_closing WHERE customer_id = p_customer
$$;
REVOKE EXECUTE ON FUNCTION closed_at_of FROM public;
