comment on table programme_setting is
  'The program''s limits and thresholds by version. The newest version is in force. Amounts are '
  'in US cents. Versions never change, so that they record who set what.';
comment on column programme_setting.withdrawal_review_above_minor is
  'A withdrawal above this amount needs the approval of one operator.';
comment on column programme_setting.withdrawal_two_above_minor is
  'A withdrawal above this amount needs the approval of two operators.';
comment on column programme_setting.withdrawal_day_limit_without_factor_minor is
  'How much a customer without a second factor may withdraw in a day.';
comment on column programme_setting.withdrawal_day_limit_minor is
  'How much a customer with a second factor may withdraw in a day.';
comment on column programme_setting.application_review_above_minor is
  'An application with a higher opening fee needs an operator''s approval.';
comment on column programme_setting.correction_max_amount_minor is
  'The maximum amount of one adjustment.';
comment on column programme_setting.wrong_tries_per_card is
  'Number of payments with wrong card details within 24 hours that freezes a card.';
comment on column programme_setting.unknown_numbers_per_bin is
  'Number of unknown PANs in one BIN within ten minutes that alerts operators.';
comment on column programme_setting.exchange_spread_basis_points is
  'What the program takes on an exchange, for each day begun since the rate was published.';
comment on column programme_setting.exchange_position_limit_minor is
  'The most that the open position in one currency may be worth.';

comment on table review_case is
  'Review cases: what operators decide. A case is about one subject in another module, and its '
  'decision acts on the subject in the same transaction.';
comment on column review_case.revision is
  'Increases with every change to the subject. A decision states the revision it is based on.';
comment on column review_case.reasons is 'Codes that say why the subject is under review.';
comment on column review_case.needs_two is
  'Maker-checker: a second operator must approve the same revision.';
comment on column review_case.due_at is 'The deadline, while operators have to act.';
comment on column review_case.left_seconds is
  'The time left until the deadline when the customer was asked, while the customer has to act.';
comment on column review_case.asked is
  'Documents requested from the customer, those still missing, a note and the deadline.';
comment on column review_case.appealed_at is
  'When the customer appealed, and who had rejected the case: another operator decides the appeal.';
comment on column review_case.label is
  'The customer''s name for the subject, such as a nickname or an asset. Not secret.';

comment on table review_approval is
  'Approvals by revision; an approval does not carry over to a later revision.';

comment on table review_step is
  'The history of each case. Notes are only for operators. The customer sees everything else, '
  'without the operators'' names.';
comment on column review_step.note is 'The text of a note, a question, a reason or a reply.';

comment on table review_document is
  'Documents that customers submitted for a case, each sealed under a separate key that the '
  'key-encryption key wraps. `sealed` is null if the file is in object storage.';
comment on column review_document.content_index is
  'A keyed hash of the content, so that a file sent twice is stored once.';

comment on table review_flag is
  'Customers whose requests are always reviewed, regardless of the rules.';

comment on table support_conversation is
  'Customers'' conversations with support. `facts` describes the subject of the conversation as '
  'it was when the conversation began. Unread counts are stored, so that lists and badges do not '
  'need to read messages.';
comment on column support_conversation.priority is 'From low to urgent.';
comment on column support_conversation.last_seq is 'The number of messages and notes.';
comment on column support_conversation.last_message_id is 'The last message that both sides see.';
comment on column support_conversation.mail_due_at is
  'When to email the customer about a reply, and when the email was sent. Both are null once the '
  'reply is read.';

comment on table support_message is
  'Messages and operators'' notes in a conversation, numbered from 1.';
comment on column support_message.kind is 'Notes are only for operators.';

comment on table support_attachment is
  'Sealed files attached to messages. A file without a message is deleted after a day. `sealed` '
  'is null if the file is in object storage.';
comment on column support_attachment.owner_id is
  'The sender: a customer, or an operator''s person.';
comment on column support_attachment.wrapped_key is
  'The wrapped key for bytes outside the database; null if the bytes are in the row.';

comment on table support_answer is 'Saved replies, with the text in each language.';

comment on table support_article_vote is
  'Whether a help article was helpful: each customer''s latest vote.';

comment on table announcement is
  'Announcements. A draft may have no start yet. A deleted announcement is kept, because the '
  'audit log refers to it.';
comment on column announcement.revision is
  'Used to reject an edit that was based on an earlier revision.';
comment on column announcement.client_key is
  'The idempotency keys of the calls that created and deleted the announcement.';

comment on table announcement_text is
  'Content as written and as sanitized, with the sanitizer''s version, so that existing content '
  'can be sanitized again.';

comment on table customer_note is
  'Operators'' notes about a customer. Nobody can change a note, not even the owner of the '
  'schema.';

comment on table customer_view is
  'When an operator''s view of a customer was last audited. Views are audited at most once an '
  'hour.';

comment on table correction is
  'Adjustments: one operator proposes, and another operator''s approval moves the money. An '
  'expired adjustment keeps the status `waiting`; compare expires_at.';
comment on column correction.account is 'The ledger account that the adjustment changes.';
comment on column correction.movement_id is
  'The movement that executed the adjustment, and the available amount before and after it.';

comment on table board_hour is
  'The dashboard''s figures by hour, so that a month needs only hundreds of rows instead of all '
  'movements. For the measure `authorisation`, code is the decline code or `approved`; for '
  '`volume`, the movement''s type. amount: minor units, never negative.';

comment on table board_progress is
  'board_hour includes the movements of transactions below counted_to. The counting job locks '
  'this row.';
comment on column board_progress.checks_begun_at is
  'When the last check of the ledger invariants started, by the database''s clock.';

comment on table seal_verification is
  'How far the scheduled verification of the sealed log has come, and what it found. One row.';
comment on column seal_verification.worked_at is
  'When a server last worked on it, by the database''s clock. Nobody starts again for 15 minutes.';
comment on column seal_verification.verified_to is
  'The last of the older blocks that was verified in turn.';
comment on column seal_verification.broken_block is
  'A block whose rows are not what was sealed. Each run verifies it again.';
comment on column seal_verification.missing_block is
  'The checkpoint of a server, with its hash in hex, if the chain no longer contains it.';
comment on column seal_verification.found_at is
  'When the present finding was made, by the application''s clock; null while the log is unbroken.';

comment on table standing_check is
  'The latest result for each ledger invariant, by the application''s clock.';
comment on column standing_check.first_broken is 'The first row that fails the invariant, as JSON.';

comment on table account_closing is
  'Requests to close a customer''s account. A request ends when it is canceled or the account is '
  'closed. Rows are kept for the record.';
comment on column account_closing.client_key is 'The idempotency key of the requesting call.';
comment on column account_closing.ends_at is 'The end of the cooling period.';
comment on column account_closing.cancelled_at is
  'Canceled by the customer, or by an emailed link.';
comment on column account_closing.reminded_at is 'When the reminder was emailed.';
comment on column account_closing.settling_at is
  'When the end of the cooling period was noticed; from then on, cards are closed.';
comment on column account_closing.waiting_mailed_at is
  'When the customer was emailed that they must act before the account can be closed; null again '
  'after new amounts arrive.';
comment on column account_closing.closed_recorded_at is
  'When closed_at was written, by the database''s clock: a live program counts the years until '
  'erasure from here, no matter what dates the application writes.';
comment on column account_closing.erasure_order is
  'The place among the closed accounts that are checked for erasure, if it is no longer closed_at: '
  'the end of the retention period when money was found, or infinity once the customer is erased.';

comment on table account_closing_amount is
  'Balances that the customer agreed to leave behind, and balances left at closure, which support '
  'pays out. They never change once the closure has ended.';
comment on column account_closing_amount.left_minor is 'Null until the account is closed.';

comment on table account_closing_link is
  'Emailed links that cancel a closure, by the SHA-256 of their secrets.';

comment on table erasure is
  'Erased customers. The list is also kept outside the database: after an older backup is '
  'restored, these customers are erased again.';

comment on table service_hour is
  'How many minutes of an hour a component of the status page was measured, degraded and down. '
  'last_minute: the newest minute counted, so that a second server does not count it again.';
