-- Messages of the network without an authorisation are matched or dismissed by people too.
ALTER TABLE network_unmatched DROP CONSTRAINT network_unmatched_state_check;
ALTER TABLE network_unmatched
  ADD CONSTRAINT network_unmatched_state_check
    CHECK (state IN ('waiting', 'applied', 'posted', 'dropped', 'dismissed')),
  ADD COLUMN decided_by text CHECK (length(decided_by) BETWEEN 1 AND 120),
  ADD COLUMN reason text CHECK (length(reason) BETWEEN 1 AND 200),
  ADD COLUMN authorisation_id uuid,
  ADD CHECK (state <> 'dismissed' OR (decided_by IS NOT NULL AND reason IS NOT NULL)),
  ADD CHECK (authorisation_id IS NULL OR (state = 'applied' AND decided_by IS NOT NULL));

-- The operators' list, newest first; the few that wait among many that do not.
CREATE INDEX network_unmatched_listed ON network_unmatched (state, id DESC);

GRANT UPDATE (decided_by, reason, authorisation_id) ON network_unmatched TO tessera_app;
