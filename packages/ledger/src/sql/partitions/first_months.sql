-- The partitions that new books begin with. A daily job creates those of later months.
select ledger.ensure_partitions(now() - interval '13 months', now() + interval '3 months');
