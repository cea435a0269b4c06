import { useQuery } from "@tanstack/react-query";
import {
  DEPOSIT_ASSETS,
  DEPOSIT_NETWORKS,
  type DepositAsset,
} from "@tessera/contract/money-movement/wallet.schemas";
import { offeringQuery } from "../../../lib/api/offering.ts";
import { type DepositNetwork, NETWORK_FACTS } from "./deposit-networks.ts";

interface NetworkOption {
  readonly value: DepositNetwork;
  readonly label: string;
}

interface DepositChoices {
  readonly assets: readonly { readonly value: DepositAsset; readonly label: string }[];
  /** Lists the networks on which an asset can be deposited. */
  readonly networksOf: (asset: DepositAsset) => readonly NetworkOption[];
}

/**
 * Returns what to choose from for a deposit. While it is unknown, all networks: the server rejects
 * a deposit that is not offered.
 */
export function useDepositChoices(): DepositChoices {
  const { data } = useQuery(offeringQuery);
  const offered: readonly { network: DepositNetwork; assets: readonly DepositAsset[] }[] =
    data?.depositNetworks ?? DEPOSIT_NETWORKS.map((network) => ({ network, assets: ["USDT"] }));
  return {
    assets: DEPOSIT_ASSETS.filter((asset) =>
      offered.some(({ assets }) => assets.includes(asset)),
    ).map((asset) => ({ value: asset, label: asset })),
    networksOf: (asset) =>
      offered
        .filter(({ assets }) => assets.includes(asset))
        .map(({ network }) => ({ value: network, label: NETWORK_FACTS[network].label })),
  };
}
