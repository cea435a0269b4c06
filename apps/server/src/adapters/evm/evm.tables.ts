import type { EvmNetwork } from "../../platform/config/evm-settings.ts";
import type { Table } from "../../platform/database/table.ts";

export type EvmTables = {
  evm_address: Table<"evm_address", { network: EvmNetwork }>;
  evm_chain: Table<"evm_chain", { network: EvmNetwork }>;
  evm_block: Table<"evm_block">;
  evm_transfer: Table<"evm_transfer", { network: EvmNetwork }>;
  evm_count: Table<"evm_count">;
};
