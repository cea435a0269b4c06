import type { DepositNetworkOffer, Offering } from "@tessera/contract/back-office/offering.schemas";
import { formatAmount } from "@tessera/money";
import type { ChainProvider } from "../../adapters/chain/chain-provider.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { bankAccountsOfCell } from "../../platform/config/bank-settings.ts";
import type { AppContext } from "../../platform/context.ts";

/** Lists the networks of deposits, with the confirmations that they require. */
function depositNetworksOf(chain: ChainProvider | undefined): DepositNetworkOffer[] {
  return (chain?.networks ?? []).map((network) => ({
    network,
    assets: [...(chain?.assets[network] ?? [])],
    confirmations: (chain?.tiers?.[network] ?? []).map(({ upToMinor, confirmations }) => ({
      upTo: upToMinor === undefined ? null : formatAmount(upToMinor, "USD"),
      blocks: confirmations,
    })),
  }));
}

/** Describes which services are offered: those for which a provider is configured. */
export function readOffering(context: AppContext): Offering {
  const { chain, payouts, rates, issuer, simulators } = context.use(providers);
  return {
    deposits: chain !== undefined,
    withdrawals: payouts !== undefined,
    bankTransfers: bankAccountsOfCell(context.config).length > 0,
    rates: rates !== undefined,
    cards: issuer !== undefined,
    network: context.config.network.provider !== "none",
    depositNetworks: depositNetworksOf(chain),
    simulatedDeposits: simulators?.chain !== undefined,
  };
}
