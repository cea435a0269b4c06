-- In a cluster, the tables of the directory exist already: they belong to other databases.

-- The cells of the program: each is one database with up to a million customers and everything
-- that belongs to them. A program on one machine has one cell, number 1.
create table if not exists cell (
  id smallint primary key check (id between 1 and 999),
  -- Whether new customers are opened in the cell.
  is_open boolean not null default true,
  created_at timestamptz not null default clock_timestamp()
);
insert into cell (id) values (1) on conflict (id) do nothing;
grant select on cell to tessera_app;

-- Which cell a person belongs to, by each name that the person signs in with. A name is unique in
-- the whole program, and this table decides. In a cluster it is distributed by key_hash over
-- databases of their own, so it refers to no other table and holds no name in plain text.
create table if not exists directory_name (
  kind text not null check (kind in ('username', 'email')),
  -- HMAC-SHA-256 of the kind and the name in lowercase.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  cell smallint not null,
  person_id uuid not null,
  primary key (key_hash, kind)
);
create index if not exists directory_name_person on directory_name (person_id, kind);
grant select, insert, delete on directory_name to tessera_app;

-- The cell that this database is. Checked whenever a server opens the database.
alter table database_mark add column cell smallint not null default 1
  check (cell between 1 and 999);
