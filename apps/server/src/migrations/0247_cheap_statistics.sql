-- What screens are told is read by its key alone, and comparing thousands of documents to know how
-- they are spread held up payments for a tenth of a second at a time. The same of rules and quotes.
ALTER TABLE customer_event
  ALTER COLUMN id SET STATISTICS 20,
  ALTER COLUMN customer_id SET STATISTICS 20,
  ALTER COLUMN topic SET STATISTICS 0,
  ALTER COLUMN body SET STATISTICS 0,
  ALTER COLUMN created_at SET STATISTICS 20,
  SET (autovacuum_analyze_scale_factor = 0.4);
ALTER TABLE risk_strategy_version ALTER COLUMN rule SET STATISTICS 0;
ALTER TABLE card_quote SET (autovacuum_analyze_scale_factor = 0.4);
