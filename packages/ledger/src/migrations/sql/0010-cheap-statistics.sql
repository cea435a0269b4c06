-- Statistics of tables that grow with every payment. They are gathered anew each time a table has
-- grown by a tenth, from 30,000 rows of every column: in young books that was half a second of a
-- core several times a minute, and payments waited behind it. No plan here needs as much: rows are
-- found by a whole key, or by their customer and status.
do $$
declare
  v_column record;
begin
  for v_column in
    select a.attrelid::regclass as of_table, a.attname as name
    from pg_attribute a
    where a.attnum > 0 and not a.attisdropped and a.attrelid = any (array[
      'ledger.hold', 'ledger.hold_step', 'ledger.movement_state']::regclass[])
  loop
    execute format('alter table %s alter column %I set statistics 20',
      v_column.of_table, v_column.name);
  end loop;
end $$;
alter table ledger.hold set (autovacuum_analyze_scale_factor = 0.4);
alter table ledger.hold_step set (autovacuum_analyze_scale_factor = 0.4);
alter table ledger.movement_state set (autovacuum_analyze_scale_factor = 0.4);
