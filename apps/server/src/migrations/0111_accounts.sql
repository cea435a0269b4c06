-- A customer of the programme. What they own hangs on this id.
CREATE TABLE customer (
  id uuid PRIMARY KEY,
  suspended_at timestamptz,
  created_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON customer TO tessera_app;
GRANT UPDATE (suspended_at) ON customer TO tessera_app;

-- Somebody who signs in: a customer, or an operator without one.
CREATE TABLE person (
  id uuid PRIMARY KEY,
  customer_id uuid UNIQUE REFERENCES customer,
  username text NOT NULL UNIQUE
    CHECK (username = lower(username) AND username ~ '^[a-z0-9][a-z0-9._-]{1,39}$'),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) <= 254),
  role text NOT NULL
    CHECK (role IN ('customer', 'support', 'reviewer', 'administrator', 'auditor')),
  password_hash text NOT NULL,
  locale text NOT NULL CHECK (locale IN ('zh-CN', 'zh-TW', 'en')),
  created_at timestamptz NOT NULL,
  CHECK ((role = 'customer') = (customer_id IS NOT NULL))
);
GRANT SELECT, INSERT ON person TO tessera_app;
GRANT UPDATE (username, password_hash, locale) ON person TO tessera_app;

-- Which of the ledger's accounts are a customer's.
CREATE TABLE customer_account (
  customer_id uuid NOT NULL REFERENCES customer,
  kind text NOT NULL CHECK (kind IN ('account', 'receivable')),
  currency text NOT NULL CHECK (length(currency) = 3),
  account_id bigint NOT NULL UNIQUE,
  PRIMARY KEY (customer_id, kind, currency)
);
GRANT SELECT, INSERT ON customer_account TO tessera_app;

-- Sign-ins. A token is 256 random bits, of which only the SHA-256 is here.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL REFERENCES person,
  idle_seconds integer NOT NULL CHECK (idle_seconds > 0),
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ip text NOT NULL,
  device text NOT NULL CHECK (length(device) <= 200)
);
CREATE INDEX session_person ON session (person_id, last_seen_at);
CREATE INDEX session_expires_at ON session (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON session TO tessera_app;

-- That somebody gave their password again, in one session.
CREATE TABLE session_proof (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_proof_session ON session_proof (session_id);
GRANT SELECT, INSERT, DELETE ON session_proof TO tessera_app;

CREATE TABLE captcha (
  id text PRIMARY KEY,
  answer_hash bytea NOT NULL CHECK (length(answer_hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX captcha_expires_at ON captcha (expires_at);
GRANT SELECT, INSERT, DELETE ON captcha TO tessera_app;

-- The code in force for an address and a purpose, keyed and hashed. A new one takes its place.
CREATE TABLE mailed_code (
  purpose text NOT NULL CHECK (purpose IN ('register', 'reset')),
  address_hash bytea NOT NULL CHECK (length(address_hash) = 32),
  id uuid NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  tries integer NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, address_hash)
);
CREATE INDEX mailed_code_expires_at ON mailed_code (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON mailed_code TO tessera_app;

-- Registrations that wait for their mailed link. No address is taken by one.
CREATE TABLE registration (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  email text NOT NULL,
  password_hash text NOT NULL,
  locale text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX registration_email ON registration (email);
CREATE INDEX registration_expires_at ON registration (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON registration TO tessera_app;

-- Wrong passwords in a row for what was typed as an account, whether or not there is one.
CREATE TABLE sign_in_failure (
  name_hash bytea PRIMARY KEY CHECK (length(name_hash) = 32),
  failures integer NOT NULL CHECK (failures > 0),
  last_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failure TO tessera_app;
