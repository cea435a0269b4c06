comment on table network_message is
  'Messages of the card network by their unique reference, each with one content and one '
  'response. They are never deleted. The fingerprint is keyed, because it covers PANs. The '
  'response is null while an authorization is in progress.';

comment on table open_hold_question is
  'Declines that may have been sent to the card network while it is unknown whether their hold '
  'was committed. A row is deleted once the hold is known not to exist, or has ended, or was '
  'approved.';
comment on column open_hold_question.movement_id is 'The hold and its payment share this id.';
comment on column open_hold_question.process_id is 'The server process that settles it.';
comment on column open_hold_question.decline is
  'The decline as a movement of the ledger, with amounts as text.';

comment on table network_unmatched is
  'Messages without a matching authorization (yet). state: waiting; applied to its authorization; '
  'posted without one (a clearing); dropped, because it no longer had any effect; dismissed by an '
  'operator.';
comment on column network_unmatched.merchant_amount is
  'The merchant''s amount in another currency; amount_minor is then its worth in the card''s '
  'currency when the message arrived.';

comment on table risk_strategy is
  'Customers'' rule sets (“strategies” on screens). Versions never change; `version` is the one '
  'in force.';
comment on column risk_strategy.client_key is
  'The idempotency key of the call that created the draft.';

comment on table risk_strategy_version is 'rule: a StrategyRule from the contract.';

comment on table risk_strategy_change is
  'The history of versions and statuses, which tells a backtest what was in force at any time.';

comment on table risk_counter_base is
  'Usage from before a ledger counter was created. The total usage is the sum of this and the '
  'ledger''s counter with the same subject and window.';

comment on table risk_hit is
  'Payments on which a rule set acted, or would have acted if it were not in shadow mode.';

comment on table risk_grant is
  'Exceptions from the rule sets in `strategies` that a customer granted. allow_once: one payment '
  'of at most amount_minor at the merchant. raise_until: the limits are raised by amount_minor on '
  'the card. The ledger counts the use (subject: the id, window: `use`) in the same transaction '
  'as the payment.';
comment on column risk_grant.extra_count is 'The increase of a limit on the number of payments.';
comment on column risk_grant.client_key is
  'The idempotency key of the call that granted the exception.';

comment on table payment_review is
  'Step-up approvals: payments that a rule set declined, and whose owner may approve a retry.';

comment on table programme_rule is
  'Rules of the program, which apply to every customer''s payments, billing addresses and new '
  'cards. A rule''s newest version is in force; versions never change, so that they record who '
  'set what. Servers compare the newest revision with the one they have compiled.';

comment on table programme_rule_version is
  'The versions of each program rule: its names, terms and mode, the reason, and the '
  'administrators involved.';
comment on column programme_rule_version.revision is
  'Increases by one with each version of any rule.';
comment on column programme_rule_version.approved_by is
  'The second administrator, if one was required.';

comment on table programme_rule_proposal is
  'Rule changes under maker-checker control: one administrator proposes, and another decides. The '
  'terms never change. An expired proposal keeps the status `waiting`; compare expires_at.';

comment on table programme_rule_hit is
  'What rules declined, or would have declined if not in shadow mode. Payments have a movement; '
  'billing addresses and new cards do not.';

comment on table card_wrong_try is
  'Payments with a wrong expiry date or CVV, until they freeze the card or leave the counting '
  'window. Neither the PAN nor the incorrect values are stored.';
comment on column card_wrong_try.movement_id is
  'The declined payment, so that a repeated message is counted once.';

comment on table unknown_number_try is
  'Payment attempts with a PAN that belongs to no card, counted by BIN and minute. The BIN is '
  'null for a PAN outside the program''s BINs. PANs themselves are not stored.';

comment on table unknown_number_burst is 'The latest burst of unknown PANs for each BIN.';

comment on table keep_alive_notice is
  'About which refused payments of the merchants to keep paid an owner was sent an email: one a '
  'day for each merchant and reason.';
comment on column keep_alive_notice.merchant_key is
  'The merchant as its owner named it, in the form in which names are compared.';
