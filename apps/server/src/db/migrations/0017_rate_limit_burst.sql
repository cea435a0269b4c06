-- A second, shorter window for the same hits: a call that has a limit for the day and one for the
-- minute writes one row. The index on ends_at is then written once a day instead of once a minute.
alter table rate_limit
  add column burst_ends_at timestamptz,
  add column burst_hits integer check (burst_hits > 0);
