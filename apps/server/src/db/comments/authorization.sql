comment on table network_message is
  'Messages of the card network by their unique reference, each with one content and one answer, '
  'and never deleted. The fingerprint is keyed, because it covers PANs. The answer is null while '
  'an authorization is in progress.';

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
  'posted without one (a clearing); dropped, because it had no effect left; dismissed by an '
  'operator.';

comment on table risk_strategy is
  'Customers'' rule sets (“strategies” on the screen). A version never changes; `version` is the '
  'one in force.';
comment on column risk_strategy.client_key is 'The idempotency key of the call that drafted it.';

comment on table risk_strategy_version is 'rule: a StrategyRule of the contract.';

comment on table risk_strategy_change is
  'The history of versions and statuses, by which a backtest knows what was in force when.';

comment on table risk_counter_base is
  'What happened before a counter of the ledger was created. The amount used is the sum of this '
  'and the ledger''s counter of the same subject and window.';

comment on table risk_hit is
  'Payments on which a rule set acted, or would have acted in shadow mode.';

comment on table risk_grant is
  'Exceptions that a customer granted from the rule sets in `strategies`. allow_once: one payment '
  'at the merchant of at most amount_minor; raise_until: their limits are higher by amount_minor '
  'on the card. Use is counted by the ledger (subject: the id, window: `use`), atomically with '
  'the payment.';
comment on column risk_grant.extra_count is 'For a limit on the number of payments.';
comment on column risk_grant.client_key is 'The idempotency key of the call that granted it.';

comment on table payment_review is
  'Step-up approvals: payments that a rule set declined and its owner may approve for a retry.';

comment on table programme_rule is
  'Rules of the program, which apply to every customer''s payments, billing addresses and new '
  'cards. A rule''s newest version is in force; versions never change, as a record of who set '
  'what. A server compares the newest revision with the one it has compiled.';

comment on table programme_rule_version is
  'The versions of each program rule: its names, terms and mode, with the reason and the '
  'administrators.';
comment on column programme_rule_version.revision is
  'Increases by one with each version of any rule.';
comment on column programme_rule_version.approved_by is
  'The second administrator, where one was needed.';

comment on table programme_rule_proposal is
  'Rule changes under maker-checker control: one administrator proposes, another decides. The '
  'terms never change. An expired proposal keeps the status `waiting`; compare expires_at.';

comment on table programme_rule_hit is
  'What rules declined, or would have declined in shadow mode. A payment has a movement; a '
  'billing address and a new card have none.';

comment on table card_wrong_try is
  'Payments with a wrong expiry date or CVV, until they freeze the card or leave the counting '
  'window. Neither the PAN nor the values given are stored.';
comment on column card_wrong_try.movement_id is
  'The declined payment, so that a repeated message counts once.';

comment on table unknown_number_try is
  'Payments with a PAN that no card has, counted by BIN and minute. The BIN is null for a PAN '
  'outside the program''s BINs; PANs themselves are not stored.';

comment on table unknown_number_burst is 'The last burst of unknown PANs of each BIN.';
