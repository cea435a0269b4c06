-- Which root key this database's secrets were sealed under: a keyed hash that only that key makes.
CREATE TABLE root_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  check_value text NOT NULL CHECK (length(check_value) = 64)
);
GRANT SELECT, INSERT ON root_key TO tessera_app;
