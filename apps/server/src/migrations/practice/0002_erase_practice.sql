-- Erases what a customer of the real books practised: plays are deleted, and the customers of their
-- practices are erased as real ones are. Nothing here is anybody's money.
CREATE FUNCTION erase_practice(p_owner uuid, p_now timestamptz, p_password_hash text)
RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_session record;
  v_count integer := 0;
BEGIN
  FOR v_session IN
    SELECT id, customer_id FROM practice_session WHERE owner_id = p_owner ORDER BY id FOR UPDATE
  LOOP
    DELETE FROM practice_play WHERE session_id = v_session.id;
    UPDATE practice_session SET ended_at = coalesce(ended_at, p_now), rules = '[]'
      WHERE id = v_session.id;
    PERFORM erase_customer_rows(v_session.customer_id, p_now, p_password_hash);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION erase_practice FROM public;
GRANT EXECUTE ON FUNCTION erase_practice TO tessera_app;
