-- Announcements are written, changed and deleted in the console. A draft may have no beginning yet;
-- the revision tells two people who edit at once apart; a deleted one stays, so that the audit
-- trail leads to something.
alter table announcement
  add column is_draft boolean not null default false,
  add column revision integer not null default 1 check (revision > 0),
  add column changed_by text,
  add column changed_at timestamptz,
  add column deleted_at timestamptz,
  -- Of the call that wrote or deleted it, so that the same call again does nothing twice.
  add column client_key text unique,
  add column deleted_with text,
  alter column starts_at drop not null;

-- What was withdrawn waits as a draft for somebody to look at it.
update announcement
  set is_draft = withdrawn_at is not null, changed_by = created_by, changed_at = created_at;

alter table announcement
  alter column is_draft drop default,
  alter column revision drop default,
  alter column changed_by set not null,
  alter column changed_at set not null,
  add check (is_draft or starts_at is not null);

drop index announcement_shown;
alter table announcement drop column withdrawn_at;

create index announcement_shown on announcement (starts_at desc, id desc)
  where deleted_at is null and not is_draft;
-- The list of those who write them, newest first.
create index announcement_listed on announcement (id desc) where deleted_at is null;
