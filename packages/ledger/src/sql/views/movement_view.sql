-- Every movement with its current status, amount and fee. Other modules read movements from this
-- view.
drop view if exists ledger.movement_view;
create view ledger.movement_view as
select m.id, m.customer_id, m.card_id, m.parent_id, m.kind,
  coalesce(s.status, m.status) as status, m.status as first_status, m.currency,
  coalesce(s.amount, m.amount) as amount, coalesce(s.fee, m.fee) as fee,
  m.amount as first_amount, m.fee as first_fee, m.title, m.data, m.event_at, m.created_at,
  coalesce(s.changed_at, m.created_at) as changed_at, m.client_key
from ledger.movement m left join ledger.movement_state s on s.movement_id = m.id;

grant select on ledger.movement_view to tessera_app;

comment on view ledger.movement_view is
  'Every movement with its current status, amount and fee. Other modules read movements here.';
