-- Refuses every change to the append-only tables, even by the owner of the schema.
create or replace function ledger.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only: a correction is a new row', tg_table_name
    using errcode = 'TL001';
end $$;
revoke execute on function ledger.refuse_change from public;

-- Makes a table append-only. Row triggers of a partitioned table apply to its partitions, but
-- TRUNCATE triggers do not, so each partition gets a separate TRUNCATE trigger.
create or replace function ledger.protect(p_table regclass) returns void
language plpgsql as $$
begin
  execute format('create or replace trigger append_only before update or delete on %s '
    'for each row execute function ledger.refuse_change()', p_table);
  execute format('create or replace trigger append_only_truncate before truncate on %s '
    'for each statement execute function ledger.refuse_change()', p_table);
end $$;
revoke execute on function ledger.protect from public;

select ledger.protect(t::regclass)
from unnest(array['ledger.movement', 'ledger.transfer', 'ledger.movement_history',
  'ledger.hold_step', 'ledger.audit', 'ledger.seal']) t;
create or replace trigger append_only_truncate before truncate on ledger.transfer_default
  for each statement execute function ledger.refuse_change();
