-- Erases the practice data of a customer in the real database: deletes the steps played, and erases
-- the sessions' customers in the same way as real ones. Returns the number of sessions.
create or replace function erase_practice(p_owner uuid, p_now timestamptz, p_password_hash text)
returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_session record;
  v_count integer := 0;
begin
  for v_session in
    select id, customer_id from practice_session where owner_id = p_owner order by id for update
  loop
    delete from practice_play where session_id = v_session.id;
    update practice_session set ended_at = coalesce(ended_at, p_now), rules = '[]'
      where id = v_session.id;
    perform erase_customer_rows(v_session.customer_id, p_now, p_password_hash);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

revoke execute on function erase_practice from public;
grant execute on function erase_practice to tessera_app;
