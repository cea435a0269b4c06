-- A customer of the program. Everything the customer owns refers to this id.
create table customer (
  id uuid primary key,
  suspended_at timestamptz,
  created_at timestamptz not null,
  -- Increases with every change of the rules that apply to the customer's payments, so that a
  -- server knows whether the rules it has compiled are current.
  risk_revision bigint not null default 0
);
create index customer_suspended on customer (id) where suspended_at is not null;
grant select, insert, update (suspended_at, risk_revision) on customer to tessera_app;

-- Somebody who signs in: a customer's user, or an operator, who has no customer.
create table person (
  id uuid primary key,
  customer_id uuid unique references customer,
  username text not null unique
    check (username = lower(username) and username ~ '^[a-z0-9][a-z0-9._-]{1,39}$'),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  role text not null
    check (role in ('customer', 'support', 'reviewer', 'administrator', 'auditor')),
  password_hash text not null,
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  created_at timestamptz not null,
  -- When the password or a second factor last changed.
  security_changed_at timestamptz,
  -- When the password was last set by a mailed code. A security hold ends only after that: a thief
  -- of the password can change it and enroll factors, but cannot read the owner's mail.
  password_reset_at timestamptz,
  -- Operators only; a customer is suspended in customer.suspended_at. A removed operator keeps
  -- the row, because the audit log names it, and loses the email, the password and every factor.
  suspended_at timestamptz,
  removed_at timestamptz,
  revision integer not null default 1 check (revision > 0),
  changed_by text check (length(changed_by) between 1 and 120),
  changed_at timestamptz,
  -- The administrator whose invitation was accepted; absent for one who was added on the server.
  invited_by_id uuid references person,
  check ((role = 'customer') = (customer_id is not null)),
  constraint person_access_of_operators
    check (customer_id is null or (suspended_at is null and removed_at is null)),
  constraint person_invited_to_operate check (customer_id is null or invited_by_id is null),
  constraint person_changed_by_somebody check ((changed_by is null) = (changed_at is null))
);
-- Operators find a customer by the beginning of a username or an email.
create index person_username_begins on person (username text_pattern_ops) include (customer_id)
  where customer_id is not null;
create index person_email_begins on person (email text_pattern_ops) include (customer_id)
  where customer_id is not null;
create index person_operator on person (username) where customer_id is null;
grant select, insert, update (username, password_hash, locale, security_changed_at, email,
  password_reset_at, role, suspended_at, removed_at, revision, changed_by, changed_at) on person to
  tessera_app;

-- Which of the ledger's accounts are a customer's.
create table customer_account (
  customer_id uuid not null references customer,
  kind text not null check (kind in ('account', 'receivable')),
  currency text not null check (length(currency) = 3),
  account_id bigint not null unique,
  primary key (customer_id, kind, currency)
);
grant select, insert on customer_account to tessera_app;

-- The data key of each person. Rows that are never changed carry personal fields sealed under it,
-- so that destroying the key erases them and no seal of the ledger breaks.
create table person_key (
  -- A customer, an operator's person, a month of visitors without an account, or the program.
  owner_id uuid primary key,
  owner_kind text not null check (owner_kind in ('customer', 'operator', 'visitors', 'program')),
  -- The root key that wraps, so that it can be replaced while older rows still open.
  key_id text,
  wrapped_key bytea,
  created_at timestamptz not null default now(),
  destroyed_at timestamptz,
  -- The transaction that made the key: others may cache it only once that committed.
  made_by xid8 not null default pg_current_xact_id(),
  check ((key_id is null) = (destroyed_at is not null)),
  check ((wrapped_key is null) = (destroyed_at is not null))
);
create index person_key_wrapped on person_key (key_id) where key_id is not null;
grant select, insert, update (key_id, wrapped_key, destroyed_at) on person_key to tessera_app;

-- Sign-ins. A token is 256 random bits, stored as its SHA-256.
create table session (
  id uuid primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  person_id uuid not null references person,
  idle_seconds integer not null check (idle_seconds > 0),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text not null,
  device text not null check (length(device) <= 200)
);
create index session_person on session (person_id, last_seen_at);
create index session_expires_at on session (expires_at);
grant select, insert, update, delete on session to tessera_app;

-- Step-up tokens: within one session, somebody authenticated again.
create table session_proof (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references session on delete cascade,
  expires_at timestamptz not null,
  -- What the step-up token was given for.
  factor text not null default 'password'
    check (factor in ('password', 'totp', 'recovery', 'passkey')),
  -- SHA-256 of what its owner was shown and agreed to; null where it is bound to nothing.
  subject_hash bytea check (length(subject_hash) = 32)
);
create index session_proof_session on session_proof (session_id);
grant select, insert, delete on session_proof to tessera_app;

-- A captcha is a picture, whose answer is stored as a hash, or a proof of work: proof_parts parts,
-- each with proof_bits leading zero bits after proof_rounds rounds.
create table captcha (
  id text primary key,
  answer_hash bytea check (length(answer_hash) = 32),
  expires_at timestamptz not null,
  proof_parts smallint check (proof_parts between 1 and 16),
  proof_bits smallint check (proof_bits between 1 and 16),
  proof_rounds integer check (proof_rounds between 1 and 100000),
  check (num_nulls(answer_hash, proof_parts) = 1),
  check (num_nulls(proof_parts, proof_bits, proof_rounds) in (0, 3))
);
create index captcha_expires_at on captcha (expires_at);
grant select, insert, delete on captcha to tessera_app;

-- The current mailed code of an address and a purpose, as a keyed hash. A new code replaces it.
create table mailed_code (
  purpose text not null check (purpose in ('register', 'reset', 'email_change')),
  address_hash bytea not null check (length(address_hash) = 32),
  id uuid not null,
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (purpose, address_hash)
);
create index mailed_code_expires_at on mailed_code (expires_at);
grant select, insert, update, delete on mailed_code to tessera_app;

-- Registrations that wait for their mailed link. They reserve neither email nor username.
create table registration (
  token_hash bytea primary key check (length(token_hash) = 32),
  email text not null,
  password_hash text not null,
  locale text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When, from which network and on which device the terms were accepted.
  requested_at timestamptz,
  network text,
  device text
);
create index registration_email on registration (email);
create index registration_expires_at on registration (expires_at);
grant select, insert, update, delete on registration to tessera_app;

-- Consecutive wrong passwords by the account name typed, whether or not the account exists.
create table sign_in_failure (
  name_hash bytea primary key check (length(name_hash) = 32),
  failures integer not null check (failures > 0),
  last_at timestamptz not null
);
grant select, insert, update, delete on sign_in_failure to tessera_app;

-- Sign-in attempts by account name and network, whether or not the account exists. Both are stored
-- as keyed hashes. sign_in_failure counts by name alone, across all networks.
create table sign_in_network (
  name_hash bytea not null check (length(name_hash) = 32),
  network_hash bytea not null check (length(network_hash) = 32),
  -- Consecutive wrong passwords.
  failures integer not null check (failures >= 0),
  last_at timestamptz not null,
  -- When the right password last came from there.
  succeeded_at timestamptz,
  primary key (name_hash, network_hash)
);
create index sign_in_network_last_at on sign_in_network (last_at);
grant select, insert, update, delete on sign_in_network to tessera_app;

-- Authenticator apps. The secret is sealed with the row's owner as associated data.
create table totp_factor (
  person_id uuid primary key references person,
  sealed_secret bytea not null,
  -- The last time step whose code was accepted: codes of it and of earlier steps are refused.
  last_step bigint not null,
  -- An account of the demo, whose codes the sandbox shows.
  is_demo boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz
);
grant select, insert, update, delete on totp_factor to tessera_app;

-- Authenticator secrets that were shown and wait for their first code, in the requesting session.
create table totp_enrolment (
  session_id uuid primary key references session on delete cascade,
  sealed_secret bytea not null,
  expires_at timestamptz not null
);
grant select, insert, update, delete on totp_enrolment to tessera_app;

-- Recovery codes, as keyed hashes. Each works once.
create table recovery_code (
  person_id uuid not null references person,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (person_id, code_hash)
);
grant select, insert, update, delete on recovery_code to tessera_app;

create table passkey (
  id uuid primary key,
  person_id uuid not null references person,
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  public_key bytea not null,
  -- The authenticator's last signature count, which must never decrease once it is above zero.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id, created_at);
grant select, insert, update, delete on passkey to tessera_app;

-- Challenges for a session's passkey: 32 random bytes, stored as their SHA-256.
create table passkey_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  session_id uuid not null references session on delete cascade,
  purpose text not null check (purpose in ('enrol', 'proof')),
  expires_at timestamptz not null
);
create index passkey_challenge_session on passkey_challenge (session_id);
create index passkey_challenge_expires_at on passkey_challenge (expires_at);
grant select, insert, delete on passkey_challenge to tessera_app;

-- Sign-ins with a correct password that wait for a second factor.
create table sign_in_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  person_id uuid not null references person,
  -- The account name typed, as a keyed hash, by which wrong attempts are throttled.
  tried_name_hash bytea not null check (length(tried_name_hash) = 32),
  remember boolean not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_person on sign_in_challenge (person_id);
create index sign_in_challenge_expires_at on sign_in_challenge (expires_at);
grant select, insert, delete on sign_in_challenge to tessera_app;

-- Consecutive wrong codes. An attempt is counted before its code is checked, so that parallel
-- attempts gain nothing.
create table factor_failure (
  person_id uuid primary key references person,
  failures integer not null check (failures >= 0),
  last_at timestamptz not null
);
grant select, insert, update, delete on factor_failure to tessera_app;

-- 2FA recovery under dual control: one operator proposes the reset with a reason, another decides
-- its review case, which holds the outcome. Rows never change.
create table factor_reset (
  id uuid primary key,
  customer_id uuid not null references customer,
  reason text not null check (char_length(reason) between 1 and 300),
  proposer_id uuid not null,
  proposed_by text not null check (length(proposed_by) between 1 and 80),
  proposed_at timestamptz not null
);
create index factor_reset_of_customer on factor_reset (customer_id, id desc);
grant select, insert on factor_reset to tessera_app;

-- Somebody followed the “not me” link of a mail: payouts and card numbers are blocked until the
-- password was reset and an operator lifted the hold. Rows are kept for the record.
create table security_hold (
  id uuid primary key,
  customer_id uuid not null references customer,
  -- The subject of the mail whose link placed the hold.
  about_id uuid not null,
  began_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text check (length(lifted_by) between 1 and 80),
  lift_reason text check (char_length(lift_reason) between 1 and 500),
  check ((lifted_at is null) = (lifted_by is null)),
  check ((lifted_at is null) = (lift_reason is null))
);
create unique index security_hold_open on security_hold (customer_id) where lifted_at is null;
grant select, insert, update (lifted_at, lifted_by, lift_reason) on security_hold to tessera_app;

-- A customer's request to change the email. It begins with a code mailed to the new address; a
-- customer who has money or cards then waits for an operator. Rows are kept for the record.
create table email_change (
  id uuid primary key,
  customer_id uuid not null references customer,
  person_id uuid not null references person,
  old_email text not null,
  new_email text not null check (new_email <> old_email),
  status text not null check (status in
    ('code_sent', 'reviewing', 'applied', 'rejected', 'cancelled', 'expired', 'taken', 'restored')),
  -- The session that survives when the others end: the requesting one, then the confirming one.
  session_id uuid not null,
  factor text not null check (factor in ('password', 'totp', 'recovery', 'passkey')),
  requested_at timestamptz not null,
  -- When its code expires.
  expires_at timestamptz not null,
  case_id uuid,
  ended_at timestamptz,
  check ((status = 'reviewing') <= (case_id is not null)),
  check ((status in ('code_sent', 'reviewing')) = (ended_at is null))
);
-- One open request of a customer at a time.
create unique index email_change_open on email_change (customer_id) where ended_at is null;
create index email_change_of_customer on email_change (customer_id, id desc);
grant select, insert, update (status, session_id, case_id, ended_at) on email_change to tessera_app;

-- Invitations of operators. The mailed link has a token of 256 random bits, stored as its SHA-256.
-- An expired invitation keeps the status `waiting`; compare expires_at.
create table operator_invitation (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('support', 'reviewer', 'administrator', 'auditor')),
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  status text not null check (status in ('waiting', 'accepted', 'withdrawn')),
  revision integer not null check (revision > 0),
  inviter_id uuid not null references person,
  invited_by text not null,
  -- The second administrator, where one was needed.
  approved_by text,
  invited_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  person_id uuid unique references person,
  check ((status = 'waiting') = (ended_at is null)),
  check ((ended_at is null) = (ended_by is null)),
  check ((status = 'accepted') = (person_id is not null)),
  check (role not in ('reviewer', 'administrator') or approved_by is not null)
);
create unique index operator_invitation_waiting on operator_invitation (email)
  where status = 'waiting';
create index operator_invitation_inviter on operator_invitation (inviter_id)
  where status = 'waiting';
grant select, insert, update (token_hash, status, revision, sent_at, expires_at, ended_at, ended_by,
  person_id) on operator_invitation to tessera_app;

-- Changes under maker-checker control: one administrator proposes, another decides. The terms never
-- change. An expired proposal keeps the status `waiting`; compare expires_at.
create table proposal (
  id uuid primary key,
  kind text not null check (kind in ('operator_invite', 'operator_role', 'operator_suspend',
    'operator_resume', 'operator_remove', 'settings')),
  terms jsonb not null,
  -- The operator it is about; absent for an invitation and for the settings.
  operator_id uuid references person,
  reason text not null check (char_length(reason) between 1 and 200),
  status text not null check (status in ('waiting', 'approved', 'rejected', 'withdrawn')),
  proposer_id uuid not null references person,
  proposed_by text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  client_key text not null,
  -- Absent where the proposal ended because its proposer lost their rights.
  decider_id uuid references person,
  decided_by text,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) between 1 and 200),
  unique (proposer_id, client_key),
  check ((status = 'waiting') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  -- Two people: nobody approves or rejects what they proposed, and nobody else withdraws it.
  check (status not in ('approved', 'rejected') or (decider_id is not null
    and decider_id <> proposer_id)),
  check (status <> 'withdrawn' or decider_id is null or decider_id = proposer_id),
  check (status <> 'rejected' or operator_id is null or decider_id <> operator_id)
);
create index proposal_waiting on proposal (id desc) where status = 'waiting';
create index proposal_proposer on proposal (proposer_id) where status = 'waiting';
grant select, insert, update (status, decider_id, decided_by, decided_at, decision_note) on proposal
  to tessera_app;

-- Which version of which legal text a person accepted. A row is never changed or deleted, and a
-- person accepts a version once.
create table legal_acceptance (
  person_id uuid not null references person (id),
  customer_id uuid not null references customer (id),
  text text not null check (text in ('terms', 'privacy', 'security', 'agreement')),
  version integer not null check (version > 0),
  -- The language in which it was shown, and the SHA-256 of the text in that language.
  locale text not null check (locale in ('en', 'zh-CN', 'zh-TW')),
  text_sha256 text check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null,
  -- The client's network (/24 or /48), and its User-Agent as in session.device.
  network text,
  device text not null,
  source text not null check (source in ('registration', 'console', 'before_records')),
  primary key (person_id, text, version),
  check ((source = 'before_records') = (text_sha256 is null))
);
create index legal_acceptance_customer on legal_acceptance (customer_id);
grant select, insert on legal_acceptance to tessera_app;

-- Whether a browser was seen before, by its name or, since that is sealed, by a keyed hash of it.
create index audit_device on ledger.audit (actor, (data ->> 'device'))
  where action = 'signed_in';
create index audit_device_mark on ledger.audit (actor, (data ->> 'deviceMark'))
  where action = 'signed_in';
