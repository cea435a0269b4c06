-- Refuses to cancel a fee schedule that has taken effect, no matter what the application decides.
create or replace function refuse_late_cancellation() returns trigger language plpgsql as $$
begin
  if new.cancelled_at >= (
    select effective_from from fee_schedule where version = new.version
  ) then
    raise exception 'Fees in force are not cancelled' using errcode = 'TL001';
  end if;
  return new;
end
$$;

create or replace trigger fee_schedule_cancellation_in_time
  before insert on fee_schedule_cancellation
  for each row execute function refuse_late_cancellation();
