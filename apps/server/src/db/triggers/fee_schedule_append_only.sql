-- Refuses changes to published fee schedules.
create or replace function refuse_fee_schedule_change() returns trigger language plpgsql as $$
begin
  raise exception 'A published fee schedule is never changed' using errcode = 'TL001';
end
$$;

create or replace trigger fee_schedule_append_only
  before update or delete on fee_schedule
  for each row execute function refuse_fee_schedule_change();
create or replace trigger fee_schedule_no_truncate
  before truncate on fee_schedule
  for each statement execute function refuse_fee_schedule_change();
