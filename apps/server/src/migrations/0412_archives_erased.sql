-- An erased customer's archives go with the rest: each is a copy of everything that was stored.
CREATE OR REPLACE FUNCTION erase_optional_rows(p_customer uuid, p_username text) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM account_closing_link WHERE closing_id IN (
    SELECT id FROM account_closing WHERE customer_id = p_customer);
  UPDATE account_closing SET cancelled_by = 'customer'
    WHERE customer_id = p_customer AND cancelled_by = p_username;
  DELETE FROM data_archive_chunk WHERE archive_id IN (
    SELECT id FROM data_archive WHERE customer_id = p_customer);
  DELETE FROM data_archive WHERE customer_id = p_customer;
END $$;
