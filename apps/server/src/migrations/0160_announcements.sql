-- What operators tell readers. Content is kept as written and as cleaned, with the version of the
-- cleaning, so that a better one can be applied to what is already there.
create table announcement (
  id uuid primary key,
  type text not null check (type in ('info', 'warning', 'success', 'error')),
  audience text not null check (audience in ('public', 'customers', 'operators')),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  withdrawn_at timestamptz,
  created_by text not null check (length(created_by) between 1 and 120),
  created_at timestamptz not null
);

-- The few that are shown or will be; withdrawn ones gather outside it.
create index announcement_shown on announcement (starts_at desc, id desc)
  where withdrawn_at is null;

create table announcement_text (
  announcement_id uuid not null references announcement (id) on delete cascade,
  locale text not null check (locale in ('zh-CN', 'zh-TW', 'en')),
  title text not null check (length(title) between 1 and 120),
  content_raw text not null check (octet_length(content_raw) <= 20480),
  content_clean text not null check (length(content_clean) > 0),
  sanitiser_version integer not null check (sanitiser_version > 0),
  primary key (announcement_id, locale)
);

grant select, insert, update, delete on announcement, announcement_text to tessera_app;
