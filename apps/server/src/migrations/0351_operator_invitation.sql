-- Invitations to work for the program. The mailed link has a token of 256 random bits, of which
-- only the SHA-256 is stored. One that nobody accepted in time still waits; its time tells.
CREATE TABLE operator_invitation (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (email = lower(email) AND length(email) <= 254),
  role text NOT NULL CHECK (role IN ('support', 'reviewer', 'administrator', 'auditor')),
  locale text NOT NULL CHECK (locale IN ('zh-CN', 'zh-TW', 'en')),
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  status text NOT NULL CHECK (status IN ('waiting', 'accepted', 'withdrawn')),
  revision integer NOT NULL CHECK (revision > 0),
  inviter_id uuid NOT NULL REFERENCES person,
  invited_by text NOT NULL,
  -- The second administrator, where one was needed.
  approved_by text,
  invited_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by text,
  person_id uuid UNIQUE REFERENCES person,
  CHECK ((status = 'waiting') = (ended_at IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK ((status = 'accepted') = (person_id IS NOT NULL)),
  CHECK (role NOT IN ('reviewer', 'administrator') OR approved_by IS NOT NULL)
);
CREATE UNIQUE INDEX operator_invitation_waiting ON operator_invitation (email)
  WHERE status = 'waiting';
CREATE INDEX operator_invitation_inviter ON operator_invitation (inviter_id)
  WHERE status = 'waiting';
GRANT SELECT, INSERT ON operator_invitation TO tessera_app;
GRANT UPDATE (token_hash, status, revision, sent_at, expires_at, ended_at, ended_by, person_id)
  ON operator_invitation TO tessera_app;
