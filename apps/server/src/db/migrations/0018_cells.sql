-- In a cluster, the tables of the directory exist already: they belong to other databases.

-- The database that each cell of the program is. A server registers its databases when it starts,
-- so that no second database takes a cell's number, and no database of another program is served.
create table if not exists directory_cell (
  cell smallint primary key check (cell between 1 and 999),
  deployment_id uuid not null,
  registered_at timestamptz not null default clock_timestamp()
);
grant select, insert on directory_cell to tessera_app;

-- The newest seal of each cell, so that a cell whose chain was cut off is noticed elsewhere.
create table if not exists directory_head (
  cell smallint primary key check (cell between 1 and 999),
  n bigint not null check (n > 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  recorded_at timestamptz not null default clock_timestamp()
);
grant select, insert, update (n, hash, recorded_at) on directory_head to tessera_app;

-- Which cell a card belongs to, by its number or by its id at the issuer. Both are unique in the
-- whole program, and this table decides.
create table if not exists directory_card (
  kind text not null check (kind in ('number', 'issuer_card')),
  -- The keyed hash of the number (card_secret.pan_index), or SHA-256 of the issuer and its id.
  key_hash bytea not null check (octet_length(key_hash) = 32),
  cell smallint not null,
  card_id uuid not null,
  primary key (key_hash, kind)
);
-- Each server counts the cards of its cell.
create index if not exists directory_card_cell on directory_card (cell);
grant select, insert, delete on directory_card to tessera_app;

-- Ranges of card numbers, each of one cell: the BIN and the two digits after it. A network's
-- message finds its cell by the number alone. A range never changes its cell.
create table if not exists directory_range (
  prefix text primary key check (prefix ~ '^[0-9]{8,10}$'),
  cell smallint not null,
  claimed_at timestamptz not null default clock_timestamp()
);
create index if not exists directory_range_cell on directory_range (cell);
grant select, insert on directory_range to tessera_app;
