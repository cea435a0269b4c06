import type {
  PayoutNetwork,
  PayoutOutcome,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { Table } from "../../platform/database/table.ts";

type SandboxPayoutTable = Table<
  "sandbox_payout",
  { network: PayoutNetwork; outcome: PayoutOutcome }
>;

export type SandboxPayoutTables = {
  sandbox_payout: SandboxPayoutTable;
  sandbox_payout_outcome: Table<"sandbox_payout_outcome", { outcome: PayoutOutcome }>;
  sandbox_payout_message: Table<"sandbox_payout_message">;
};
