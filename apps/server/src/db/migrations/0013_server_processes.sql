-- Running servers. The number is part of the ids of the holds that a server asks for, so that
-- another server finds them after it has died. A number is free again once its row is deleted.
create sequence server_process_number as smallint minvalue 1 maxvalue 2047 cycle;
create table server_process (
  id uuid primary key,
  number smallint not null unique check (number between 1 and 2047),
  started_at timestamptz not null default now(),
  -- By the database's clock.
  heartbeat_at timestamptz not null default now(),
  -- By the product's clock: every payment that the server began before this was answered.
  answered_through timestamptz not null
);
grant select, insert, update (heartbeat_at, answered_through), delete on server_process to
  tessera_app;
grant usage on sequence server_process_number to tessera_app;

-- Declines that may have been sent to the card network while it is unknown whether their hold was
-- committed. A row is deleted once the hold is known not to exist, or has ended, or was approved.
create table open_hold_question (
  -- The hold and its payment share this id.
  movement_id uuid primary key,
  -- The process that settles it.
  process_id uuid not null references server_process (id),
  -- The decline as a movement of the ledger, with amounts as text.
  decline jsonb not null,
  asked_at timestamptz not null default now()
);
create index open_hold_question_of_process on open_hold_question (process_id);
grant select, insert, update (process_id), delete on open_hold_question to tessera_app;

alter table review_case drop constraint review_case_kind_check;
-- expand: permits every row that the former constraint permits
alter table review_case add constraint review_case_kind_check check (kind in
  ('withdrawal', 'card_application', 'deposit', 'profile_change', 'factor_reset',
   'unanswered_hold'));
