import type { Offering } from "@tessera/contract/back-office/offering.schemas";
import { providers } from "../../adapters/providers/registry.ts";
import { bankAccountsOfCell } from "../../platform/config/bank-settings.ts";
import type { AppContext } from "../../platform/context.ts";

/** Describes which services are offered: those for which a provider is configured. */
export function readOffering(context: AppContext): Offering {
  const { chain, payouts, rates, issuer } = context.use(providers);
  return {
    deposits: chain !== undefined,
    withdrawals: payouts !== undefined,
    bankTransfers: bankAccountsOfCell(context.config).length > 0,
    rates: rates !== undefined,
    cards: issuer !== undefined,
    network: context.config.network.provider !== "none",
  };
}
