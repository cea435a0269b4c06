-- Returns the title of a movement: for an adjustment, the reason in its row, which can be erased;
-- for any other movement, the title in the movement itself.
create or replace function movement_title(p_kind text, p_title text, p_data jsonb) returns text
language sql stable
return case when p_kind = 'correction' and p_title = '' then coalesce((
    select c.reason from correction c where c.id = (p_data ->> 'correctionId')::uuid), '')
  else p_title end;

revoke execute on function movement_title from public;
grant execute on function movement_title to tessera_app;
