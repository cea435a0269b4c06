import type { Generated } from "kysely";
import type { ChainNetwork } from "../chain/chain-provider.ts";

interface CustodianTransferTable {
  id: Generated<bigint>;
  network: ChainNetwork;
  transaction_hash: string;
  log_index: number;
  address: string;
  amount_minor: bigint;
  confirmations: number;
  acknowledged_at: Date | null;
}

export type CustodianTables = {
  custodian_transfer: CustodianTransferTable;
  custodian_feed: { feed: string; cursor: string; read_at: Date };
};
