-- The programme's limits and thresholds, version by version: the newest is in force. Amounts are
-- minor units of US dollars. A version is never changed, so that the record of who set what stays.
CREATE TABLE programme_setting (
  version integer PRIMARY KEY CHECK (version > 0),
  -- A withdrawal above it waits for somebody's decision, above the next for that of two.
  withdrawal_review_above_minor bigint NOT NULL CHECK (withdrawal_review_above_minor >= 0),
  withdrawal_two_above_minor bigint NOT NULL
    CHECK (withdrawal_two_above_minor >= withdrawal_review_above_minor),
  -- What a customer may withdraw in a day, without a second factor and with one.
  withdrawal_day_limit_without_factor_minor bigint NOT NULL
    CHECK (withdrawal_day_limit_without_factor_minor >= 0),
  withdrawal_day_limit_minor bigint NOT NULL
    CHECK (withdrawal_day_limit_minor >= withdrawal_day_limit_without_factor_minor),
  -- An application with a higher opening fee waits for somebody's decision.
  application_review_above_minor bigint NOT NULL CHECK (application_review_above_minor >= 0),
  -- The most that one correction of a customer's books may move.
  correction_max_amount_minor bigint NOT NULL CHECK (correction_max_amount_minor >= 0),
  changed_by text NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 120),
  changed_at timestamptz NOT NULL
);

CREATE FUNCTION refuse_programme_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: a change is a new row', tg_table_name
    USING ERRCODE = 'TL001';
END
$$;

CREATE TRIGGER programme_setting_append_only
  BEFORE UPDATE OR DELETE ON programme_setting
  FOR EACH ROW EXECUTE FUNCTION refuse_programme_change();
CREATE TRIGGER programme_setting_no_truncate
  BEFORE TRUNCATE ON programme_setting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_programme_change();

INSERT INTO programme_setting (
  version, withdrawal_review_above_minor, withdrawal_two_above_minor,
  withdrawal_day_limit_without_factor_minor, withdrawal_day_limit_minor,
  application_review_above_minor, correction_max_amount_minor, changed_by, changed_at
) VALUES (1, 100000, 1000000, 20000, 5000000, 10000, 1000000, 'Tessera', '2020-01-01T00:00:00Z');

GRANT SELECT, INSERT ON programme_setting TO tessera_app;
