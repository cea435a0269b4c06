-- Lists the cards with movements in the transactions [p_from, p_to), each card once. p_to must stay
-- below the oldest running transaction (pg_snapshot_xmin), or some cards would be missed.
create or replace function ledger.moved_cards(p_from bigint, p_to bigint)
returns table (customer_id uuid, card_id uuid)
language sql stable set search_path = pg_catalog, pg_temp
set enable_seqscan = off as $$
  select distinct m.customer_id, m.card_id from ledger.movement m
  where m.xid >= p_from and m.xid < p_to and m.card_id is not null
$$;

revoke execute on function ledger.moved_cards from public;
grant execute on function ledger.moved_cards to tessera_app;
