-- In a cluster, the tables of the directory exist already: they belong to other databases.

-- A cell that was linked to another database's directory before this version lacks the link to the
-- new table. Without it, the cell would get an empty table of its own, and copy nothing.
do $$
declare
  source name;
begin
  select s.srvname into source
  from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver
  where f.ftrelid = 'directory_name'::regclass;
  if source is not null and to_regclass('directory_setting') is null then
    execute format(
      'import foreign schema public limit to (directory_setting) from server %I into public '
      'options (import_default ''true'')',
      source
    );
    if to_regclass('directory_setting') is null then
      raise exception 'the first cell has no table directory_setting'
        using hint = 'Migrate the first cell first, then this one: see docs/cells.md.';
    end if;
  end if;
  -- Only databases with Citus have this catalog, so the conditions cannot be one.
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'directory_name'::regclass)
      and not exists (
        select from pg_dist_partition where logicalrelid = to_regclass('directory_setting')
      )
    then
      raise exception 'the directory has no distributed table directory_setting'
        using hint = 'Create it on the coordinator first: see "Upgrading" in docs/cells.md.';
    end if;
  end if;
end $$;

-- What one cell tells the others, as documents: the first cell what is set once for all, such as
-- fees, which the others copy into their own tables; each cell the access of its operators.
create table if not exists directory_setting (
  part text primary key check (part ~ '^[a-z0-9_]{1,40}$'),
  -- Increases with every change.
  version bigint not null check (version > 0),
  document text not null,
  -- The keyed hash of the part, version and document, where the readers check who wrote it.
  proof bytea check (octet_length(proof) = 32),
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

-- Each server counts the cards of its cell, and an hourly job reads them in the order of their ids.
-- Foreign tables have no indexes, and distributed ones get theirs on the coordinator.
do $$
begin
  if (select relkind from pg_class where oid = 'directory_card'::regclass) <> 'r' then
    return;
  end if;
  if to_regclass('pg_dist_partition') is not null then
    if exists (select from pg_dist_partition where logicalrelid = 'directory_card'::regclass) then
      return;
    end if;
  end if;
  create index if not exists directory_card_listed on directory_card (cell, card_id);
  drop index if exists directory_card_cell;
end $$;
