-- Purges up to p_limit documents from cases that were decided before p_before. Files in object
-- storage become orphans. Returns the number of documents.
create or replace function forget_documents(
  p_before timestamptz, p_now timestamptz, p_limit integer
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before timestamptz := forget_before(p_before, interval '1825 days');
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select d.id from review_document d join review_case c on c.id = d.case_id
    where c.decided_at < v_before
    limit p_limit for update of d skip locked) over;
  if v_ids is null then
    return 0;
  end if;
  insert into file_orphan (key, since)
  select 'documents/' || id, p_now from review_document where id = any (v_ids) and sealed is null
  on conflict (key) do nothing;
  delete from review_document where id = any (v_ids);
  return cardinality(v_ids);
end $$;

revoke execute on function forget_documents from public;
grant execute on function forget_documents to tessera_app;
