comment on table rate_sheet is
  'Exchange rates from each source, EUR-based, times 10^8. A source''s newest sheet is in force. '
  'Older sheets are kept, because deposits were priced with them.';
comment on column rate_sheet.others_per_euro is
  'Rates per euro of the currencies without a column of their own, by ISO 4217 code, times 10^8; '
  'null for a sheet stored by an earlier release.';

comment on column rate_sheet.held_back_per_euro is
  'Rates of such currencies that jumped, with the ones before, until a later sheet confirms them; '
  'null for a sheet stored by an earlier release.';

comment on table rate_source is 'When a source was last queried, and whether it responded.';
comment on column rate_source.fault is
  'Why the source''s last response is not in force, and the rates waiting for a second sheet to '
  'confirm them: {"ratedAt": "...", "values": ["..."]}, values times 10^8.';

comment on table usdt_rate is
  'The prices of USDT and USDC in US dollars, times 10^8. Quotes record the price they were made '
  'with, so one row per source is enough.';

comment on table deposit is
  'Deposits: an address on a chain, the amount expected there, and the account to credit.';
comment on column deposit.slot is
  'A customer has at most five deposits waiting for a payment. Null once a payment was seen or '
  'the deposit stopped waiting.';
comment on column deposit.rate_scaled is
  'Units of the account''s currency per USDT, times 10^8, at the rates of `rated_at`.';
comment on column deposit.movement_id is 'The movement that represents the deposit in lists.';
comment on column deposit.confirmations_required is
  'The number required by the provider when the deposit was created.';
comment on column deposit.rate_source is
  'The parts of rate_scaled as the quote showed them; null if the source is unknown.';
comment on column deposit.chain_account is
  'The provider account that owns the address. Other accounts do not know it.';

comment on table deposit_payment is
  'Transfers to a deposit''s address. The chain identifies each transfer uniquely, so that it is '
  'credited at most once.';
comment on column deposit_payment.notes is
  'Any of underpaid, overpaid, late, canceled, extra, retracted, other_network, other_token.';
comment on column deposit_payment.movement_id is
  'The movement that represents the payment in lists: the deposit''s movement, or a separate one '
  'for an extra payment.';
comment on column deposit_payment.credit_movement_id is
  'The step that moved the money; null until the transfer is final.';
comment on column deposit_payment.held is 'Under review, or returned to its sender after a review.';
comment on column deposit_payment.unpriced is
  'Whether the transfer arrived after its agreed rate had expired and while no other rate was in '
  'force. A review sets the price.';

comment on column deposit_payment.asset is 'The token that arrived; null if it is the deposit''s.';
comment on column deposit_payment.expected_network is
  'The network on which the deposit expects its payment; null if it arrived there.';
comment on column deposit_payment.recovery_cost_minor is
  'What the customer pays for recovering a misdirected payment, in hundredths of the token.';
comment on column deposit_payment.amount_raw is
  'The exact amount in the token''s smallest unit; null if the server that recorded it did not '
  'keep it.';
comment on column deposit_payment.carried_minor is
  'What earlier payments left below a hundredth and was credited with this one, in hundredths.';
comment on column deposit_payment.sender is
  'The address from which it was sent, in the network''s spelling; null if the provider does not '
  'report it.';
comment on column deposit_payment.retracted_at is
  'When its block left the chain; null while the payment is on the chain.';
comment on column deposit_payment.confirmations_required is
  'What the provider required for the payment''s amount; null if only the deposit says it.';

comment on table deposit_retraction is
  'Payments whose block left the chain. Rows never change. If the payment had been credited, the '
  'row names the movement that credited it and the one that took the credit back.';

comment on table deposit_debt is
  'Customers who owe because a credited payment left the chain, or the bank reversed a credited '
  'transfer, after they had spent it. What is owed is the balance of the receivable.';

comment on table evm_address is
  'Addresses for deposits, derived from the program''s extended public key at the path '
  '<cell>/<path_index>. No index is ever used twice.';
comment on column evm_address.network is
  'The deposit''s network. The address is valid, and watched, on every other chain, too.';
comment on column evm_address.asset is
  'The asset that the address''s deposit expects. Operators decide on payments of another one.';
comment on column evm_address.wallet is
  'The extended public key from which the address was derived, as a digest.';

comment on table tron_address is 'Addresses on TRON, and when their transfers are listed next.';
comment on column tron_address.read_to is
  'The time of the newest transaction that was read, in milliseconds.';

comment on table evm_chain is 'EVM chains that the server reads itself, and how far it has read.';
comment on column evm_chain.scanned_to is
  'The newest block whose transfers are stored. Confirmations count from it.';
comment on column evm_chain.head is
  'The newest block that a source named, which may be ahead of what was read.';
comment on column evm_chain.safe_to is
  'The newest block that the chain calls safe; null if that is not read.';
comment on column evm_chain.finalized_to is
  'The newest block that the chain calls finalized; null if that is not read.';
comment on column evm_chain.revision is
  'Increases with every change, so that of two servers that read the same blocks one stores them.';
comment on column evm_chain.advanced_at is 'When a new block was last stored.';
comment on column evm_chain.halted is
  'Why nothing is read until an operator resumes it; null while the chain is read.';
comment on column evm_chain.fault is
  'Why the last attempt to read the chain failed; null if it succeeded.';
comment on column evm_chain.leased_until is
  'Until when one server has the exclusive right to read the chain, by the database''s clock.';

comment on table evm_block is
  'The newest blocks that were read. If the chain has another block at one of these heights, it '
  'was reorganized.';

comment on table evm_transfer is
  'Transfers of a chain''s tokens to our addresses. A transaction that is mined again in another '
  'block is another row, and the former row is retracted.';
comment on column evm_transfer.asset is 'The token that was transferred.';
comment on column evm_transfer.log_index is
  'The log''s index within its block, which changes if the transaction is mined again.';
comment on column evm_transfer.place is
  'The transfer''s place among the transaction''s transfers of the tokens that are read, which '
  'does not change.';
comment on column evm_transfer.amount_raw is 'The exact amount, in the token''s smallest unit.';
comment on column evm_transfer.amount_minor is
  'The amount in hundredths, rounded down; 0 if it is too small, or too large, to be credited.';
comment on column evm_transfer.needs_second is
  'Whether two sources must report the transfer before it is credited.';
comment on column evm_transfer.verified_at is
  'When its sources proved the transfer by its receipt, after its confirmations.';
comment on column evm_transfer.retracted_at is
  'When its block turned out to have left the chain.';
comment on column evm_transfer.retraction_settled_at is
  'When the deposit''s payment was taken back.';

comment on table evm_count is
  'How often something happened on a chain that operators should know of.';

comment on table evm_sweep is
  'Transfers of tokens from deposit addresses to the hot or cold wallet, in final blocks. They '
  'change nobody''s balance. Rows never change.';
comment on column evm_sweep.address is 'The deposit address that was emptied.';
comment on column evm_sweep.destination is 'The hot or cold wallet that the settings then named.';
comment on column evm_sweep.amount_raw is 'The exact amount, in the token''s smallest unit.';

comment on table evm_sweep_progress is
  'How far each chain has been read for tokens that leave deposit addresses.';
comment on column evm_sweep_progress.read_to is 'The newest final block that was read.';

comment on table evm_wallet is
  'The hot wallet on each chain on which the server sends payouts itself. Its key is not here: a '
  'process apart signs.';
comment on column evm_wallet.next_nonce is
  'The nonce of the next payout. Given out by the server that holds the lease.';
comment on column evm_wallet.leased_until is
  'Until when one server alone gives out nonces and sends, by the database''s clock.';
comment on column evm_wallet.token_raw is
  'What the wallet held when it was last read, in the token''s smallest unit.';
comment on column evm_wallet.coin_wei is
  'What the wallet held of the chain''s own coin, which pays fees, in its smallest unit.';
comment on column evm_wallet.fault is
  'Why payouts wait or cannot be followed; null if they are not held up.';

comment on table evm_payout is
  'Payouts that the server sends on EVM chains itself, each with the nonce that it alone has.';
comment on column evm_payout.amount_raw is 'The exact amount, in the token''s smallest unit.';
comment on column evm_payout.approved_at is
  'When the withdrawal had passed every check and review. Part of what the signer authenticates.';
comment on column evm_payout.revision is
  'The number of the withdrawal''s step with which it was approved.';
comment on column evm_payout.approved_by is
  'The operator who approved it, or `system` if no review was needed.';
comment on column evm_payout.approval is
  'The MAC of the instruction with the key that the signer shares. Made once, when the order was '
  'accepted: the signer refuses a payout whose row was changed afterwards.';
comment on column evm_payout.nonce is
  'The nonce of all its transactions, recorded before the signer is asked; null before that, and '
  'if the payout was declined without a signature.';
comment on column evm_payout.reason is 'Why it waits, or how it ended.';
comment on column evm_payout.transaction_hash is 'The transaction that decided the outcome.';

comment on table evm_payout_transaction is
  'A payout''s transaction, and those that replace it with the same nonce and higher fees.';
comment on column evm_payout_transaction.requested_at is
  'When the signer was first asked. The row is written before that.';
comment on column evm_payout_transaction.serialized is
  'The signed transaction; null until the signer has answered.';

comment on table custodian_feed is
  'How far each custodian feed was read. Written in the same transaction as the transfers that '
  'were read.';
comment on column custodian_feed.faulty_at is
  'When the feed last contained an invalid or contradictory row; null if it never did.';
comment on column custodian_feed.skipped_invalid is
  'Rows of the feed that were not transfers as the protocol describes them.';
comment on column custodian_feed.skipped_foreign is
  'Rows of the feed about another network, asset or token contract.';
comment on column custodian_feed.skipped_contradictory is
  'Rows of the feed with another address or amount than the stored transfer.';

comment on table custodian_transfer is
  'Transfers that a custodian''s feed reported, with their confirmations and whether they were '
  'acknowledged.';

comment on table sandbox_chain_transfer is
  'Transfers on the simulated chain, with their confirmations and whether they were acknowledged.';

comment on table payout_address is
  'Customers'' payout addresses. A removed address is kept for past withdrawals to it.';
comment on column payout_address.usable_at is 'The end of a new address''s cooling period.';

comment on table withdrawal_quote is
  'Quotes for withdrawals. The id is also the id of the withdrawal, its movement and its hold, so '
  'that a quote is redeemed at most once.';
comment on column withdrawal_quote.rate_scaled is
  'Units of the account''s currency per USDT, times 10^8, at the rates of `rated_at`.';
comment on column withdrawal_quote.receive_minor is
  'The amount that arrives, in hundredths of a USDT.';
comment on column withdrawal_quote.confirmations_required is
  'The number required by the provider when the quote was created.';
comment on column withdrawal_quote.rate_source is
  'The parts of rate_scaled as the quote showed them; null if the source is unknown.';

comment on table withdrawal is
  'Withdrawals: a redeemed quote, its state, and the movements that returned the money or paid it '
  'out.';
comment on column withdrawal.limit_day is
  'The day on the program''s calendar whose limit the withdrawal counts toward, and the amount in '
  'US cents.';
comment on column withdrawal.factor is
  'The factor of the step-up token that confirmed the withdrawal.';
comment on column withdrawal.state_at is 'When the withdrawal entered its current state.';
comment on column withdrawal.unknown_status is
  'A provider status that Tessera does not know, for the operators.';
comment on column withdrawal.return_movement_id is
  'The movement that returned the money, or the step that paid it out.';

comment on table withdrawal_step is 'The states of each withdrawal, in order. Rows never change.';

comment on table withdrawal_appeal is
  'Appeals against rejected withdrawals, at most one per withdrawal: the new hold, and the '
  'movement that had returned the money.';

comment on table withdrawal_alarm is
  'Emailed “not me” links, by the SHA-256 of their secrets. Each link works once.';
comment on column withdrawal_alarm.about_id is
  'What the email was about: a withdrawal, or an address that was added.';

comment on table payout_instruction is
  'Instructions to the payout provider, written before they are sent: one per withdrawal. '
  'sent_at, asked_at and leased_until use the database''s clock.';
comment on column payout_instruction.state is
  '`ready` to be sent, `sent` at least once, or `settled`.';
comment on column payout_instruction.revision is
  'The number of the withdrawal''s step with which it was approved.';
comment on column payout_instruction.decided_by is
  'The operator who approved it, or `system` if no review was needed.';
comment on column payout_instruction.approval is
  'An HMAC of what was decided, made in the decision''s transaction with a key that is not in the '
  'database. A row that differs from it is not sent.';
comment on column payout_instruction.leased_until is
  'Until when one server has the exclusive right to call the provider about the payout.';
comment on column payout_instruction.payout_account is
  'The provider account that the instruction was sent to. Other accounts do not know it.';

comment on table payout_event is 'Signed events from the payout provider, each stored once.';

comment on table sandbox_payout is
  'The simulated payout provider: requested payouts, their planned outcomes, and undelivered '
  'messages.';
comment on column sandbox_payout.requests is
  'How often the payout was requested. It is paid only once.';

comment on table sandbox_payout_outcome is
  'Outcomes planned for the simulated provider''s payouts. Each outcome is used once.';

comment on table sandbox_payout_message is
  'The simulated payout provider''s messages, with the number of deliveries still pending for '
  'each.';
comment on column sandbox_payout_message.deliveries is
  'Number of deliveries that are still pending.';

comment on table account_stop is
  'Accounts that were stopped because they failed a ledger invariant. A stop is never deleted, '
  'and also records who lifted it, when and why.';
comment on column account_stop.finding is
  'The row that failed the check, as JSON, for operators and the log.';
comment on column account_stop.mailed_at is 'When administrators were emailed about the stop.';

comment on table exchange_quote is
  'Quotes for exchanges between a customer''s own accounts, which can be redeemed for a minute. '
  'The id is also that of the exchange and of the movement that takes the sold amount, so a quote '
  'is redeemed at most once.';
comment on column exchange_quote.bought_movement_id is
  'The movement that credits the bought amount.';
comment on column exchange_quote.fixed_side is
  'The side that the customer fixed. The other one follows from the rate.';
comment on column exchange_quote.sold_per_euro is
  'The source''s rate: units of the sold currency per euro, times 10^8.';
comment on column exchange_quote.bought_per_euro is
  'The source''s rate: units of the bought currency per euro, times 10^8.';
comment on column exchange_quote.mid_scaled is
  'Units of the bought currency per unit of the sold one, times 10^8, before the spread.';
comment on column exchange_quote.rate_scaled is
  'Units of the bought currency per unit of the sold one, times 10^8, after the spread.';

comment on table currency_exchange is
  'Exchanges that took place. Written in one transaction with both movements, and never changed.';

comment on table bank_trade is
  'Trades with a bank that offset an open position, approved by two administrators. The id is that '
  'of the movement in the sold currency. Never changed.';
comment on column bank_trade.sold_minor is 'What the program gave to the bank, in minor units.';
comment on column bank_trade.bought_minor is 'What the program got from the bank, in minor units.';
comment on column bank_trade.bank_reference is
  'What the bank calls the trade. A trade is recorded once.';

comment on table asset_booking is
  'Movements of assets: what the program holds of a token on a network. One row for each, written '
  'in one transaction with it and with the movement in a currency. Never changed.';
comment on column asset_booking.id is 'The movement in the asset.';
comment on column asset_booking.for_movement_id is
  'The movement in a currency that it belongs to: a credit, a reversal or a payout of a customer, '
  'or the program''s for an opening.';
comment on column asset_booking.chain_micro is
  'By how much the program''s holding on the chain changed, in millionths of a token.';
comment on column asset_booking.sold_micro is
  'What customers sold to the program in the asset, in millionths; negative if they bought it.';
comment on column asset_booking.dust_micro is
  'What is kept below a hundredth for the customer''s next payment, in millionths.';
comment on column asset_booking.fees_micro is
  'What the program keeps, such as the cost of a recovery, in millionths.';
comment on column asset_booking.bought_minor is
  'What customers bought from the program for the asset, in minor units of the currency; negative '
  'if they sold it.';

comment on table asset_dust is
  'What customers'' payments left below a hundredth of a token. It is credited with the next one.';
comment on column asset_dust.micro is
  'In millionths. Below zero if a payment was taken back whose remainder had been credited.';

comment on table bank_reference is
  'The creditor reference (ISO 11649) by which a customer''s bank transfers of a currency are '
  'recognized.';

comment on table bank_account is
  'The program''s accounts at banks whose statements are imported, with their last balance.';

comment on table bank_import is
  'Imports of bank statements, while they run and afterwards: one row for each file, also for '
  'those that were refused. Deleted after 90 days.';
comment on column bank_import.entries is 'Transactions read so far.';
comment on column bank_import.problems is
  'Why the file was refused: line, code and an excerpt for each problem.';

comment on table bank_statement is
  'Imported bank statements, one per account and import that added anything.';

comment on table bank_entry is
  'Booked transactions of bank statements, and what became of each.';
comment on column bank_entry.entry_key is
  'The bank''s reference of the entry, with its kind, unique within the account.';
comment on column bank_entry.state is
  'A credit waits, then is `credited`, `reviewing`, or `unmatched`; an unmatched one is '
  '`returning` and `returned`. `reversed` credits were taken back by the bank. A debit waits, then '
  'is an `outflow` that nothing explains, the payment of a return, or a `reversal`. The bank''s '
  'side of a recorded trade is `traded`, in both directions.';

comment on table reconciliation_run is
  'Comparisons of the ledger with what a bank, a chain or the card network reports. One per source '
  'at a time.';
comment on column reconciliation_run.requested_by is
  'The operator who asked for it; null if the daily job did.';
comment on column reconciliation_run.attempt is
  'Increases whenever a server begins the run, so that an earlier attempt can write nothing more.';
comment on column reconciliation_run.compared is 'How many items have been compared so far.';

comment on table reconciliation_break is
  'Differences between the ledger and a source. One that is found again is the same row; a run '
  'that covers it and does not find it closes it.';
comment on column reconciliation_break.break_key is
  'What was compared, such as a transaction of a bank statement.';
comment on column reconciliation_break.asset is 'A currency or a token.';
comment on column reconciliation_break.ledger_minor is
  'What the ledger says, in minor units or hundredths, positive if the program received it; null '
  'if it says nothing.';
comment on column reconciliation_break.outside_minor is
  'What the source says, like `ledger_minor`.';
comment on column reconciliation_break.reason is
  'What the system knows about it, such as that a review is open.';
comment on column reconciliation_break.occurred_at is 'The time of its earliest line.';
comment on column reconciliation_break.assigned_to is 'The username of an operator.';

comment on table reconciliation_event is 'What happened to each break. Rows never change.';
comment on column reconciliation_event.actor is 'The operator; null for a run.';

comment on table reserve_reading is
  'What the program holds and owes of each asset, read every hour. Rows never change.';
comment on column reserve_reading.held_minor is
  'What is held in all places, in minor units or hundredths; null if one could not be read.';
comment on column reserve_reading.booked_minor is
  'What the ledger says is held at the places that it has accounts for.';
comment on column reserve_reading.held_booked_minor is 'What is held at those places.';
comment on column reserve_reading.owed_minor is 'What customers are owed.';
comment on column reserve_reading.dollars_scaled is
  'US dollars for one unit, times 10^8; null if there was no rate.';
comment on column reserve_reading.known_at is
  'When all places were last known; null if they never were.';
