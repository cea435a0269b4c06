-- Refuses changes to notes, except deletion when the customer is erased. Deletion requires the
-- privileges of the schema's owner, and tessera.erasing must name the customer.
create or replace function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tessera.erasing', true) = old.customer_id::text
    and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'USAGE')
  then
    return old;
  end if;
  raise exception '% is append-only: a correction is a new row', tg_table_name
    using errcode = 'TL001';
end $$;

create or replace trigger append_only before update or delete on customer_note
  for each row execute function refuse_change_but_erasure();
create or replace trigger append_only_truncate before truncate on customer_note
  for each statement execute function ledger.refuse_change();
