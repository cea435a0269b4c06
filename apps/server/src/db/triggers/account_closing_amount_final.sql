-- Refuses changes to the amounts of an account closure that has ended: the account was closed, or
-- the closure was canceled. The lock makes a concurrent end wait for this change, or this change
-- for the end.
create or replace function refuse_ended_closing_change() returns trigger language plpgsql as $$
declare
  v_closing uuid := case when tg_op = 'INSERT' then new.closing_id else old.closing_id end;
  v_ended boolean;
begin
  select closed_at is not null or cancelled_at is not null into v_ended
  from account_closing where id = v_closing for share;
  if v_ended then
    raise exception 'the amounts of an ended account closure never change' using errcode = 'TL001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger account_closing_amount_final
  before insert or update or delete on account_closing_amount
  for each row execute function refuse_ended_closing_change();
