import { useQuery } from "@tanstack/react-query";
import { DEPOSIT_NETWORKS } from "@tessera/contract/money-movement/wallet.schemas";
import { offeringQuery } from "../../../lib/api/offering.ts";
import type { DepositNetwork } from "./deposit-networks.ts";

interface NetworkOption {
  readonly value: DepositNetwork;
  readonly label: string;
}

/**
 * Returns the networks to choose from for a deposit. While they are unknown, all: the server
 * rejects a deposit on a network that is not offered.
 */
export function useDepositNetworks(): readonly NetworkOption[] {
  const { data } = useQuery(offeringQuery);
  const offered = data?.depositNetworks.map(({ network }) => network) ?? DEPOSIT_NETWORKS;
  return offered.map((value) => ({ value, label: value }));
}
