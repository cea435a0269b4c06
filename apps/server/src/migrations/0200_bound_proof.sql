-- What a proof was given by, and what it is bound to: the SHA-256 of what its owner was shown.
ALTER TABLE session_proof
  ADD COLUMN factor text NOT NULL DEFAULT 'password'
    CHECK (factor IN ('password', 'totp', 'recovery', 'passkey')),
  ADD COLUMN subject_hash bytea CHECK (length(subject_hash) = 32);

-- When somebody's password or factors last changed.
ALTER TABLE person ADD COLUMN security_changed_at timestamptz;
GRANT UPDATE (security_changed_at) ON person TO tessera_app;
