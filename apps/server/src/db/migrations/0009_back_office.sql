-- The program's limits and thresholds by version; the newest is in force. Amounts are minor units
-- of US dollars. Versions never change, as a record of who set what.
create table programme_setting (
  version integer primary key check (version > 0),
  -- A withdrawal above the first needs one operator's approval, above the second two.
  withdrawal_review_above_minor bigint not null check (withdrawal_review_above_minor >= 0),
  withdrawal_two_above_minor bigint not null
    check (withdrawal_two_above_minor >= withdrawal_review_above_minor),
  -- What a customer may withdraw in a day, without a second factor and with one.
  withdrawal_day_limit_without_factor_minor bigint not null
    check (withdrawal_day_limit_without_factor_minor >= 0),
  withdrawal_day_limit_minor bigint not null
    check (withdrawal_day_limit_minor >= withdrawal_day_limit_without_factor_minor),
  -- An application with a higher opening fee needs an operator's approval.
  application_review_above_minor bigint not null check (application_review_above_minor >= 0),
  -- The maximum of one adjustment.
  correction_max_amount_minor bigint not null check (correction_max_amount_minor >= 0),
  changed_by text not null check (length(changed_by) between 1 and 120),
  changed_at timestamptz not null,
  -- Payments with wrong card details within 24 hours that freeze a card.
  wrong_tries_per_card integer not null default 5
    check (wrong_tries_per_card between 3 and 20),
  -- Unknown PANs of one BIN within ten minutes that alert operators.
  unknown_numbers_per_bin integer not null default 30
    check (unknown_numbers_per_bin between 10 and 1000)
);
grant select, insert on programme_setting to tessera_app;

-- Review cases: what operators decide. A case is about one subject of another module; its decision
-- acts on the subject in the same transaction.
create table review_case (
  id uuid primary key,
  kind text not null check (kind in
    ('withdrawal', 'card_application', 'deposit', 'profile_change', 'factor_reset')),
  subject_id uuid not null,
  customer_id uuid not null,
  status text not null check (status in
    ('open', 'in_review', 'waiting_customer', 'approved', 'rejected', 'withdrawn', 'expired')),
  -- Increases with every change of the subject; a decision names the revision it is based on.
  revision integer not null check (revision > 0),
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency in ('USD', 'CNY', 'EUR')),
  -- Codes of why it is under review.
  reasons text[] not null check (cardinality(reasons) > 0),
  -- Maker-checker: a second operator must approve the same revision.
  needs_two boolean not null,
  assignee_id uuid,
  assignee text,
  opened_at timestamptz not null,
  -- The deadline while the operators have to act.
  due_at timestamptz,
  -- What was left of it when the customer was asked, while the customer has to act.
  left_seconds integer check (left_seconds >= 0),
  -- Documents requested from the customer, those still missing, a note and the deadline.
  asked text[] not null,
  missing text[] not null,
  asked_note text check (char_length(asked_note) between 1 and 500),
  answer_due_at timestamptz,
  decided_at timestamptz,
  decided_by_id uuid,
  decided_by text,
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  -- Who rejected it before the customer appealed; another operator decides the appeal.
  appealed_at timestamptz,
  appeal_note text check (char_length(appeal_note) between 1 and 1000),
  rejected_by_id uuid,
  changed_at timestamptz not null,
  changed_by text not null,
  -- What the customer calls the subject: a nickname, an asset. Not secret.
  label text check (char_length(label) between 1 and 80),
  check ((amount_minor is null) = (currency is null)),
  check ((assignee_id is null) = (assignee is null)),
  check ((status in ('open', 'in_review')) = (due_at is not null)),
  check ((status = 'waiting_customer') = (answer_due_at is not null)),
  check ((status = 'waiting_customer') = (left_seconds is not null)),
  check ((status in ('approved', 'rejected', 'withdrawn', 'expired')) = (decided_at is not null))
);
-- One open case of a subject at a time.
create unique index review_case_of_subject on review_case (kind, subject_id)
  where decided_at is null;
create index review_case_of_customer on review_case (customer_id, id desc);
create index review_case_waiting on review_case (due_at) where decided_at is null;
create index review_case_unanswered on review_case (answer_due_at)
  where status = 'waiting_customer';
create index review_case_decided on review_case (decided_at) where decided_at is not null;
grant select, insert, update (status, revision, amount_minor, currency, assignee_id, assignee,
  due_at, left_seconds, asked, missing, asked_note, answer_due_at, decided_at, decided_by_id,
  decided_by, decision_reason, appealed_at, appeal_note, rejected_by_id, changed_at, changed_by) on
  review_case to tessera_app;

-- Approvals by revision; an approval does not carry over to a later revision.
create table review_approval (
  case_id uuid not null references review_case (id),
  revision integer not null,
  operator_id uuid not null,
  operator text not null,
  at timestamptz not null,
  primary key (case_id, revision, operator_id)
);
grant select, insert on review_approval to tessera_app;

-- The history of each case. Notes are for operators only; the customer sees the rest without the
-- operators' names.
create table review_step (
  id bigint generated always as identity primary key,
  case_id uuid not null references review_case (id),
  at timestamptz not null,
  side text not null check (side in ('customer', 'operator', 'system')),
  actor text not null,
  act text not null check (act in ('opened', 'revised', 'assigned', 'unassigned', 'noted', 'asked',
    'document_sent', 'answered', 'first_approval', 'approved', 'rejected', 'withdrawn', 'expired',
    'appealed')),
  -- The text of a note, a question, a reason or an answer.
  note text check (char_length(note) between 1 and 2000),
  data jsonb not null
);
create index review_step_of_case on review_step (case_id, id);
grant select, insert on review_step to tessera_app;

-- Documents that customers sent to a case, each sealed under a key of its own, which the
-- key-encryption key wraps. `sealed` is null where the file is in object storage.
create table review_document (
  id uuid primary key,
  case_id uuid not null references review_case (id),
  customer_id uuid not null,
  item text not null check (item in
    ('identity', 'proof_of_address', 'source_of_funds', 'invoice', 'explanation', 'other')),
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes between 1 and 5242880),
  -- A keyed hash of the content, so that the same file sent twice is one.
  content_index bytea not null check (octet_length(content_index) = 32),
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea,
  created_at timestamptz not null,
  unique (case_id, item, content_index)
);
-- Sealed bytes do not compress.
alter table review_document alter column sealed set storage external;
grant select, insert on review_document to tessera_app;

-- Customers whose requests are reviewed whatever the rules say.
create table review_flag (
  customer_id uuid primary key references customer (id),
  reason text not null check (char_length(reason) between 1 and 500),
  flagged_by text not null,
  flagged_at timestamptz not null
);
grant select, insert, update, delete on review_flag to tessera_app;

-- Customers' conversations with support. `facts` is what the conversation is about, as it was when
-- it began. Unread counts are stored, so that lists and badges read no messages.
create table support_conversation (
  id uuid primary key,
  customer_id uuid not null references customer,
  subject text not null check (char_length(subject) between 1 and 120),
  status text not null check (status in ('open', 'pending', 'snoozed', 'resolved')),
  -- From low to urgent.
  priority smallint not null default 1 check (priority between 0 and 3),
  assignee_id uuid references person,
  snoozed_until timestamptz,
  facts jsonb,
  article text,
  -- The number of messages and notes.
  last_seq integer not null check (last_seq > 0),
  -- The last message that both sides see.
  last_message_id uuid not null,
  last_at timestamptz not null,
  customer_read_seq integer not null default 0,
  desk_read_seq integer not null default 0,
  customer_unread integer not null default 0 check (customer_unread >= 0),
  desk_unread integer not null default 0 check (desk_unread >= 0),
  -- When to mail the customer about an answer, and when that was done; both null once it is read.
  mail_due_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null,
  resolved_at timestamptz,
  client_key text not null unique,
  check ((status = 'snoozed') = (snoozed_until is not null)),
  check ((status = 'resolved') = (resolved_at is not null))
);
create index support_conversation_of_customer
  on support_conversation (customer_id, last_at desc, id desc);
create index support_conversation_queue
  on support_conversation (priority desc, last_at desc, id desc);
create index support_conversation_open on support_conversation (last_at) where status = 'open';
create index support_conversation_snoozed
  on support_conversation (snoozed_until) where status = 'snoozed';
create index support_conversation_mail_due
  on support_conversation (mail_due_at) where mail_due_at is not null;
create index support_conversation_last on support_conversation (last_at);
grant select, insert, update on support_conversation to tessera_app;

create table support_message (
  id uuid primary key,
  conversation_id uuid not null references support_conversation,
  seq integer not null check (seq > 0),
  -- A note is for operators only.
  kind text not null check (kind in ('message', 'note')),
  from_desk boolean not null,
  person_id uuid not null references person,
  text text not null check (char_length(text) <= 4000),
  created_at timestamptz not null,
  client_key text not null unique,
  unique (conversation_id, seq),
  check (from_desk or kind = 'message')
);
grant select, insert on support_message to tessera_app;

-- Sealed files of messages. A file that no message includes is deleted after a day. `sealed` is
-- null where the file is in object storage.
create table support_attachment (
  id uuid primary key,
  -- The sender: a customer, or an operator's person.
  owner_id uuid not null,
  message_id uuid references support_message,
  place smallint,
  name text check (char_length(name) between 1 and 130),
  kind text not null
    check (kind in ('application/pdf', 'image/jpeg', 'image/png', 'text/plain')),
  bytes integer not null check (bytes between 1 and 5242880),
  sealed bytea,
  created_at timestamptz not null,
  wrapped_key bytea,
  check ((message_id is null) = (place is null) and (message_id is null) = (name is null)),
  check ((sealed is null) = (wrapped_key is not null))
);
-- Sealed bytes do not compress.
alter table support_attachment alter column sealed set storage external;
create index support_attachment_of_message on support_attachment (message_id, place);
create index support_attachment_unclaimed on support_attachment (created_at)
  where message_id is null;
grant select, insert, update (message_id, place, name), delete on support_attachment to tessera_app;

-- Saved replies, with a text for each language.
create table support_answer (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 60),
  texts jsonb not null,
  revision integer not null check (revision > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  client_key text not null unique
);
create unique index support_answer_name on support_answer (lower(name)) where deleted_at is null;
grant select, insert, update on support_answer to tessera_app;

-- Whether a help article helped: each customer's last vote.
create table support_article_vote (
  article text not null check (length(article) <= 60),
  customer_id uuid not null references customer,
  helped boolean not null,
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  voted_at timestamptz not null,
  primary key (article, customer_id)
);
grant select, insert, update on support_article_vote to tessera_app;

-- Announcements. A draft may have no start yet. A deleted announcement is kept, because the audit
-- log refers to it.
create table announcement (
  id uuid primary key,
  type text not null check (type in ('info', 'warning', 'success', 'error')),
  audience text not null check (audience in ('public', 'customers', 'operators')),
  starts_at timestamptz,
  ends_at timestamptz check (ends_at > starts_at),
  created_by text not null check (length(created_by) between 1 and 120),
  created_at timestamptz not null,
  is_draft boolean not null,
  -- Rejects an edit that was based on an earlier revision.
  revision integer not null check (revision > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  deleted_at timestamptz,
  -- The idempotency keys of the calls that wrote and deleted it.
  client_key text unique,
  deleted_with text,
  check (is_draft or starts_at is not null)
);
create index announcement_shown on announcement (starts_at desc, id desc)
  where deleted_at is null and not is_draft;
-- The editors' list, newest first.
create index announcement_listed on announcement (id desc) where deleted_at is null;
grant select, insert, update, delete on announcement to tessera_app;

-- Content as written and as sanitized, with the sanitizer's version, so that existing content can
-- be sanitized again.
create table announcement_text (
  announcement_id uuid not null references announcement (id) on delete cascade,
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  title text not null check (length(title) between 1 and 120),
  content_raw text not null check (octet_length(content_raw) <= 20480),
  content_clean text not null check (length(content_clean) > 0),
  sanitiser_version integer not null check (sanitiser_version > 0),
  primary key (announcement_id, locale)
);
grant select, insert, update, delete on announcement_text to tessera_app;

-- Operators' notes about a customer. Nobody can change a note, not even the owner of the schema.
create table customer_note (
  id uuid primary key,
  customer_id uuid not null references customer,
  author_id uuid not null references person,
  author text not null,
  text text not null check (char_length(text) between 1 and 2000),
  client_key text not null,
  created_at timestamptz not null,
  unique (author_id, client_key)
);
create index customer_note_listed on customer_note (customer_id, id desc);
grant select, insert on customer_note to tessera_app;

-- When an operator's view of a customer was last audited: at most once an hour.
create table customer_view (
  operator_id uuid not null references person,
  customer_id uuid not null references customer,
  viewed_at timestamptz not null,
  primary key (operator_id, customer_id)
);
grant select, insert, update (viewed_at), delete on customer_view to tessera_app;

-- Adjustments: one operator proposes, the approval of another moves the money. An expired one keeps
-- the status `waiting`; compare expires_at.
create table correction (
  id uuid primary key,
  customer_id uuid not null references customer,
  card_id uuid,
  account bigint not null,
  currency text not null check (length(currency) = 3),
  direction text not null check (direction in ('credit', 'debit')),
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null check (char_length(reason) between 1 and 120),
  reference text not null check (char_length(reference) between 1 and 60),
  status text not null check (status in ('waiting', 'approved', 'refused', 'withdrawn')),
  revision integer not null check (revision > 0),
  proposer_id uuid not null references person,
  proposed_by text not null,
  client_key text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  decider_id uuid references person,
  decided_by text,
  decided_at timestamptz,
  decision_note text,
  -- The movement that executed it, and the available amount before and after.
  movement_id uuid unique,
  before_minor bigint,
  after_minor bigint,
  unique (proposer_id, client_key),
  foreign key (card_id, customer_id) references card (id, customer_id),
  check ((status = 'waiting') = (decider_id is null)),
  check ((decider_id is null) = (decided_at is null)),
  check ((decider_id is null) = (decided_by is null)),
  -- Maker-checker: the proposer may withdraw it, but neither approve nor refuse it.
  check (decider_id is null or (decider_id = proposer_id) = (status = 'withdrawn')),
  check ((status = 'approved') = (movement_id is not null)),
  check ((movement_id is null) = (before_minor is null)),
  check ((movement_id is null) = (after_minor is null))
);
create index correction_of_customer on correction (customer_id, id desc);
create index correction_waiting on correction (id desc) where status = 'waiting';
grant select, insert, update (direction, amount_minor, reason, reference, status, revision,
  decider_id, decided_by, decided_at, decision_note, movement_id, before_minor, after_minor) on
  correction to tessera_app;

-- The dashboard's figures by hour, so that a month takes some hundreds of rows instead of all
-- movements. For the measure `authorisation`, code is the decline code or `approved`; for `volume`,
-- the movement's kind. amount: minor units, never negative.
create table board_hour (
  hour timestamptz not null,
  measure text not null check (measure in ('authorisation', 'volume')),
  code text not null,
  currency text not null,
  count bigint not null,
  amount numeric not null,
  primary key (hour, measure, code, currency)
) with (fillfactor = 70);
grant select, insert, update on board_hour to tessera_app;

-- board_hour includes the movements of transactions below counted_to. Counting locks the row.
create table board_progress (
  only_row boolean primary key default true check (only_row),
  counted_to bigint not null default 0,
  -- When the ledger invariants were last started, by the database's clock.
  checks_begun_at timestamptz not null default '-infinity'
);
insert into board_progress default values;
grant select, insert, update on board_progress to tessera_app;

-- The last result of each ledger invariant, by the application's clock.
create table standing_check (
  name text primary key,
  holds boolean not null,
  -- The first row that fails it, as JSON.
  first_broken text,
  checked_at timestamptz not null,
  duration_ms integer not null
);
grant select, insert, update on standing_check to tessera_app;

-- Requests to close a customer's account. A request ends when it is canceled or the account is
-- closed. Rows are kept for the record.
create table account_closing (
  id uuid primary key,
  customer_id uuid not null references customer,
  person_id uuid not null references person,
  -- The idempotency key of the requesting call.
  client_key text not null check (length(client_key) between 1 and 255),
  factor text not null check (factor in ('password', 'totp', 'recovery', 'passkey')),
  asked_at timestamptz not null,
  -- The end of the cooling period.
  ends_at timestamptz not null check (ends_at > asked_at),
  -- Canceled by the customer, or by a mailed link.
  cancelled_at timestamptz,
  cancelled_by text,
  -- When the reminder was mailed.
  reminded_at timestamptz,
  -- When the end of the cooling period was noticed; cards close from then on.
  settling_at timestamptz,
  -- When the customer was mailed that the closing waits for them; null again after new amounts.
  waiting_mailed_at timestamptz,
  closed_at timestamptz,
  -- When closed_at was written, by the database's clock: a live program counts the years until it
  -- erases the customer from here, whatever dates the application writes.
  closed_recorded_at timestamptz,
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (cancelled_at is null or closed_at is null),
  check (closed_at is null or settling_at is not null),
  check (settling_at is null or settling_at >= ends_at)
);
-- A customer has one at a time, and no other once the account is closed.
create unique index account_closing_open on account_closing (customer_id)
  where cancelled_at is null;
create unique index account_closing_key on account_closing (customer_id, client_key);
create index account_closing_due on account_closing (ends_at)
  where cancelled_at is null and closed_at is null;
-- Finds accounts by how long they have been closed.
create index account_closing_closed on account_closing (closed_at, customer_id)
  where closed_at is not null;
grant select, insert, update (cancelled_at, cancelled_by, reminded_at, settling_at,
  waiting_mailed_at, closed_at) on account_closing to tessera_app;

-- Balances that the customer agreed to leave, and those left at the closing, which support pays
-- out.
create table account_closing_amount (
  closing_id uuid not null references account_closing,
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  named_minor bigint not null check (named_minor >= 0),
  -- Null until the account is closed.
  left_minor bigint check (left_minor >= 0 and left_minor <= named_minor),
  primary key (closing_id, currency)
);
grant select, insert, update (left_minor), delete on account_closing_amount to tessera_app;

-- Mailed links that cancel a closing, by the SHA-256 of their secrets.
create table account_closing_link (
  token_hash bytea primary key,
  closing_id uuid not null references account_closing
);
create index account_closing_link_of on account_closing_link (closing_id);
grant select, insert on account_closing_link to tessera_app;

-- Erased customers. The list is also kept outside the database: after an older backup was restored,
-- these customers are erased again.
create table erasure (
  customer_id uuid primary key references customer,
  erased_at timestamptz not null,
  reason text not null check (reason in ('period_over', 'sandbox', 'replay'))
);
grant select on erasure to tessera_app;

-- The dashboard finds failed jobs without reading the completed ones.
create index job_failed on jobs.job_common (name, completed_on) where state = 'failed';
