-- Tries at an account from one network, whether or not there is such an account. Only keyed hashes
-- are kept. sign_in_failure goes on counting by name alone, from everywhere.
CREATE TABLE sign_in_network (
  name_hash bytea NOT NULL CHECK (length(name_hash) = 32),
  network_hash bytea NOT NULL CHECK (length(network_hash) = 32),
  -- Wrong passwords in a row.
  failures integer NOT NULL CHECK (failures >= 0),
  last_at timestamptz NOT NULL,
  -- When the right password last came from there.
  succeeded_at timestamptz,
  PRIMARY KEY (name_hash, network_hash)
);
CREATE INDEX sign_in_network_last_at ON sign_in_network (last_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_network TO tessera_app;
