-- Pages of movements by status and by kind, for a customer with very many. All are partial, so
-- that what is written most (purchases, their holds and top-ups) pays for none of them.

-- Declined, failed and the like from the start: few among many.
create index movement_born_closed on ledger.movement (customer_id, status, event_at)
  where parent_id is null
    and status in ('failed', 'declined', 'rejected', 'cancelled', 'expired');

-- Kinds that are rare beside purchases and top-ups.
create index movement_rare_kind on ledger.movement (customer_id, kind, event_at)
  where parent_id is null and kind not in ('purchase', 'card_deposit');

-- Movements that were open once, by where they ended.
create index movement_state_closed on ledger.movement_state (customer_id, status, event_at)
  where status not in ('processing', 'reviewing', 'queued');
