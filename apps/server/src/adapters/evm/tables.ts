import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["evm_address", "evm_chain", "evm_block", "evm_transfer", "evm_count", "tron_address"],
});
