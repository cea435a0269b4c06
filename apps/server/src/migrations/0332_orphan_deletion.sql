-- An orphan that is being deleted can no longer be claimed by the upload that wrote it: whether its
-- object is still there is known only once the storage has answered.
ALTER TABLE file_orphan ADD COLUMN is_deleting boolean NOT NULL DEFAULT false;
GRANT UPDATE (since, is_deleting) ON file_orphan TO tessera_app;
