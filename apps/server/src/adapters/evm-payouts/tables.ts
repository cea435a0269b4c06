import { declareTables } from "../../platform/database/declare-tables.ts";

export const tables = declareTables({
  owns: ["evm_payout", "evm_payout_transaction", "evm_wallet"],
});
