import { readIssuingBalance } from "../../adapters/issuer/stripe/read-issuing-balance.ts";
import { ProviderError } from "../../adapters/providers/provider-error.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { bankAccountsOfCell } from "../../platform/config/bank-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import { ownAddressPlaces } from "./read-own-addresses.ts";
import type { PlaceBalance } from "./reserve.policy.ts";
import { selectBankBalances, selectSandboxBalance } from "./reserves.repository.ts";

const USDT = "USDT";

async function bankPlaces({ config, db }: AppContext): Promise<PlaceBalance[]> {
  const closings = await selectBankBalances(db.kysely);
  return bankAccountsOfCell(config).map(({ account, currency }) => {
    const known = closings.find((one) => one.account === account);
    return {
      ...{ asset: currency, kind: "bank", name: account, isBooked: true },
      heldMinor: known?.closing_minor,
      at: known === undefined ? undefined : new Date(`${known.closing_on}T00:00:00Z`),
      fault: known === undefined ? "no_statement" : undefined,
    };
  });
}

/** A place with USDT whose balance is not read. */
function unreadPlace(kind: PlaceBalance["kind"], name: string): PlaceBalance {
  const place = { asset: USDT, kind, name, isBooked: true };
  return { ...place, heldMinor: undefined, at: undefined, fault: "no_balance_call" };
}

async function depositPlaces(context: AppContext): Promise<PlaceBalance[]> {
  const { config, db, clock } = context;
  const { chain } = config;
  const place = { asset: USDT, name: chain.provider, isBooked: true };
  switch (chain.provider) {
    case "evm":
      // Those of EVM chains are read with the hot and cold wallets.
      return chain.tron === undefined ? [] : [unreadPlace("deposit_addresses", chain.tron.network)];
    case "custodian":
      // Its protocol has no call for balances.
      return [unreadPlace("custodian", chain.provider)];
    case "sandbox":
      return context.use(providers).simulators === undefined
        ? []
        : [
            {
              ...{ ...place, kind: "deposit_addresses", fault: undefined, at: clock.now() },
              heldMinor: await selectSandboxBalance(db.kysely),
            },
          ];
    case "none":
      return [];
  }
}

/** Reads what is deposited with the card issuer, which the ledger has no account for. */
async function issuerPlaces(context: AppContext): Promise<PlaceBalance[]> {
  const { issuer } = context.config;
  if (issuer.provider !== "stripe") {
    return [];
  }
  const place = { kind: "issuer", name: "stripe", isBooked: false } as const;
  try {
    const balances = await readIssuingBalance(issuer);
    const at = context.clock.now();
    return [...balances].map(([asset, heldMinor]) => ({
      ...place,
      ...{ asset, heldMinor, at, fault: undefined },
    }));
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    context.log.warn({ err: error }, "the issuer's balance cannot be read");
    const unread = { heldMinor: undefined, at: undefined, fault: "unreachable" };
    return [{ ...place, ...unread, asset: "USD" }];
  }
}

/** Reads all places where the program holds something. One that cannot be read says why. */
export async function readPlaces(context: AppContext): Promise<readonly PlaceBalance[]> {
  const places = await Promise.all([
    bankPlaces(context),
    depositPlaces(context),
    ownAddressPlaces(context),
    issuerPlaces(context),
  ]);
  return places.flat();
}
