-- Where a line of cards comes from. The eleven that 0130 put here are the sandbox's: their BINs
-- belong to real banks. One whose BIN was replaced, or that somebody edited, is the programme's.
ALTER TABLE card_segment
  ADD COLUMN origin text NOT NULL DEFAULT 'programme' CHECK (origin IN ('programme', 'sandbox'));
UPDATE card_segment SET origin = 'sandbox'
WHERE revision = 1 AND changed_by = 'Tessera' AND (id, bin) IN (
  ('01900000-0000-7000-8000-000000000001', '485998'),
  ('01900000-0000-7000-8000-000000000002', '537120'),
  ('01900000-0000-7000-8000-000000000003', '379120'),
  ('01900000-0000-7000-8000-000000000004', '625004'),
  ('01900000-0000-7000-8000-000000000005', '356841'),
  ('01900000-0000-7000-8000-000000000006', '448512'),
  ('01900000-0000-7000-8000-000000000007', '559120'),
  ('01900000-0000-7000-8000-000000000008', '411898'),
  ('01900000-0000-7000-8000-000000000009', '622568'),
  ('01900000-0000-7000-8000-00000000000a', '522033'),
  ('01900000-0000-7000-8000-00000000000b', '601120')
);

-- A live start removes the sandbox's lines. Those that cards, applications or changes of stock
-- refer to stay for their history, off sale and without stock. The application may delete no other
-- line, so this runs with the owner's rights.
CREATE FUNCTION remove_sandbox_card_lines(OUT removed integer, OUT withdrawn integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM card_segment line
  WHERE line.origin = 'sandbox'
    AND NOT EXISTS (SELECT FROM card WHERE segment_id = line.id)
    AND NOT EXISTS (SELECT FROM card_application WHERE segment_id = line.id)
    AND NOT EXISTS (SELECT FROM card_stock_change WHERE segment_id = line.id);
  GET DIAGNOSTICS removed = ROW_COUNT;
  UPDATE card_segment SET active = false, stock = 0
  WHERE origin = 'sandbox' AND (active OR stock > 0);
  GET DIAGNOSTICS withdrawn = ROW_COUNT;
END
$$;
REVOKE ALL ON FUNCTION remove_sandbox_card_lines() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_sandbox_card_lines() TO tessera_app;
