-- How a case's customer knows its subject: a nickname, an asset. Nothing secret.
ALTER TABLE review_case ADD COLUMN label text CHECK (char_length(label) BETWEEN 1 AND 80);
