-- Marks a practice database. It runs before everything else, so that practice is never set up in a
-- database that was not empty, such as the real one.
create table practice_mark (made_at timestamptz not null default clock_timestamp());
