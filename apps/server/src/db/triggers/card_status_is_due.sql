-- Marks a card whose status has changed as due to be sent to the issuer, within the same
-- transaction.
create or replace function card_status_is_due() returns trigger language plpgsql as $$
begin
  update issuer_card set status_version = status_version + 1, status_due = true
  where card_id = new.id;
  return null;
end
$$;

create or replace trigger card_status_is_due after update of status on card
  for each row when (old.status is distinct from new.status)
  execute function card_status_is_due();
