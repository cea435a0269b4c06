-- Assets that the program holds on chains. An asset's currency is its token and network, such as
-- USDT:TRC20, and its amounts have six decimals. ledger.open_asset creates its internal accounts.
alter table ledger.account drop constraint account_currency_check;
-- expand: permits every row that the former constraint permits
alter table ledger.account add constraint account_currency_check
  check (currency ~ '^([A-Z]{3}|[A-Z0-9]{2,10}:[A-Z0-9]{3,10})$');
alter table ledger.account drop constraint account_kind_check;
-- expand: permits every row that the former constraint permits
alter table ledger.account add constraint account_kind_check
  check (kind in ('account', 'card', 'receivable', 'fees', 'network_settlement', 'chain_clearing',
    'bank_clearing', 'fx_position', 'suspense', 'dust'));
