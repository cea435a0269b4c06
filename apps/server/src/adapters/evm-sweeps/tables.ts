import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["evm_sweep", "evm_sweep_progress"],
  reads: ["evm_address", "evm_transfer"],
});
