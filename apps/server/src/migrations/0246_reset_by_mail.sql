-- When somebody last set a password by a mailed code. A hold that a "not me" began ends after that
-- alone: whoever stole the password can change it and enrol factors, and reads no owner's mail.
-- Empty for resets from before this column; those who are on hold then reset once more.
ALTER TABLE person ADD COLUMN password_reset_at timestamptz;
GRANT UPDATE (password_reset_at) ON person TO tessera_app;
