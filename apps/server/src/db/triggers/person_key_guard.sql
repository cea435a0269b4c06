-- Keeps destroyed keys from being restored. Only the owner of the schema can destroy a person's
-- key, through the erasure functions. The application can destroy only the monthly visitor keys.
create or replace function person_key_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.destroyed_at is not null then
    raise exception 'the key of % was destroyed', old.owner_id;
  end if;
  if new.destroyed_at is not null and new.owner_kind <> 'visitors'
    and not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'USAGE')
  then
    raise exception 'the key of % is destroyed by an erasure alone', new.owner_id;
  end if;
  return new;
end $$;

create or replace trigger person_key_guard before insert or update on person_key
  for each row execute function person_key_guard();
