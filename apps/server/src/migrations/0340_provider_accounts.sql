-- The provider account that a deposit's address belongs to, and the one that a payout was sent to.
-- Another account, of the same or of another provider, knows neither. Null in earlier rows.
alter table deposit add column chain_account text check (length(chain_account) between 1 and 500);
alter table payout_instruction
  add column payout_account text check (length(payout_account) between 1 and 500);
grant update (payout_account) on payout_instruction to tessera_app;
