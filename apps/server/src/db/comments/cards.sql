comment on table fee_schedule is
  'Fee schedules by version. Quotes, charges, statements and the legal pages all read this table. '
  'A published version never changes; it may be canceled until it takes effect. A canceled '
  'version frees its moment, so the table cannot require distinct moments: publishing checks '
  'under a lock.';
comment on column fee_schedule.card_opening_fee_minor is
  'For a card in US dollars, and in every currency whose own fee is null: the same number of minor '
  'units.';

comment on table fee_schedule_cancellation is
  'Fee schedules that were canceled before they took effect, and by whom.';

comment on table card_segment is
  'Card products: one BIN in one currency, its limits and its stock.';
comment on column card_segment.position is 'Order in which customers see them.';
comment on column card_segment.opening_fee_minor is
  'Fees of the product itself apply where they are lower than the published ones: the legal pages '
  'state the maximum.';
comment on column card_segment.revision is 'Rejects an edit that was based on an earlier revision.';
comment on column card_segment.client_key is 'The idempotency key of the call that created it.';
comment on column card_segment.origin is
  'The BINs of the sandbox''s products belong to real banks. A product whose BIN was replaced, or '
  'which somebody edited, is the program''s.';

comment on table card_stock_change is
  'Manual stock changes. client_key makes a repeated call change nothing.';
comment on column card_stock_change.change is 'Positive for an addition, negative for a removal.';

comment on table card is
  'A card and its three accounts in the ledger. The PAN is in the vault (card_secret); a CVV is '
  'stored nowhere.';
comment on column card.card_account is
  'Where its money is, where it is funded from, and what a force post left unpaid.';
comment on column card.per_transaction_limit_minor is 'A card keeps the limits it was issued with.';
comment on column card.locked_merchant_key is
  'Whom a merchant-locked card pays, written once: its key for comparing, its name for readers.';
comment on column card.schedule is
  '{ windows: ScheduleWindow[] } of the contract; null for a card without a schedule.';
comment on column card.predecessors is
  'The cards that it replaced, newest first. Rules that name one of them apply to this card.';
comment on column card.revision is
  'Counts the changes of the owner''s settings and rejects an edit based on an earlier revision.';
comment on column card.tag_keys is
  'Each tag as it is compared: without case, in Unicode''s compatibility form.';
comment on column card.own_per_transaction_limit_minor is
  'The owner''s limits, null without one. The lower one of these and the product''s applies.';

comment on table card_secret is
  'The vault: PANs, each sealed under a key of its own, which the key-encryption key wraps.';
comment on column card_secret.key_id is
  'Which key-encryption key wraps, so that keys can be replaced while old rows still open.';
comment on column card_secret.pan_index is
  'HMAC of the PAN under a separate key: finds a card by its number and reveals nothing else.';

comment on table card_freeze_all is
  'Calls that froze all of a customer''s cards at once. Each can be undone as a whole.';
comment on column card_freeze_all.client_key is 'The call''s idempotency key.';
comment on column card_freeze_all.card_ids is
  'The cards that it froze; empty if all were frozen already.';
comment on column card_freeze_all.undone_at is
  'When it was undone and how many cards that unfroze, or when the owner dismissed its notice.';

comment on table card_freeze is
  'Who froze a card, one row per layer. While any row exists, card.status is `frozen` and the '
  'card''s account takes no debits. A schedule has no row; it follows from the clock.';
comment on column card_freeze.reason_detail is 'For the record alone.';
comment on column card_freeze.freeze_all_id is
  'The call that froze all cards at once, if it froze this one. Checked at commit, because the '
  'row of the call lists the cards it froze and so is written after them.';

comment on table card_closing is
  'Requests to close a card, which take effect once its holds have ended. client_key is the key '
  'of the requesting call.';
comment on column card_closing.when_settled is
  'The body of the call, so that its key is refused with another body.';

comment on table card_replacement is
  'Replacements. The id is that of the first movement of the new card.';
comment on column card_replacement.carried_day_minor is
  'Amounts spent in the current day and month, carried over to the new card.';

comment on table card_debt is
  'Cards with a negative balance, collected as soon as there is money. The receivable account has '
  'the amount; an index on its balance would slow down every posting.';

comment on table card_application is
  'Applications for a card. The id is also that of the movement that charged the opening fee. The '
  'fee of an application under review is held until the decision.';
comment on column card_application.client_key is
  'The client''s Idempotency-Key: a retry after a lost answer finds its card by it.';
comment on column card_application.billing_address is '"auto", or the address as given.';
comment on column card_application.hold_id is
  'The hold of the opening fee; null where there is none.';

comment on table card_quote is
  'Quotes for loading and unloading a card. A quote''s id is the id of the movement that redeems '
  'it, so the ledger redeems it at most once.';

comment on table card_holder is
  'Cardholder data that the issuer needs: name, birth date, address, phone and the acceptance of '
  'its terms, as one text sealed under a key of its own.';
comment on column card_holder.key_id is
  'Which key-encryption key wraps, so that keys can be replaced while old rows still open.';
comment on column card_holder.revision is
  'Counts the changes; an issuer that has an earlier revision is sent the current one.';

comment on table issuer_card is
  'Cards whose PAN only the issuer has, with the issuer''s id of the card.';
comment on column issuer_card.status_version is
  'Counts the changes of the card''s status; due until the issuer has the last one.';
comment on column issuer_card.leased_until is 'Until when one server alone may send it.';

comment on table stripe_cardholder is 'A customer''s cardholder at Stripe.';
comment on column stripe_cardholder.asked_revision is
  'The revision of card_holder last sent to Stripe, written before sending; null if none was.';
comment on column stripe_cardholder.told_revision is
  'The revision that Stripe accepted last, and the one that it refused last.';
comment on column stripe_cardholder.leased_until is
  'Until when one server alone may call Stripe for it.';

comment on table stripe_order is
  'Card orders at Stripe by idempotency key, written before the call, so that a retry sends the '
  'same order and finds the card whose answer was lost.';

comment on table stripe_event is
  'Stripe''s signed events, each stored once. The application may not delete any.';
comment on column stripe_event.object_id is 'Stripe''s id of the object it is about.';
comment on column stripe_event.answer is
  'The answer to an authorization request; the first writer decides.';

comment on table stripe_authorisation is
  'The ledger''s id of an authorization of Stripe, assigned before the decision.';

comment on table stripe_transaction is
  'The ledger''s id of a transaction of Stripe, assigned before posting.';
