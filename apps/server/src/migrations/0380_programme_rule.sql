-- Rules of the program, which hold for every customer: what payments, billing addresses and new
-- cards are judged by. A rule's newest version is in force. A version is never changed, so that the
-- record of who set what stays. A server compares the newest revision with the one it has compiled.
CREATE TABLE programme_rule (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('payments', 'new_cards')),
  created_by text NOT NULL CHECK (length(created_by) BETWEEN 1 AND 120),
  created_at timestamptz NOT NULL,
  client_key text UNIQUE
);
GRANT SELECT, INSERT ON programme_rule TO tessera_app;

CREATE TABLE programme_rule_version (
  rule_id uuid NOT NULL REFERENCES programme_rule,
  version integer NOT NULL CHECK (version > 0),
  -- Of all rules together: grows by one with each version of any of them.
  revision integer NOT NULL UNIQUE CHECK (revision > 0),
  name_en text NOT NULL CHECK (char_length(name_en) BETWEEN 1 AND 60),
  name_zh_cn text NOT NULL CHECK (char_length(name_zh_cn) BETWEEN 1 AND 60),
  name_zh_tw text NOT NULL CHECK (char_length(name_zh_tw) BETWEEN 1 AND 60),
  mode text NOT NULL CHECK (mode IN ('active', 'shadow', 'off')),
  terms jsonb NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
  changed_by text NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 120),
  -- The second administrator, where one was needed.
  approved_by text CHECK (length(approved_by) BETWEEN 1 AND 120),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (rule_id, version)
);
CREATE TRIGGER programme_rule_version_append_only
  BEFORE UPDATE OR DELETE ON programme_rule_version
  FOR EACH ROW EXECUTE FUNCTION refuse_programme_change();
CREATE TRIGGER programme_rule_version_no_truncate
  BEFORE TRUNCATE ON programme_rule_version
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_programme_change();
GRANT SELECT, INSERT ON programme_rule_version TO tessera_app;

-- Changes of what payments are declined by: proposed by one administrator and decided by another.
-- The terms are never changed. One that nobody decided in time still waits; its time tells.
CREATE TABLE programme_rule_proposal (
  id uuid PRIMARY KEY,
  rule_id uuid NOT NULL REFERENCES programme_rule,
  terms jsonb NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('waiting', 'approved', 'rejected', 'withdrawn')),
  proposer_id uuid NOT NULL REFERENCES person,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  client_key text NOT NULL,
  decider_id uuid REFERENCES person,
  decided_by text,
  decided_at timestamptz,
  decision_note text CHECK (char_length(decision_note) BETWEEN 1 AND 200),
  UNIQUE (proposer_id, client_key),
  CHECK ((status = 'waiting') = (decider_id IS NULL)),
  CHECK ((decider_id IS NULL) = (decided_at IS NULL)),
  CHECK ((decider_id IS NULL) = (decided_by IS NULL)),
  -- Two people: nobody approves or rejects what they proposed, and nobody else withdraws it.
  CHECK (status NOT IN ('approved', 'rejected') OR decider_id <> proposer_id),
  CHECK (status <> 'withdrawn' OR decider_id = proposer_id)
);
CREATE INDEX programme_rule_proposal_waiting ON programme_rule_proposal (rule_id)
  WHERE status = 'waiting';
GRANT SELECT, INSERT ON programme_rule_proposal TO tessera_app;
GRANT UPDATE (status, decider_id, decided_by, decided_at, decision_note)
  ON programme_rule_proposal TO tessera_app;

-- What rules declined, and what a shadow would have declined. A payment has a movement; a billing
-- address and a new card have none.
CREATE TABLE programme_rule_hit (
  id uuid PRIMARY KEY,
  rule_id uuid NOT NULL REFERENCES programme_rule,
  version integer NOT NULL,
  subject text NOT NULL CHECK (subject IN ('payment', 'address', 'new_card')),
  shadow boolean NOT NULL,
  customer_id uuid NOT NULL REFERENCES customer,
  card_id uuid REFERENCES card (id),
  movement_id uuid,
  amount_minor bigint,
  currency text,
  merchant jsonb,
  at timestamptz NOT NULL,
  CHECK ((subject = 'payment') = (movement_id IS NOT NULL)),
  CHECK ((movement_id IS NULL) = (card_id IS NULL)),
  CHECK ((movement_id IS NULL) = (amount_minor IS NULL)),
  CHECK ((movement_id IS NULL) = (currency IS NULL)),
  CHECK ((movement_id IS NULL) = (merchant IS NULL)),
  UNIQUE (movement_id, rule_id)
);
CREATE INDEX programme_rule_hit_of_rule ON programme_rule_hit (rule_id, at DESC, id DESC);
CREATE INDEX programme_rule_hit_of_customer ON programme_rule_hit (customer_id);
GRANT SELECT, INSERT ON programme_rule_hit TO tessera_app;

INSERT INTO programme_rule (id, kind, created_by, created_at)
SELECT id::uuid, kind, 'Tessera', '2020-01-01T00:00:00Z' FROM (VALUES
  ('00000000-0000-7000-8000-000000000001', 'payments'),
  ('00000000-0000-7000-8000-000000000002', 'payments'),
  ('00000000-0000-7000-8000-000000000003', 'payments'),
  ('00000000-0000-7000-8000-000000000004', 'payments'),
  ('00000000-0000-7000-8000-000000000005', 'payments'),
  ('00000000-0000-7000-8000-000000000006', 'payments'),
  ('00000000-0000-7000-8000-000000000007', 'new_cards')
) AS rule (id, kind);

INSERT INTO programme_rule_version (rule_id, version, revision, name_en, name_zh_cn, name_zh_tw,
  mode, terms, reason, changed_by, changed_at)
SELECT ('00000000-0000-7000-8000-00000000000' || revision)::uuid, 1, revision, name_en, name_zh_cn,
  name_zh_tw, mode, terms::jsonb, 'Default', 'Tessera', '2020-01-01T00:00:00Z'
FROM (VALUES
  (1, 'Sanctioned countries', '受制裁国家', '受制裁國家', 'active',
    '{"kind": "payments", "when": {"countries": {"match": "any_of",
      "values": ["CU", "IR", "KP", "SY"]}}, "addresses": true, "counts": "per_card"}'),
  (2, 'Cash', '现金', '現金', 'active',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["6010", "6011"]}},
      "addresses": false, "counts": "per_card"}'),
  (3, 'Quasi-cash', '类现金', '類現金', 'active',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["4829", "6050", "6051",
      "6529", "6530", "6534", "6535", "6536", "6537", "6538", "6540"]}},
      "addresses": false, "counts": "per_card"}'),
  (4, 'Gambling', '博彩', '博弈', 'off',
    '{"kind": "payments", "when": {"mccs": {"match": "any_of", "values": ["7800", "7801", "7802",
      "7995", "9406"]}}, "addresses": false, "counts": "per_card"}'),
  (5, 'Payments of a customer in 24 hours', '客户 24 小时内的付款次数', '客戶 24 小時內的付款次數',
    'off', '{"kind": "payments", "when": {"payments": {"over": 500, "window": "rolling_24h"}},
      "addresses": false, "counts": "together"}'),
  (6, 'Spending of a customer in 24 hours, USD', '客户 24 小时内的美元支出',
    '客戶 24 小時內的美元支出', 'off',
    '{"kind": "payments", "when": {"spending": {"over": "50000.00", "window": "rolling_24h"}},
      "addresses": false, "counts": "together", "currency": "USD"}'),
  (7, 'New cards of a customer in a day', '客户每日新卡数量', '客戶每日新卡數量', 'active',
    '{"kind": "new_cards", "newCardsPerDay": 50}')
) AS rule (revision, name_en, name_zh_cn, name_zh_tw, mode, terms);
