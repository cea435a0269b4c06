-- Purges up to p_limit conversations that have had no message since p_before, along with their
-- messages and files. Files in object storage become orphans. Returns the number of conversations.
create or replace function forget_conversations(
  p_before timestamptz, p_now timestamptz, p_limit integer
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := forget_before(p_before, interval '1095 days');
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select id from support_conversation where last_at < v_before
    order by last_at limit p_limit for update skip locked) over;
  if v_ids is null then
    return 0;
  end if;
  insert into file_orphan (key, since)
  select 'attachments/' || a.id, p_now from support_attachment a
  join support_message m on m.id = a.message_id
  where m.conversation_id = any (v_ids) and a.sealed is null
  on conflict (key) do nothing;
  delete from support_attachment a using support_message m
  where m.id = a.message_id and m.conversation_id = any (v_ids);
  delete from support_message where conversation_id = any (v_ids);
  delete from support_conversation where id = any (v_ids);
  return cardinality(v_ids);
end $$;

revoke execute on function forget_conversations from public;
grant execute on function forget_conversations to tessera_app;
