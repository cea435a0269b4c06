-- Somebody's authenticator app. The secret is sealed for its owner's row.
CREATE TABLE totp_factor (
  person_id uuid PRIMARY KEY REFERENCES person,
  sealed_secret bytea NOT NULL,
  -- The last time step whose code was taken: it and those before are refused from then on.
  last_step bigint NOT NULL,
  -- An account of the demo, whose codes the sandbox shows.
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_factor TO tessera_app;

-- A secret that was shown and waits for its first code, in the session that asked for it.
CREATE TABLE totp_enrolment (
  session_id uuid PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  sealed_secret bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON totp_enrolment TO tessera_app;

-- Codes for when the other factors are lost, keyed and hashed. Each is good once.
CREATE TABLE recovery_code (
  person_id uuid NOT NULL REFERENCES person,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  used_at timestamptz,
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_code TO tessera_app;

CREATE TABLE passkey (
  id uuid PRIMARY KEY,
  person_id uuid NOT NULL REFERENCES person,
  credential_id text NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL,
  -- What the authenticator last counted; one that counts must never count backwards.
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_person ON passkey (person_id, created_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkey TO tessera_app;

-- What a passkey of a session is to sign: 32 random bytes, of which the SHA-256 is here.
CREATE TABLE passkey_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('enrol', 'proof')),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_session ON passkey_challenge (session_id);
CREATE INDEX passkey_challenge_expires_at ON passkey_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON passkey_challenge TO tessera_app;

-- Sign-ins whose password was right and that wait for a second factor.
CREATE TABLE sign_in_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  person_id uuid NOT NULL REFERENCES person,
  -- What was typed as an account, keyed and hashed: who waits after wrong passwords.
  tried_name_hash bytea NOT NULL CHECK (length(tried_name_hash) = 32),
  remember boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_challenge_person ON sign_in_challenge (person_id);
CREATE INDEX sign_in_challenge_expires_at ON sign_in_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON sign_in_challenge TO tessera_app;

-- Wrong codes in a row. A try is counted before it is looked at, so that many at once help nobody.
CREATE TABLE factor_failure (
  person_id uuid PRIMARY KEY REFERENCES person,
  failures integer NOT NULL CHECK (failures >= 0),
  last_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON factor_failure TO tessera_app;
