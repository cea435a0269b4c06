-- The partitions that a new ledger starts with. A daily job creates the partitions for later
-- months.
select ledger.ensure_partitions(now() - interval '13 months', now() + interval '3 months');
