-- Refuses any change to an operator of this cell that would leave it without an active
-- administrator of its own. The lock serializes concurrent changes, and the query after it sees
-- those that have been committed.
create or replace function keep_an_administrator() returns trigger language plpgsql as $$
begin
  if old.role = 'administrator' and old.suspended_at is null and old.removed_at is null
    and old.home_cell is null and (new.role <> 'administrator' or new.suspended_at is not null
      or new.removed_at is not null)
  then
    perform pg_advisory_xact_lock(hashtextextended('operators', 0));
    if not exists (
      select from person
      where role = 'administrator' and suspended_at is null and removed_at is null
        and home_cell is null and id <> old.id
    ) then
      raise exception 'the last active administrator cannot be suspended, removed or demoted'
        using errcode = 'check_violation';
    end if;
  end if;
  return new;
end
$$;

create or replace trigger person_keep_an_administrator
  before update of role, suspended_at, removed_at on person
  for each row execute function keep_an_administrator();
