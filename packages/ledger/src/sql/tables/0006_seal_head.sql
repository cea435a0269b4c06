-- The newest seal of each cell, written in the transaction that appends the seal. A database
-- outside a cluster is cell 1.
create table ledger.seal_head (
  cell smallint primary key check (cell > 0),
  n bigint not null check (n > 0),
  hash bytea not null check (length(hash) = 32)
);
insert into ledger.seal_head (cell, n, hash)
select 1, n, hash from ledger.seal order by n desc limit 1;
grant select on ledger.seal_head to tessera_app;
