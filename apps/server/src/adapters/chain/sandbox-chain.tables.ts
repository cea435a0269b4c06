import type { Table } from "../../platform/database/table.ts";
import type { ChainNetwork } from "./chain-provider.ts";

type SandboxChainTransferRow = Table<"sandbox_chain_transfer", { network: ChainNetwork }>;

export type SandboxChainTables = {
  sandbox_chain_transfer: SandboxChainTransferRow;
};
