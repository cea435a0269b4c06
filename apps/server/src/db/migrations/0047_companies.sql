-- Companies: customers with members instead of a person of their own.

create table company (
  customer_id uuid primary key references customer (id),
  name text not null check (length(name) between 1 and 80),
  created_by uuid not null references person (id),
  created_at timestamptz not null,
  -- The idempotency key of the call that created it.
  client_key text not null check (length(client_key) <= 255),
  unique (created_by, client_key)
);
-- Operators find a company by the beginning of its name.
create index company_name_begins on company (lower(name) text_pattern_ops);
grant select, insert on company to tessera_app;

create table membership (
  id uuid primary key,
  customer_id uuid not null references company (customer_id),
  person_id uuid not null references person (id),
  role text not null check (role in ('owner', 'admin', 'manager', 'bookkeeper', 'auditor')),
  -- Whose invitation was accepted; null for who created the company.
  invited_by uuid references person (id),
  joined_at timestamptz not null,
  revision integer not null default 1 check (revision > 0),
  unique (customer_id, person_id)
);
create unique index membership_owner on membership (customer_id) where role = 'owner';
create index membership_person on membership (person_id);
grant select, insert, update (role, revision), delete on membership to tessera_app;

create table membership_invitation (
  id uuid primary key,
  customer_id uuid not null references company (customer_id),
  email text not null check (email = lower(email) and length(email) <= 254),
  role text not null check (role in ('admin', 'manager', 'bookkeeper', 'auditor')),
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The idempotency key of the call that sent it.
  client_key text not null check (length(client_key) <= 255),
  invited_by uuid not null references person (id),
  invited_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > invited_at),
  unique (customer_id, email),
  unique (customer_id, client_key)
);
create index membership_invitation_inviter on membership_invitation (invited_by);
create index membership_invitation_expires_at on membership_invitation (expires_at);
grant select, insert, delete on membership_invitation to tessera_app;

-- A handover that the owner has asked for and the new owner has not accepted yet.
create table ownership_handover (
  customer_id uuid primary key references company (customer_id),
  from_id uuid not null references membership (id) on delete cascade,
  to_id uuid not null references membership (id) on delete cascade,
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  check (from_id <> to_id)
);
create index ownership_handover_to on ownership_handover (to_id);
grant select, insert, delete on ownership_handover to tessera_app;

-- What was accepted for a company, and by whom.
create table company_acceptance (
  customer_id uuid not null references company (customer_id),
  text text not null check (text in ('terms', 'privacy', 'security', 'agreement')),
  version integer not null check (version > 0),
  person_id uuid not null references person (id),
  locale text not null check (locale in ('en', 'zh-CN', 'zh-TW')),
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null,
  network text,
  device text not null,
  primary key (customer_id, text, version)
);
create index company_acceptance_person on company_acceptance (person_id);
grant select, insert on company_acceptance to tessera_app;

-- A session that acts for a company ends with the person's own session and with the membership.
alter table session add column parent_id uuid references session (id) on delete cascade;
alter table session add column membership_id uuid references membership (id) on delete cascade;
create index if not exists session_parent on session (parent_id) where parent_id is not null;
create index if not exists session_membership on session (membership_id)
  where membership_id is not null;
