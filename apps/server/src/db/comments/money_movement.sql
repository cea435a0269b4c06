comment on table rate_sheet is
  'Exchange rates of each source, EUR-based, times 10^8. A source''s newest sheet is in force; '
  'older sheets are kept, because deposits were priced with them.';

comment on table rate_source is 'When a source was last queried, and whether it answered.';
comment on column rate_source.fault is
  'Why the source''s last answer is not in force, and the rates that wait for a second sheet to '
  'confirm them: {"ratedAt": "...", "values": ["..."]}, values times 10^8.';

comment on table usdt_rate is
  'The price of USDT in US dollars, times 10^8. Quotes keep the price that they were made with, '
  'so one row of each source is enough.';

comment on table deposit is
  'Deposits: an address on a chain, the amount expected there, and the account to credit.';
comment on column deposit.slot is
  'A customer has at most five deposits that wait for a payment. Null once a payment was seen or '
  'the wait is over.';
comment on column deposit.rate_scaled is
  'Units of the account''s currency for one USDT, times 10^8, at the rates of `rated_at`.';
comment on column deposit.movement_id is 'The movement that lists show for it.';
comment on column deposit.confirmations_required is
  'As the provider required when the deposit was created.';
comment on column deposit.rate_source is
  'The parts of rate_scaled as the quote showed them; null where the source is unknown.';
comment on column deposit.chain_account is
  'The provider account that owns the address. Another account does not know it.';

comment on table deposit_payment is
  'Transfers to a deposit''s address. The chain identifies each uniquely, so it is credited at '
  'most once.';
comment on column deposit_payment.notes is 'Any of underpaid, overpaid, late, canceled, extra.';
comment on column deposit_payment.movement_id is
  'The movement that lists show for it: the deposit''s, or its own for an extra payment.';
comment on column deposit_payment.credit_movement_id is
  'The step that moved the money; null until the transfer is final.';
comment on column deposit_payment.held is 'Under review, or returned to its sender after one.';
comment on column deposit_payment.unpriced is
  'Arrived after its agreed rate expired while no other rate was in force; a review prices it.';

comment on table custodian_feed is
  'How far each custodian feed was read. Written in one transaction with the transfers read.';

comment on table custodian_transfer is
  'Transfers that a custodian''s feed reported, with their confirmations and whether they were '
  'acknowledged.';

comment on table sandbox_chain_transfer is
  'The simulated chain''s transfers, with their confirmations and whether they were acknowledged.';

comment on table payout_address is
  'Customers'' payout addresses. A removed address is kept for its past withdrawals.';
comment on column payout_address.usable_at is 'The end of a new address''s cooling period.';

comment on table withdrawal_quote is
  'Quotes for withdrawals. The id is also that of the withdrawal, its movement and its hold, so a '
  'quote is redeemed at most once.';
comment on column withdrawal_quote.rate_scaled is
  'Units of the account''s currency for one USDT, times 10^8, at the rates of `rated_at`.';
comment on column withdrawal_quote.receive_minor is 'What arrives, in hundredths of a USDT.';
comment on column withdrawal_quote.confirmations_required is
  'As the provider required when the quote was created.';
comment on column withdrawal_quote.rate_source is
  'The parts of rate_scaled as the quote showed them; null where the source is unknown.';

comment on table withdrawal is
  'Withdrawals: a redeemed quote, its state, and the movements that returned the money or paid it '
  'out.';
comment on column withdrawal.limit_day is
  'The day of the program whose limit it counts against, and the amount in US cents.';
comment on column withdrawal.factor is 'The factor of the step-up token that confirmed it.';
comment on column withdrawal.state_at is 'When it entered its state.';
comment on column withdrawal.unknown_status is
  'A status of the provider that Tessera does not know, for the operators.';
comment on column withdrawal.return_movement_id is
  'The movement that returned the money, or the step that paid it out.';

comment on table withdrawal_step is 'The states of each withdrawal in order. Rows never change.';

comment on table withdrawal_appeal is
  'Appeals of rejected withdrawals, at most one each: the new hold, and the movement that had '
  'returned the money.';

comment on table withdrawal_alarm is
  'Mailed “not me” links, by the SHA-256 of their secrets. Each works once.';
comment on column withdrawal_alarm.about_id is
  'What the mail was about: a withdrawal, or an address that was added.';

comment on table payout_instruction is
  'Instructions to the payout provider, written before they are sent: one per withdrawal. '
  'sent_at, asked_at and leased_until use the database''s clock.';
comment on column payout_instruction.state is
  '`ready` to be sent, `sent` at least once, or `settled`.';
comment on column payout_instruction.leased_until is
  'Until when one server alone may call the provider about it.';
comment on column payout_instruction.payout_account is
  'The provider account that it was sent to. Another account does not know it.';

comment on table payout_event is 'The payout provider''s signed events, each stored once.';

comment on table sandbox_payout is
  'The simulated payout provider: payouts requested, their planned outcomes, and its undelivered '
  'messages.';
comment on column sandbox_payout.requests is 'How often it was requested; it is paid once.';

comment on table sandbox_payout_outcome is
  'Outcomes planned for payouts of the simulated provider; each is used once.';

comment on table sandbox_payout_message is
  'The simulated payout provider''s messages, with how often each is still to be delivered.';
comment on column sandbox_payout_message.deliveries is 'Deliveries still to come.';

comment on table account_stop is
  'Accounts that are stopped because a ledger invariant failed for them. A stop is never deleted; '
  'it also records who lifted it, when and why.';
comment on column account_stop.finding is
  'The row that failed the check, as JSON, for operators and the log.';
comment on column account_stop.mailed_at is 'When administrators were mailed about it.';
