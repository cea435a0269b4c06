import type { ChainNetwork } from "./chain-provider.ts";

interface SandboxChainTransferRow {
  id: string;
  network: ChainNetwork;
  transaction_hash: string;
  log_index: number;
  address: string;
  amount_minor: bigint;
  confirmations: number;
  acknowledged_at: Date | null;
}

export type SandboxChainTables = {
  sandbox_chain_transfer: SandboxChainTransferRow;
};
