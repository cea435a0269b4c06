-- Says that this database is practice's alone. It is made before anything else, so that practice is
-- never set up in a database that was not empty, such as that of the real books.
CREATE TABLE practice_mark (made_at timestamptz NOT NULL DEFAULT clock_timestamp());
