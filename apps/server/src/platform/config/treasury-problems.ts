import type { ConfigProblem } from "./config-schema.ts";
import type { EvmPayoutSettings } from "./evm-payout-settings.ts";
import type { EvmSettings } from "./evm-settings.ts";

/** The settings of wallets. Other providers than these have none. */
interface WalletSettings {
  readonly payout: EvmPayoutSettings | { readonly provider: "none" | "sandbox" | "custodian" };
  readonly chain: EvmSettings | { readonly provider: "none" | "sandbox" | "custodian" };
}

/**
 * Lists the reasons why a server may not use the hot and cold wallets of its settings: a wallet
 * belongs to one cell, because each cell gives out the nonces of its own hot wallet, and counts its
 * own reserves.
 */
export function sharedWalletProblems({
  cells,
  payout,
  chain,
}: WalletSettings & { readonly cells: readonly unknown[] }): ConfigProblem[] {
  const problem = "a wallet belongs to one cell; give each cell servers and wallets of its own";
  const hasCold =
    chain.provider === "evm" && chain.chains.some(({ coldWallet }) => coldWallet !== undefined);
  return cells.length < 2
    ? []
    : [
        ...(payout.provider === "evm" ? [{ setting: "PAYOUT_PROVIDER", problem }] : []),
        ...(hasCold ? [{ setting: "EVM_CHAINS", problem: `coldWallet: ${problem}` }] : []),
      ];
}

/** Lists the networks on which the cold wallet is the hot one. */
export function coldWalletProblems({ payout, chain }: WalletSettings) {
  if (payout.provider !== "evm" || chain.provider !== "evm") {
    return [];
  }
  return chain.chains
    .filter(({ coldWallet }) => coldWallet === payout.wallet)
    .map(({ network }): ConfigProblem => {
      const problem = `${network}: coldWallet: this is the hot wallet; set another address`;
      return { setting: "EVM_CHAINS", problem };
    });
}
