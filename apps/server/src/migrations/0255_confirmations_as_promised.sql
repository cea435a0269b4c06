-- How many confirmations make a payment final is the provider's to say, and is kept with what it
-- was said for: what is read later, or under another provider, stays what was promised.
alter table deposit add column confirmations_required integer not null default 20
  check (confirmations_required between 1 and 100000);
update deposit
  set confirmations_required = case network when 'ERC20' then 12 when 'BEP20' then 15 end
  where network in ('ERC20', 'BEP20');
alter table deposit alter column confirmations_required drop default;

alter table withdrawal_quote add column confirmations_required integer not null default 20
  check (confirmations_required between 1 and 100000);
update withdrawal_quote
  set confirmations_required = case network when 'ERC20' then 12 when 'BEP20' then 15 end
  where network in ('ERC20', 'BEP20');
alter table withdrawal_quote alter column confirmations_required drop default;
