import type { ReadNetwork } from "../../platform/config/evm-settings.ts";
import type { Table } from "../../platform/database/table.ts";

export type EvmTables = {
  evm_address: Table<"evm_address", { network: ReadNetwork }>;
  evm_chain: Table<"evm_chain", { network: ReadNetwork }>;
  evm_block: Table<"evm_block">;
  evm_transfer: Table<"evm_transfer", { network: ReadNetwork }>;
  evm_count: Table<"evm_count">;
  tron_address: Table<"tron_address">;
};
