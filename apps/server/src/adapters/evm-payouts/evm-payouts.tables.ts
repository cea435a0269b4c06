import type { EvmPayoutNetwork } from "../../platform/config/evm-payout-settings.ts";
import type { Table } from "../../platform/database/table.ts";

/**
 * - `waiting`: without a nonce, for example because the wallet holds too little
 * - `assigned`: has a nonce, and may have been signed
 * - `signed`: has signed transactions, which may have been sent
 * - `completed`, `failed`, `declined`: ended
 */
export type EvmPayoutState =
  | "waiting"
  | "assigned"
  | "signed"
  | "completed"
  | "failed"
  | "declined";

export type EvmPayoutTables = {
  evm_wallet: Table<"evm_wallet", { network: EvmPayoutNetwork }>;
  evm_payout: Table<"evm_payout", { network: EvmPayoutNetwork; state: EvmPayoutState }>;
  evm_payout_transaction: Table<"evm_payout_transaction">;
};
