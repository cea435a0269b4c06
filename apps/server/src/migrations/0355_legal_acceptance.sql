-- Which version of which legal text a person accepted. A row is never changed or deleted, and a
-- person accepts a version once.
CREATE TABLE legal_acceptance (
  person_id uuid NOT NULL REFERENCES person (id),
  customer_id uuid NOT NULL REFERENCES customer (id),
  text text NOT NULL CHECK (text IN ('terms', 'privacy', 'security', 'agreement')),
  version integer NOT NULL CHECK (version > 0),
  -- The language in which it was shown, and the SHA-256 of the text in that language.
  locale text NOT NULL CHECK (locale IN ('en', 'zh-CN', 'zh-TW')),
  text_sha256 text CHECK (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz NOT NULL,
  -- The client's network (/24 or /48), and its User-Agent as sessions keep it.
  network text,
  device text NOT NULL,
  source text NOT NULL CHECK (source IN ('registration', 'console', 'before_records')),
  PRIMARY KEY (person_id, text, version),
  CHECK ((source = 'before_records') = (text_sha256 IS NULL))
);
CREATE INDEX legal_acceptance_customer ON legal_acceptance (customer_id);
GRANT SELECT, INSERT ON legal_acceptance TO tessera_app;

-- Everybody registered with `agreement: true`, which nothing recorded. The texts of that time were
-- edited without a new version, so that no digest can be given.
INSERT INTO legal_acceptance (person_id, customer_id, text, version, locale, text_sha256,
  accepted_at, network, device, source)
SELECT p.id, p.customer_id, t.text, 1, p.locale, NULL, p.created_at, NULL, '', 'before_records'
FROM person p CROSS JOIN unnest(ARRAY['terms', 'privacy', 'security', 'agreement']) AS t (text)
WHERE p.customer_id IS NOT NULL;

-- A registration that waits for its mailed link was made under the texts of its own time. All three
-- are null for one that was made before they were recorded.
ALTER TABLE registration
  ADD COLUMN requested_at timestamptz,
  ADD COLUMN network text,
  ADD COLUMN device text;
