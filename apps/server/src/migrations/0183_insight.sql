-- Until when a customer has looked at the alerts of the risk insight; what came later is new.
CREATE TABLE insight_reader (
  customer_id uuid PRIMARY KEY REFERENCES customer (id),
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (seen_at) ON insight_reader TO tessera_app;
