-- Deposits of USDC, and deposits on Base and Polygon.

-- The asset that the address's deposit expects.
alter table evm_address add column asset text not null default 'USDT'
  check (asset ~ '^[A-Z0-9]{2,10}$');

alter table deposit drop constraint deposit_asset_check;
-- expand: permits every row that the former constraint permits
alter table deposit add constraint deposit_asset_check check (asset in ('USDT', 'USDC'));
alter table deposit drop constraint deposit_network_check;
-- expand: permits every row that the former constraint permits
alter table deposit add constraint deposit_network_check
  check (network in ('TRC20', 'ERC20', 'BEP20', 'BASE', 'POLYGON'));
alter table deposit_payment drop constraint deposit_payment_expected_network_check;
-- expand: permits every row that the former constraint permits
alter table deposit_payment add constraint deposit_payment_expected_network_check
  check (expected_network in ('TRC20', 'ERC20', 'BEP20', 'BASE', 'POLYGON'));
alter table evm_address drop constraint evm_address_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_address add constraint evm_address_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON'));
alter table evm_chain drop constraint evm_chain_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_chain add constraint evm_chain_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON'));
alter table evm_transfer drop constraint evm_transfer_network_check;
-- expand: permits every row that the former constraint permits
alter table evm_transfer add constraint evm_transfer_network_check
  check (network in ('ERC20', 'BEP20', 'BASE', 'POLYGON'));
