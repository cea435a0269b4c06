-- From when each version of a legal text is in force in this program. A server that knows a version
-- which is not listed adds it, in force a day later: until then servers of the previous release,
-- which can neither show it nor record that somebody accepts it, have been replaced.
create table legal_version (
  text text not null check (text in ('terms', 'privacy', 'security', 'agreement')),
  version integer not null check (version > 0),
  in_force_from timestamptz not null,
  primary key (text, version)
);
grant select, insert on legal_version to tessera_app;

-- The place of a closed account among those that are checked for erasure, in place of closed_at.
-- The table has few rows: one for each time a customer asked to close the account.
alter table account_closing add column if not exists erasure_order timestamptz;
create index if not exists account_closing_erasure
  on account_closing ((coalesce(erasure_order, closed_at)));
