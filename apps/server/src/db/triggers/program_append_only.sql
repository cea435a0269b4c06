-- Refuses changes to program versions, stock changes and cancellations.
create or replace function refuse_programme_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: a change is a new row', tg_table_name
    using errcode = 'TL001';
end
$$;

create or replace trigger programme_setting_append_only
  before update or delete on programme_setting
  for each row execute function refuse_programme_change();
create or replace trigger programme_setting_no_truncate
  before truncate on programme_setting
  for each statement execute function refuse_programme_change();
create or replace trigger programme_rule_version_append_only
  before update or delete on programme_rule_version
  for each row execute function refuse_programme_change();
create or replace trigger programme_rule_version_no_truncate
  before truncate on programme_rule_version
  for each statement execute function refuse_programme_change();
create or replace trigger card_stock_change_append_only
  before update or delete on card_stock_change
  for each row execute function refuse_programme_change();
create or replace trigger fee_schedule_cancellation_append_only
  before update or delete on fee_schedule_cancellation
  for each row execute function refuse_programme_change();
