-- What reversed bank transfers have left is collected with the debts of retracted payments.
insert into deposit_debt (customer_id, currency)
select distinct customer_id, currency from bank_entry
where state = 'reversed' and movement_id is not null
on conflict do nothing;

-- A statement's transactions are written twice: as they are imported, and as they are decided. Most
-- have no counterpart and no return, so these indexes contain only those that have.
alter table bank_entry drop constraint bank_entry_movement_id_key,
  drop constraint bank_entry_counterpart_id_key, drop constraint bank_entry_return_reference_key;
-- expand: permits every row that the former constraint permits
create unique index if not exists bank_entry_movement on bank_entry (movement_id)
  where movement_id is not null;
-- expand: permits every row that the former constraint permits
create unique index if not exists bank_entry_counterpart on bank_entry (counterpart_id)
  where counterpart_id is not null;
-- expand: permits every row that the former constraint permits
create unique index if not exists bank_entry_return on bank_entry (return_reference)
  where return_reference is not null;

-- A reversal is found by its amount, which all of its ids share.
drop index if exists bank_entry_end_to_end;
create index if not exists bank_entry_amount on bank_entry (account, amount_minor) where is_credit;

-- Lists of states that few transactions have.
create index if not exists bank_entry_rare on bank_entry (state, id)
  where state in ('reviewing', 'returned', 'reversed', 'return_paid', 'reversal');
