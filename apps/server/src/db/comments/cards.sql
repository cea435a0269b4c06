comment on table fee_schedule is
  'Fee schedules by version. Quotes, charges, statements and the legal pages all read this table. '
  'A published version never changes; it may be canceled until it takes effect. After a '
  'cancellation, another version may start at the same time, so the table cannot require distinct '
  'start times. Publishing checks this under a lock.';
comment on column fee_schedule.card_opening_fee_minor is
  'For a card in US dollars, and in any currency whose own fee is null: the same number of minor '
  'units.';
comment on column fee_schedule.foreign_markup_basis_points is
  'The markup on purchases in other currencies that Tessera converts; null, in fees published '
  'before it existed, means one percent.';
comment on column fee_schedule.foreign_hold_buffer_basis_points is
  'How much more than its price is held for such a purchase until it is cleared; null, in fees '
  'published before it was one of their terms, means three percent.';

comment on table fee_schedule_cancellation is
  'Fee schedules that were canceled before they took effect, and by whom.';

comment on table card_segment is
  'Card products: one BIN in one currency, its limits and its stock.';
comment on column card_segment.position is 'The order in which customers see the products.';
comment on column card_segment.opening_fee_minor is
  'The product''s own fees apply if they are lower than the published ones: the legal pages state '
  'the maximum.';
comment on column card_segment.revision is
  'Used to reject an edit that was based on an earlier revision.';
comment on column card_segment.client_key is
  'The idempotency key of the call that created the product.';
comment on column card_segment.origin is
  'The BINs of the sandbox''s products belong to real banks. A product that was edited, or whose '
  'BIN was replaced, belongs to the program.';

comment on table card_stock_change is
  'Manual stock changes. client_key ensures that a repeated call changes nothing.';
comment on column card_stock_change.change is 'Positive for an addition, negative for a removal.';

comment on table card is
  'A card and its three accounts in the ledger. The PAN is in the vault (card_secret); CVVs are '
  'never stored.';
comment on column card.card_account is
  'The ledger accounts that hold its money, that fund it, and that hold debt from force posts.';
comment on column card.per_transaction_limit_minor is 'A card keeps the limits it was issued with.';
comment on column card.locked_merchant_key is
  'The merchant that a merchant-locked card pays, written once: the key for comparisons, and the '
  'name for display.';
comment on column card.blocks_foreign is
  'Whether the owner has blocked payments in other currencies.';
comment on column card.draw_daily_minor is
  'The most that may leave the account for this card in a day, fees included, in minor units; null '
  'if the card does not draw on the account.';
comment on column card.draw_fee_basis_points is
  'The fee on what is drawn that the owner has agreed to. A higher one in force stops drawing.';
comment on column card.draw_merchants is
  'The only merchants that may be paid from the account; null for every merchant.';
comment on column card.keep_alive_daily_minor is
  'The most that the merchants to keep paid may draw on the account in a day, in addition to '
  'draw_daily_minor, fees included, in minor units; null if there are none.';
comment on column card.keep_alive_fee_basis_points is
  'The fee on what these merchants draw that the owner has agreed to.';
comment on column card.keep_alive_merchants is
  'The merchants to keep paid, by name: each also matches names that begin with it.';
comment on column card.schedule is
  'A contract `{ windows: ScheduleWindow[] }`; null for a card without a schedule.';
comment on column card.predecessors is
  'The cards that this card replaced, newest first. Rules that name one of them also apply to '
  'this card.';
comment on column card.revision is
  'Counts changes to the owner''s settings. An edit based on an earlier revision is rejected.';
comment on column card.tag_keys is
  'Each tag in the form used for comparison: case-folded, in Unicode''s compatibility form.';
comment on column card.own_per_transaction_limit_minor is
  'The limits set by the owner; null if not set. The lower of these and the product''s limits '
  'applies.';

comment on table card_secret is
  'The vault: PANs, each sealed under a separate key that the key-encryption key wraps.';
comment on column card_secret.key_id is
  'The key-encryption key that wraps the key. With its id, keys can be replaced while old rows '
  'can still be opened.';
comment on column card_secret.pan_index is
  'HMAC of the PAN under a separate key. Used to find a card by its number, and reveals nothing '
  'else.';

comment on table card_freeze_all is
  'Calls that froze all of a customer''s cards. Each call can be undone as a unit.';
comment on column card_freeze_all.client_key is 'The call''s idempotency key.';
comment on column card_freeze_all.card_ids is
  'The cards that the call froze; empty if all cards were already frozen.';
comment on column card_freeze_all.undone_at is
  'When the call was undone and how many cards that unfroze, or when the owner dismissed the '
  'notice about it.';

comment on table card_freeze is
  'Who froze a card, one row per layer. While any row exists, card.status is `frozen` and the '
  'card''s account takes no debits. A schedule has no row, because its freezes follow from the '
  'clock.';
comment on column card_freeze.reason_detail is 'Only for the record.';
comment on column card_freeze.freeze_all_id is
  'The call that froze all cards, if it froze this one. Checked at commit, because the call''s '
  'row lists the frozen cards and is therefore written after them.';

comment on table card_closing is
  'Requests to close a card, which take effect once its holds have ended. client_key is the key '
  'of the requesting call.';
comment on column card_closing.when_settled is
  'The body of the call, so that the key is refused with a different body.';

comment on table card_replacement is
  'Replacements. The id is also the id of the new card''s first movement.';
comment on column card_replacement.carried_day_minor is
  'Amounts spent in the current day and month, carried over to the new card.';

comment on table card_debt is
  'Cards with a negative balance, collected as soon as there is money. The amount is in the '
  'receivable account, where an index on the balance would slow down every posting.';

comment on table card_application is
  'Applications for a card. The id is also the id of the movement that charged the opening fee. '
  'The fee of an application under review is held until the decision.';
comment on column card_application.client_key is
  'The client''s Idempotency-Key, by which a retry after a lost response finds its card.';
comment on column card_application.billing_address is '"auto", or the address as entered.';
comment on column card_application.hold_id is
  'The hold for the opening fee; null if there is none.';

comment on table card_quote is
  'Quotes for loading and unloading a card. A quote''s id is the id of the movement that redeems '
  'it, so the ledger redeems it at most once.';

comment on table card_holder is
  'Cardholder data that the issuer needs: name, birth date, address, phone and acceptance of its '
  'terms, as one text sealed under a separate key.';
comment on column card_holder.key_id is
  'The key-encryption key that wraps the key. With its id, keys can be replaced while old rows '
  'can still be opened.';
comment on column card_holder.revision is
  'Counts changes. If an issuer has an earlier revision, the current one is sent to it.';

comment on table issuer_card is
  'Cards whose PAN only the issuer stores, with the issuer''s id for the card.';
comment on column issuer_card.status_version is
  'Counts changes to the card''s status. The status is due until the issuer has the latest '
  'version.';
comment on column issuer_card.leased_until is
  'Until when one server has the exclusive right to send the status.';

comment on table stripe_cardholder is 'A customer''s cardholder at Stripe.';
comment on column stripe_cardholder.asked_revision is
  'The revision of card_holder last sent to Stripe, written before sending; null if none was.';
comment on column stripe_cardholder.told_revision is
  'The last revisions that Stripe accepted and refused.';
comment on column stripe_cardholder.leased_until is
  'Until when one server has the exclusive right to call Stripe about the cardholder.';

comment on table stripe_order is
  'Card orders at Stripe by idempotency key, written before the call, so that a retry sends the '
  'same order and finds the card even if the response was lost.';

comment on table stripe_event is
  'Signed events from Stripe, each stored once. The application cannot delete any.';
comment on column stripe_event.object_id is 'Stripe''s id for the object that the event is about.';
comment on column stripe_event.answer is
  'The response to an authorization request. The first one written is final.';

comment on table stripe_authorisation is
  'The ledger''s id for a Stripe authorization, assigned before the decision.';

comment on table stripe_transaction is
  'The ledger''s id for a Stripe transaction, assigned before posting.';

comment on table auto_top_up is
  'Orders to top up a card by itself: when, by how much, and at which fee. A changed order is a '
  'new row; a card has at most one that has not ended.';
comment on column auto_top_up.person_id is
  'Who agreed. Top-ups stop until this person has accepted the legal texts in force.';
comment on column auto_top_up.made_at_snapshot is
  'The database snapshot in which the order was made. Movements that it does not contain came '
  'later, and can cause a top-up.';
comment on column auto_top_up.told_reason is
  'The refusal about which the owner was sent an email; null after a top-up.';

comment on table auto_top_up_run is
  'What was done for each cause of an automatic top-up. A cause is unique within its order, so '
  'that it is acted on once, however often and by however many servers it is seen.';
comment on column auto_top_up_run.cause is
  '"below:" and a movement, "start" for a balance that was below the threshold when the order was '
  'made, "day:" and a day, or "charge:" with the expected day and the merchant.';

comment on table auto_top_up_progress is
  'One row, locked by the server that searches movements for balances below a threshold. '
  'searched_to: the transaction up to which they were searched.';

comment on table purchase_mandate is
  'Permission for one payment: to one merchant, up to an amount, until a time. Proposed by a '
  'customer or the customer''s software, approved by a person. The terms never change afterwards.';
comment on column purchase_mandate.client_key is
  'The idempotency key of the proposal, in the ledger''s format. A retry finds the mandate.';
comment on column purchase_mandate.hidden_characters is
  'How many invisible characters were removed from the texts of this revision. The person who '
  'decides sees the number.';
comment on column card.mandate_id is
  'The purchase mandate whose terms the card''s payments are checked against.';
