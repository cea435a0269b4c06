-- Replaces the emails of an operator who has been removed: their own, and those in invitations and
-- in proposals to invite them. Does nothing for anybody else.
create or replace function forget_removed_operator(p_person uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_mark text := p_person || '@removed.invalid';
  v_emails text[];
begin
  perform from person
  where id = p_person and customer_id is null and removed_at is not null for update;
  if not found then
    return;
  end if;
  select array_agg(email) into v_emails from (
    select email from person where id = p_person
    union select email from operator_invitation where person_id = p_person) theirs;
  update operator_invitation
    set email = case when person_id = p_person then v_mark else id || '@removed.invalid' end
    where email = any (v_emails);
  update proposal set terms = terms || jsonb_build_object('email', v_mark)
    where terms ->> 'email' = any (v_emails);
  update person set email = v_mark where id = p_person;
end $$;

revoke execute on function forget_removed_operator from public;
grant execute on function forget_removed_operator to tessera_app;
