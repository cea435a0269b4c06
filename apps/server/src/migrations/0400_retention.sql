-- Rows that the application may not delete one by one are deleted here when their period is over.

-- Before which moment a live program may forget, whatever moment the application says.
CREATE FUNCTION forget_before(p_before timestamptz, p_period interval) RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM database_mark WHERE kind = 'live')
    THEN least(p_before, now() - p_period) ELSE p_before END
$$;

-- Deletes conversations without a word since a moment, with their messages and files; files outside
-- the database become orphans.
CREATE FUNCTION forget_conversations(p_before timestamptz, p_now timestamptz, p_limit integer)
RETURNS integer
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

-- Deletes documents of cases that were decided before a moment.
CREATE FUNCTION forget_documents(p_before timestamptz, p_now timestamptz, p_limit integer)
RETURNS integer
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

REVOKE EXECUTE ON FUNCTION forget_before, forget_conversations, forget_documents FROM public;
GRANT EXECUTE ON FUNCTION forget_conversations, forget_documents TO tessera_app;
GRANT DELETE ON customer_view TO tessera_app;
CREATE INDEX support_conversation_last ON support_conversation (last_at);
CREATE INDEX review_case_decided ON review_case (decided_at) WHERE decided_at IS NOT NULL;
