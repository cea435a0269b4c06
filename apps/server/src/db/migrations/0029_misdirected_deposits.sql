-- Payments that were sent on another network, or in another token, than their deposit expects.

-- The token that was transferred.
alter table evm_transfer add column asset text not null default 'USDT'
  check (asset ~ '^[A-Z0-9]{2,10}$');

-- The token that arrived; null if it is the deposit's.
alter table deposit_payment add column asset text check (asset ~ '^[A-Z0-9]{2,10}$');
-- The network on which the deposit expects its payment; null if it arrived there.
alter table deposit_payment add column expected_network text
  check (expected_network in ('TRC20', 'ERC20', 'BEP20'));
-- What the customer pays for recovering the payment, in hundredths of the token.
alter table deposit_payment add column recovery_cost_minor bigint not null default 0
  check (recovery_cost_minor >= 0 and recovery_cost_minor < amount_minor);

-- Operators look at every credit that was taken back because its payment left the chain.
alter table review_case drop constraint review_case_kind_check;
-- expand: permits every row that the former constraint permits
alter table review_case add constraint review_case_kind_check check (kind in
  ('withdrawal', 'card_application', 'deposit', 'profile_change', 'factor_reset',
   'unanswered_hold', 'bank_transfer', 'bank_assignment', 'deposit_retraction'));
