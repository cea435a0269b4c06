-- Keys with which a customer's software calls the API.

create table api_key (
  id uuid primary key,
  customer_id uuid not null references customer (id),
  -- Who created it. Calls made with the key are made on this person's behalf.
  person_id uuid not null references person (id),
  name text not null check (length(name) between 1 and 60),
  mode text not null check (mode in ('live', 'test')),
  -- The access to each tag of the contract, such as {bills:read,cards:write}.
  scopes text[] not null check (cardinality(scopes) between 1 and 40),
  -- Addresses and networks from which it may be used. Empty: any.
  addresses text[] not null check (cardinality(addresses) <= 20),
  calls_per_minute integer not null check (calls_per_minute between 1 and 600),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  last_used_network text,
  revoked_at timestamptz,
  revoked_because text check (revoked_because in ('owner', 'exposed', 'alarm')),
  check ((revoked_at is null) = (revoked_because is null))
);
create index api_key_customer on api_key (customer_id, created_at desc, id desc);
grant select, insert, update on api_key to tessera_app;

-- A key's texts. Rotating a key adds one and ends the former.
create table api_key_text (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  key_id uuid not null references api_key (id),
  hint text not null check (length(hint) between 1 and 40),
  created_at timestamptz not null,
  -- Until when it works; null for the key's current text.
  ends_at timestamptz
);
create unique index api_key_text_current on api_key_text (key_id) where ends_at is null;
create index api_key_text_former on api_key_text (key_id, ends_at);
grant select, insert, update on api_key_text to tessera_app;

create table api_key_ceiling (
  key_id uuid not null references api_key (id),
  currency text not null check (currency in ('USD', 'CNY', 'EUR')),
  per_call_minor bigint not null check (per_call_minor > 0),
  per_day_minor bigint not null check (per_day_minor > 0),
  primary key (key_id, currency)
);
grant select, insert on api_key_ceiling to tessera_app;

create table api_key_call (
  -- The id sorts by time.
  id uuid primary key,
  key_id uuid not null references api_key (id),
  at timestamptz not null,
  method text not null check (length(method) <= 10),
  route text not null check (length(route) <= 200),
  status integer not null check (status between 100 and 599),
  code text check (length(code) <= 60),
  address text not null check (length(address) <= 64),
  duration_ms integer not null check (duration_ms >= 0),
  request_id text not null check (length(request_id) <= 64)
);
create index api_key_call_of_key on api_key_call (key_id, id desc);
create index api_key_call_age on api_key_call (at);
grant select, insert, delete on api_key_call to tessera_app;
