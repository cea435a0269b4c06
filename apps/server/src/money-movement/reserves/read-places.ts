import type { ReservePlace } from "@tessera/contract/money-movement/reserves.schemas";
import { hundredthsOfRaw } from "../../adapters/evm/evm-amounts.policy.ts";
import { type BalanceChain, readTokenBalance } from "../../adapters/evm/read-token-balance.ts";
import { RpcError } from "../../adapters/evm/rpc-error.ts";
import { readIssuingBalance } from "../../adapters/issuer/stripe/read-issuing-balance.ts";
import { ProviderError } from "../../adapters/providers/provider-error.ts";
import { providers } from "../../adapters/providers/registry.ts";
import { bankAccountsOfCell } from "../../platform/config/bank-settings.ts";
import type { EvmToken } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import type { PlaceBalance } from "./reserve.policy.ts";
import {
  selectBankBalances,
  selectPaidAddresses,
  selectSandboxBalance,
} from "./reserves.repository.ts";

const USDT = "USDT";
/** How many balances are asked for in one request to a payout chain's servers. */
const PAYOUT_BATCH = 20;

type Named = Pick<PlaceBalance, "asset" | "kind" | "name" | "isBooked">;

/** Returns a place's balance, or why it cannot be read. */
async function orFault(
  { clock, log }: AppContext,
  place: Named,
  read: () => Promise<bigint>,
): Promise<PlaceBalance> {
  try {
    const heldMinor = await read();
    return { ...place, heldMinor, at: clock.now(), fault: undefined };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    log.warn({ err: error, place: place.kind, asset: place.asset }, "a reserve cannot be read");
    const fault = error instanceof RpcError ? error.fault : "unreachable";
    return { ...place, heldMinor: undefined, at: undefined, fault };
  }
}

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

interface Addresses {
  readonly kind: ReservePlace["kind"];
  readonly chain: BalanceChain;
  readonly token: Pick<EvmToken, "asset" | "contract" | "decimals">;
  readonly find: () => Promise<readonly string[]>;
}

function addressPlace(context: AppContext, { kind, chain, token, find }: Addresses) {
  const { network } = chain;
  return orFault(context, { asset: token.asset, kind, name: network, isBooked: true }, async () => {
    const addresses = await find();
    const { amountRaw } = await readTokenBalance(chain, token, addresses);
    return hundredthsOfRaw(amountRaw, token.decimals);
  });
}

/** A place with USDT whose balance is not read. */
function unreadPlace(kind: ReservePlace["kind"], name: string): PlaceBalance {
  const place = { asset: USDT, kind, name, isBooked: true };
  return { ...place, heldMinor: undefined, at: undefined, fault: "no_balance_call" };
}

async function depositPlaces(context: AppContext): Promise<PlaceBalance[]> {
  const { config, db, clock } = context;
  const { chain } = config;
  const place = { asset: USDT, name: chain.provider, isBooked: true };
  switch (chain.provider) {
    case "evm":
      return Promise.all([
        ...(chain.tron === undefined ? [] : [unreadPlace("deposit_addresses", chain.tron.network)]),
        ...chain.chains.flatMap((one) =>
          one.tokens.map((token) => {
            const { chainId } = one;
            const { contract } = token;
            const find = () => selectPaidAddresses(db.kysely, { chainId, contract });
            return addressPlace(context, { kind: "deposit_addresses", chain: one, token, find });
          }),
        ),
      ]);
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

async function walletPlaces(context: AppContext): Promise<PlaceBalance[]> {
  const { payout } = context.config;
  if (payout.provider !== "evm") {
    return [];
  }
  const { wallet } = payout;
  return Promise.all(
    payout.chains.map(({ contract, decimals, ...chain }) =>
      addressPlace(context, {
        kind: "hot_wallet",
        chain: { ...chain, batchSize: PAYOUT_BATCH },
        token: { asset: USDT, contract, decimals },
        find: async () => [wallet],
      }),
    ),
  );
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
    walletPlaces(context),
    issuerPlaces(context),
  ]);
  return places.flat();
}
