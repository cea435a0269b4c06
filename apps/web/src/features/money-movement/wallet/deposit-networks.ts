import type { Deposit } from "@tessera/contract/money-movement/wallet.schemas";

export type DepositNetwork = Deposit["network"];

interface NetworkFacts {
  /** How a choice names the network: by its token standard or, without one, by its chain. */
  readonly label: string;
  /** The chain's name, which is not translated. */
  readonly chain: string;
  /** Approximate time between blocks, in seconds. */
  readonly blockSeconds: number;
}

export const NETWORK_FACTS: Readonly<Record<DepositNetwork, NetworkFacts>> = {
  TRC20: { label: "TRC20", chain: "TRON", blockSeconds: 3 },
  ERC20: { label: "ERC20", chain: "Ethereum", blockSeconds: 12 },
  BEP20: { label: "BEP20", chain: "BNB Smart Chain", blockSeconds: 3 },
  BASE: { label: "Base", chain: "Base", blockSeconds: 2 },
  POLYGON: { label: "Polygon", chain: "Polygon", blockSeconds: 2 },
};

/**
 * Estimates the time until the remaining confirmations arrive, in seconds, rounded up to a multiple
 * of ten.
 */
export function remainingSeconds(
  deposit: Pick<Deposit, "network" | "confirmations" | "confirmationsRequired">,
): number {
  const missing = Math.max(0, deposit.confirmationsRequired - deposit.confirmations);
  return Math.ceil((missing * NETWORK_FACTS[deposit.network].blockSeconds) / 10) * 10;
}
