-- Records when closed_at was first set, according to the database's clock.
create or replace function record_closed_at() returns trigger language plpgsql as $$
begin
  new.closed_recorded_at := case
    when new.closed_at is null then null
    when tg_op = 'UPDATE' and old.closed_at is not null then old.closed_recorded_at
    else now()
  end;
  return new;
end $$;

create or replace trigger record_closed_at before insert or update on account_closing
  for each row execute function record_closed_at();
