-- When administrators were mailed about a stop; null until then. Stops that were lifted before need
-- no mail.
ALTER TABLE account_stop ADD COLUMN mailed_at timestamptz;
UPDATE account_stop SET mailed_at = lifted_at WHERE lifted_at IS NOT NULL;
GRANT UPDATE (mailed_at) ON account_stop TO tessera_app;
