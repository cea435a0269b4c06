-- In a cluster, the tables of the directory exist already: they belong to other databases.

-- What one cell tells the others, as documents: the first cell what is set once for all, such as
-- fees, which the others copy into their own tables; each cell the access of its operators.
create table if not exists directory_setting (
  part text primary key check (part ~ '^[a-z0-9_]{1,40}$'),
  -- Increases with every change.
  version bigint not null check (version > 0),
  document text not null,
  recorded_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on directory_setting to tessera_app;

-- The documents that this cell has copied.
create table program_copy (
  part text primary key,
  version bigint not null check (version > 0),
  -- Why the cell's own rows still differ from the document; null if they are equal.
  problem text,
  copied_at timestamptz not null
);
grant select, insert, update on program_copy to tessera_app;
