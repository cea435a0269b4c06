import { hundredthsOfRaw } from "../../adapters/evm/evm-amounts.policy.ts";
import { type BalanceChain, readTokenBalances } from "../../adapters/evm/read-token-balances.ts";
import { RpcError } from "../../adapters/evm/rpc-error.ts";
import { ProviderError } from "../../adapters/providers/provider-error.ts";
import type { Config } from "../../platform/config/config.ts";
import type { EvmToken } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import type { PlaceBalance } from "./reserve.policy.ts";
import { selectPaidAddresses } from "./reserves.repository.ts";

/** How many balances are asked for in one request to a payout chain's servers. */
const PAYOUT_BATCH = 20;

type Token = Pick<EvmToken, "asset" | "contract" | "decimals">;

/** A token on a chain, and the wallets that hold it. */
interface TokenPlaces {
  readonly chain: BalanceChain;
  readonly token: Token;
  /** Whether deposits arrive there. */
  readonly hasDeposits: boolean;
  readonly hotWallet: string | undefined;
  readonly coldWallet: string | undefined;
}

/** Returns the tokens that deposits or payouts use, each with all the places that hold it. */
function tokenPlacesOf({ chain, payout }: Pick<Config, "chain" | "payout">): TokenPlaces[] {
  const payoutChains = payout.provider === "evm" ? payout.chains : [];
  const hotWallet = payout.provider === "evm" ? payout.wallet : undefined;
  const ofDeposits = (chain.provider === "evm" ? chain.chains : []).flatMap((one) =>
    one.tokens.map((token): TokenPlaces => {
      const pays = ({ chainId, contract }: (typeof payoutChains)[number]) =>
        chainId === one.chainId && contract === token.contract;
      return {
        ...{ chain: one, token, hasDeposits: true, coldWallet: one.coldWallet },
        hotWallet: payoutChains.some(pays) ? hotWallet : undefined,
      };
    }),
  );
  const isKnown = (chainId: number, contract: string) =>
    ofDeposits.some((one) => one.chain.chainId === chainId && one.token.contract === contract);
  const ofPayouts = payoutChains
    .filter(({ chainId, contract }) => !isKnown(chainId, contract))
    .map(
      ({ contract, decimals, ...one }): TokenPlaces => ({
        ...{ chain: { ...one, batchSize: PAYOUT_BATCH }, hotWallet, coldWallet: undefined },
        ...{ token: { asset: "USDT", contract, decimals }, hasDeposits: false },
      }),
    );
  return [...ofDeposits, ...ofPayouts];
}

/**
 * Reads all places of a token at one block, so that tokens that are being moved between them count
 * once. If they cannot be read, all are unknown.
 */
async function readToken(
  { db, clock, log }: AppContext,
  { chain, token, hasDeposits, hotWallet, coldWallet }: TokenPlaces,
): Promise<PlaceBalance[]> {
  const { chainId, network } = chain;
  const { asset, contract, decimals } = token;
  const paid = hasDeposits ? await selectPaidAddresses(db.kysely, { chainId, contract }) : [];
  const own = [
    ...(hasDeposits ? [{ kind: "deposit_addresses", addresses: paid } as const] : []),
    ...(hotWallet === undefined ? [] : [{ kind: "hot_wallet", addresses: [hotWallet] } as const]),
    ...(coldWallet === undefined
      ? []
      : [{ kind: "cold_wallet", addresses: [coldWallet] } as const]),
  ];
  const place = { asset, name: network, isBooked: true };
  try {
    const all = own.flatMap(({ addresses }) => addresses);
    const { amountsRaw } = await readTokenBalances(chain, token, all);
    const at = clock.now();
    let next = 0;
    return own.map(({ kind, addresses }) => {
      const amounts = amountsRaw.slice(next, next + addresses.length);
      next += addresses.length;
      const heldRaw = amounts.reduce((sum, amountRaw) => sum + amountRaw, 0n);
      const heldMinor = hundredthsOfRaw(heldRaw, decimals);
      return { ...place, kind, heldMinor, at, fault: undefined };
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      throw error;
    }
    log.warn({ err: error, network, asset }, "a reserve cannot be read");
    const fault = error instanceof RpcError ? error.fault : "unreachable";
    return own.map(({ kind }) => ({ ...place, kind, heldMinor: undefined, at: undefined, fault }));
  }
}

/** Reads the deposit addresses, the hot wallet and the cold wallet of each token on each chain. */
export async function ownAddressPlaces(context: AppContext): Promise<PlaceBalance[]> {
  const tokens = tokenPlacesOf(context.config);
  return (await Promise.all(tokens.map((one) => readToken(context, one)))).flat();
}
