import type {
  PayoutNetwork,
  PayoutOutcome,
} from "@tessera/contract/money-movement/withdrawals.schemas";
import type { Generated } from "kysely";

interface SandboxPayoutTable {
  id: string;
  network: PayoutNetwork;
  address: string;
  amount_minor: bigint;
  outcome: PayoutOutcome;
  status: string;
  confirmations: Generated<number>;
  transaction_hash: string | null;
  blocks: Generated<number>;
  requests: Generated<number>;
  closed: Generated<boolean>;
  created_at: Date;
}

export type SandboxPayoutTables = {
  sandbox_payout: SandboxPayoutTable;
  sandbox_payout_outcome: { id: string; outcome: PayoutOutcome; used_at: Date | null };
  sandbox_payout_message: { id: string; payout_id: string; status: string; deliveries: number };
};
