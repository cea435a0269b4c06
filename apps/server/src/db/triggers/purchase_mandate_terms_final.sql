-- Refuses changes to the terms of a purchase mandate that was decided or has ended: its card was
-- issued for exactly these. Only the erasure of the customer overwrites the texts.
create or replace function refuse_decided_mandate_change() returns trigger language plpgsql as $$
begin
  if old.status <> 'proposed'
      and (new.merchant_name, new.merchant_key, new.ceiling_minor, new.currency, new.until,
        new.purpose, new.revision, new.customer_id)
        is distinct from (old.merchant_name, old.merchant_key, old.ceiling_minor, old.currency,
        old.until, old.purpose, old.revision, old.customer_id)
      and not (coalesce(current_setting('tessera.erasing', true), '') = old.customer_id::text
        and pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid),
          'USAGE')) then
    raise exception 'the terms of a decided mandate never change' using errcode = 'TL001';
  end if;
  if old.status in ('refused', 'withdrawn', 'expired', 'completed')
      and new.status <> old.status then
    raise exception 'a mandate that has ended never begins again' using errcode = 'TL001';
  end if;
  return new;
end $$;

create or replace trigger purchase_mandate_terms_final
  before update on purchase_mandate
  for each row execute function refuse_decided_mandate_change();
