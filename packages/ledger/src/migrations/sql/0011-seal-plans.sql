-- Planned once: a block is small, and to plan its sealing anew was a fifth of what it cost. Nothing
-- can go astray by it, as every table here is read by an index whatever the planner believes.
alter function ledger.hash_block set plan_cache_mode = force_generic_plan;
alter function ledger.next_block set plan_cache_mode = force_generic_plan;
alter function ledger.append_seal set plan_cache_mode = force_generic_plan;
