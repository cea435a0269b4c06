-- Records when closed_at was first set, according to the database's clock, and refuses to reopen or
-- re-date a closure that has ended.
create or replace function record_closed_at() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
    (old.closed_at is not null and new.closed_at is distinct from old.closed_at)
    or (old.cancelled_at is not null and new.cancelled_at is distinct from old.cancelled_at))
  then
    raise exception 'an ended account closure is never reopened' using errcode = 'TL001';
  end if;
  new.closed_recorded_at := case
    when new.closed_at is null then null
    when tg_op = 'UPDATE' and old.closed_at is not null then old.closed_recorded_at
    else now()
  end;
  return new;
end $$;

create or replace trigger record_closed_at before insert or update on account_closing
  for each row execute function record_closed_at();
