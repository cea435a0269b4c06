-- Removes the sandbox's card products when a live server starts. Products referred to by cards,
-- applications or stock changes remain, but inactive and without stock. Runs with the owner's
-- privileges, because the application itself may not delete products.
create or replace function remove_sandbox_card_lines(out removed integer, out withdrawn integer)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from card_segment line
  where line.origin = 'sandbox'
    and not exists (select from card where segment_id = line.id)
    and not exists (select from card_application where segment_id = line.id)
    and not exists (select from card_stock_change where segment_id = line.id);
  get diagnostics removed = row_count;
  update card_segment set active = false, stock = 0
  where origin = 'sandbox' and (active or stock > 0);
  get diagnostics withdrawn = row_count;
end
$$;

revoke execute on function remove_sandbox_card_lines from public;
grant execute on function remove_sandbox_card_lines to tessera_app;
