-- Conversations of customers with support. What a conversation is about is attached as it was when
-- it began. Counts of what is unread are kept beside it: a list and a badge read no message.
CREATE TABLE support_conversation (
  id uuid PRIMARY KEY,
  customer_id uuid NOT NULL REFERENCES customer,
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 120),
  status text NOT NULL CHECK (status IN ('open', 'pending', 'snoozed', 'resolved')),
  -- From low to urgent.
  priority smallint NOT NULL DEFAULT 1 CHECK (priority BETWEEN 0 AND 3),
  assignee_id uuid REFERENCES person,
  snoozed_until timestamptz,
  facts jsonb,
  article text,
  -- Messages and notes, counted.
  last_seq integer NOT NULL CHECK (last_seq > 0),
  -- The last word that both sides may read.
  last_message_id uuid NOT NULL,
  last_at timestamptz NOT NULL,
  customer_read_seq integer NOT NULL DEFAULT 0,
  desk_read_seq integer NOT NULL DEFAULT 0,
  customer_unread integer NOT NULL DEFAULT 0 CHECK (customer_unread >= 0),
  desk_unread integer NOT NULL DEFAULT 0 CHECK (desk_unread >= 0),
  -- When a mail is to say that there is an answer, and when one did; neither once all is read.
  mail_due_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  client_key text NOT NULL UNIQUE,
  CHECK ((status = 'snoozed') = (snoozed_until IS NOT NULL)),
  CHECK ((status = 'resolved') = (resolved_at IS NOT NULL))
);
CREATE INDEX support_conversation_of_customer
  ON support_conversation (customer_id, last_at DESC, id DESC);
CREATE INDEX support_conversation_queue
  ON support_conversation (priority DESC, last_at DESC, id DESC);
CREATE INDEX support_conversation_open ON support_conversation (last_at) WHERE status = 'open';
CREATE INDEX support_conversation_snoozed
  ON support_conversation (snoozed_until) WHERE status = 'snoozed';
CREATE INDEX support_conversation_mail_due
  ON support_conversation (mail_due_at) WHERE mail_due_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE ON support_conversation TO tessera_app;

CREATE TABLE support_message (
  id uuid PRIMARY KEY,
  conversation_id uuid NOT NULL REFERENCES support_conversation,
  seq integer NOT NULL CHECK (seq > 0),
  -- A note is for the desk alone.
  kind text NOT NULL CHECK (kind IN ('message', 'note')),
  from_desk boolean NOT NULL,
  person_id uuid NOT NULL REFERENCES person,
  text text NOT NULL CHECK (char_length(text) <= 4000),
  created_at timestamptz NOT NULL,
  client_key text NOT NULL UNIQUE,
  UNIQUE (conversation_id, seq),
  CHECK (from_desk OR kind = 'message')
);
GRANT SELECT, INSERT ON support_message TO tessera_app;

-- Files of messages, sealed. One that no message takes along is forgotten after a day.
CREATE TABLE support_attachment (
  id uuid PRIMARY KEY,
  -- Whoever sent it: a customer, or somebody of the desk by their own id.
  owner_id uuid NOT NULL,
  message_id uuid REFERENCES support_message,
  place smallint,
  name text CHECK (char_length(name) BETWEEN 1 AND 130),
  kind text NOT NULL
    CHECK (kind IN ('application/pdf', 'image/jpeg', 'image/png', 'text/plain')),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 5242880),
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  CHECK ((message_id IS NULL) = (place IS NULL) AND (message_id IS NULL) = (name IS NULL))
);
-- Sealed bytes do not get smaller by trying.
ALTER TABLE support_attachment ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX support_attachment_of_message ON support_attachment (message_id, place);
CREATE INDEX support_attachment_unclaimed ON support_attachment (created_at)
  WHERE message_id IS NULL;
GRANT SELECT, INSERT, DELETE ON support_attachment TO tessera_app;
GRANT UPDATE (message_id, place, name) ON support_attachment TO tessera_app;

-- Answers that are written beforehand, with a text for each language.
CREATE TABLE support_answer (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  texts jsonb NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  deleted_at timestamptz,
  client_key text NOT NULL UNIQUE
);
CREATE UNIQUE INDEX support_answer_name ON support_answer (lower(name)) WHERE deleted_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON support_answer TO tessera_app;

-- Whether an article of the help centre helped: the last word of each customer.
CREATE TABLE support_article_vote (
  article text NOT NULL CHECK (length(article) <= 60),
  customer_id uuid NOT NULL REFERENCES customer,
  helped boolean NOT NULL,
  locale text NOT NULL CHECK (locale IN ('zh-CN', 'zh-TW', 'en')),
  voted_at timestamptz NOT NULL,
  PRIMARY KEY (article, customer_id)
);
GRANT SELECT, INSERT, UPDATE ON support_article_vote TO tessera_app;
