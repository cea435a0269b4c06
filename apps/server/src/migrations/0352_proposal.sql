-- Changes that need a second administrator: proposed by one and decided by another. The terms are
-- never changed. One that nobody decided in time still waits; its time tells.
CREATE TABLE proposal (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('operator_invite', 'operator_role', 'operator_suspend',
    'operator_resume', 'operator_remove', 'settings')),
  terms jsonb NOT NULL,
  -- The operator it is about; absent for an invitation and for the settings.
  operator_id uuid REFERENCES person,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 200),
  status text NOT NULL CHECK (status IN ('waiting', 'approved', 'rejected', 'withdrawn')),
  proposer_id uuid NOT NULL REFERENCES person,
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  client_key text NOT NULL,
  -- Absent where the proposal ended because its proposer lost their rights.
  decider_id uuid REFERENCES person,
  decided_by text,
  decided_at timestamptz,
  decision_note text CHECK (char_length(decision_note) BETWEEN 1 AND 200),
  UNIQUE (proposer_id, client_key),
  CHECK ((status = 'waiting') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL)),
  -- Two people: nobody approves or rejects what they proposed, and nobody else withdraws it.
  CHECK (status NOT IN ('approved', 'rejected') OR (decider_id IS NOT NULL
    AND decider_id <> proposer_id)),
  CHECK (status <> 'withdrawn' OR decider_id IS NULL OR decider_id = proposer_id),
  CHECK (status <> 'rejected' OR operator_id IS NULL OR decider_id <> operator_id)
);
CREATE INDEX proposal_waiting ON proposal (id DESC) WHERE status = 'waiting';
CREATE INDEX proposal_proposer ON proposal (proposer_id) WHERE status = 'waiting';
GRANT SELECT, INSERT ON proposal TO tessera_app;
GRANT UPDATE (status, decider_id, decided_by, decided_at, decision_note) ON proposal TO tessera_app;
