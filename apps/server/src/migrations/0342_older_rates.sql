-- A source that answers with rates older than those it gave before is at fault, too. Rates that
-- wait for a second sheet to confirm them go on waiting.
alter table rate_source
  drop constraint rate_source_fault_check,
  drop constraint rate_source_check;
alter table rate_source
  add constraint rate_source_fault_check
    check (fault in ('invalid', 'future', 'older', 'jump')),
  add constraint rate_source_check check (
    case when held_back is null then fault is distinct from 'jump'
    else coalesce(fault in ('jump', 'older'), false) end
  );
