-- Replaces the emails of people invited to become operators, in up to p_limit invitations and up to
-- p_limit proposals that ended or expired before p_before. An accepted invitation keeps its email
-- until the operator is removed. Everything else stays, as evidence of who gave whom which rights.
-- Returns the larger of the two numbers of rows.
create or replace function forget_invitees(p_before timestamptz, p_limit integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := forget_before(p_before, interval '365 days');
  v_invitations integer;
  v_proposals integer;
begin
  update operator_invitation set email = id || '@erased.invalid' where id in (
    select id from operator_invitation
    where status <> 'accepted' and coalesce(ended_at, expires_at) < v_before
      and email !~ '@(erased|removed)\.invalid$'
    limit p_limit for update skip locked);
  get diagnostics v_invitations = row_count;
  update proposal set terms = terms || jsonb_build_object('email', id || '@erased.invalid')
  where id in (
    select id from proposal
    where terms ->> 'email' !~ '@(erased|removed)\.invalid$'
      and coalesce(decided_at, expires_at) < v_before
    limit p_limit for update skip locked);
  get diagnostics v_proposals = row_count;
  return greatest(v_invitations, v_proposals);
end $$;

revoke execute on function forget_invitees from public;
grant execute on function forget_invitees to tessera_app;
