-- What people decide, because no rule does. A case is about one subject of another module; deciding
-- it acts on the subject in the same transaction.
CREATE TABLE review_case (
  id uuid PRIMARY KEY,
  kind text NOT NULL
    CHECK (kind IN ('withdrawal', 'card_application', 'deposit', 'profile_change')),
  subject_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN
    ('open', 'in_review', 'waiting_customer', 'approved', 'rejected', 'withdrawn', 'expired')),
  -- Raised by every change of what is decided upon; a decision names the one that was looked at.
  revision integer NOT NULL CHECK (revision > 0),
  amount_minor bigint CHECK (amount_minor > 0),
  currency text CHECK (currency IN ('USD', 'CNY', 'EUR')),
  -- Why it is held, as codes.
  reasons text[] NOT NULL CHECK (cardinality(reasons) > 0),
  -- Four eyes: another operator must approve the same revision.
  needs_two boolean NOT NULL,
  assignee_id uuid,
  assignee text,
  opened_at timestamptz NOT NULL,
  -- When it should be decided, while it is the operators' turn.
  due_at timestamptz,
  -- What was left until then when the customer was asked, while it is the customer's turn.
  left_seconds integer CHECK (left_seconds >= 0),
  -- What the customer is asked for, by when, and what is still missing of it.
  asked text[] NOT NULL,
  missing text[] NOT NULL,
  asked_note text CHECK (char_length(asked_note) BETWEEN 1 AND 500),
  answer_due_at timestamptz,
  decided_at timestamptz,
  decided_by_id uuid,
  decided_by text,
  decision_reason text CHECK (char_length(decision_reason) BETWEEN 1 AND 500),
  -- Who rejected it, where the customer appealed: somebody else decides then.
  appealed_at timestamptz,
  appeal_note text CHECK (char_length(appeal_note) BETWEEN 1 AND 1000),
  rejected_by_id uuid,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  CHECK ((amount_minor IS NULL) = (currency IS NULL)),
  CHECK ((assignee_id IS NULL) = (assignee IS NULL)),
  CHECK ((status IN ('open', 'in_review')) = (due_at IS NOT NULL)),
  CHECK ((status = 'waiting_customer') = (answer_due_at IS NOT NULL)),
  CHECK ((status = 'waiting_customer') = (left_seconds IS NOT NULL)),
  CHECK ((status IN ('approved', 'rejected', 'withdrawn', 'expired')) = (decided_at IS NOT NULL))
);
-- One open case of a subject at a time.
CREATE UNIQUE INDEX review_case_of_subject ON review_case (kind, subject_id)
  WHERE decided_at IS NULL;
CREATE INDEX review_case_of_customer ON review_case (customer_id, id DESC);
CREATE INDEX review_case_waiting ON review_case (due_at) WHERE decided_at IS NULL;
CREATE INDEX review_case_unanswered ON review_case (answer_due_at)
  WHERE status = 'waiting_customer';
GRANT SELECT, INSERT, UPDATE (
  status, revision, amount_minor, currency, assignee_id, assignee, due_at, left_seconds, asked,
  missing, asked_note, answer_due_at, decided_at, decided_by_id, decided_by, decision_reason,
  appealed_at, appeal_note, rejected_by_id, changed_at, changed_by
) ON review_case TO tessera_app;

-- Who approved which revision; one that was changed since has none.
CREATE TABLE review_approval (
  case_id uuid NOT NULL REFERENCES review_case (id),
  revision integer NOT NULL,
  operator_id uuid NOT NULL,
  operator text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (case_id, revision, operator_id)
);
GRANT SELECT, INSERT ON review_approval TO tessera_app;

-- What happened to a case, in order. Notes are the operators' own; the customer reads the rest
-- without their names.
CREATE TABLE review_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id uuid NOT NULL REFERENCES review_case (id),
  at timestamptz NOT NULL,
  side text NOT NULL CHECK (side IN ('customer', 'operator', 'system')),
  actor text NOT NULL,
  act text NOT NULL CHECK (act IN ('opened', 'revised', 'assigned', 'unassigned', 'noted', 'asked',
    'document_sent', 'answered', 'first_approval', 'approved', 'rejected', 'withdrawn', 'expired',
    'appealed')),
  -- What was written: a note, a question, a reason, an answer.
  note text CHECK (char_length(note) BETWEEN 1 AND 2000),
  data jsonb NOT NULL
);
CREATE INDEX review_step_of_case ON review_step (case_id, id);
GRANT SELECT, INSERT ON review_step TO tessera_app;
