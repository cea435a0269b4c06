import type { EvmChainSettings } from "../../platform/config/evm-settings.ts";
import type { AppContext } from "../../platform/context.ts";
import { selectNewestAddresses } from "./evm-addresses.repository.ts";
import { addCount } from "./evm-chains.repository.ts";
import type { EvmSource } from "./evm-source.ts";
import { RpcError } from "./rpc-error.ts";

/** Servers limit the addresses of a filter. Those that are paid are among the newest ones. */
const MOST_ADDRESSES = 100;

/**
 * Counts transfers of tokens that are not configured, such as one that only calls itself USDT, to
 * the addresses that were given out last. Nothing depends on them: an answer that cannot be used is
 * left out of the count, and no transfer is stored.
 *
 * @param range the blocks, both ends included, which no other call counts
 * @returns false if the source gave no usable answer
 */
export async function countUnknownTokens(
  { config, db, clock }: Pick<AppContext, "config" | "db" | "clock">,
  { chainId, maxBlocks }: EvmChainSettings,
  { source, range }: { readonly source: EvmSource; readonly range: readonly [bigint, bigint] },
): Promise<boolean> {
  const { chain, cell } = config;
  const [from, to] = range.map(Number) as [number, number];
  if (chain.provider !== "evm" || from > to) {
    return true;
  }
  const asked = { wallet: chain.account, cell, limit: MOST_ADDRESSES };
  const addresses = await selectNewestAddresses(db.kysely, asked);
  if (addresses.length === 0) {
    return true;
  }
  try {
    const first = Math.max(from, to - maxBlocks + 1);
    const { length: n } = await source.otherTransfers(first, to, addresses);
    await addCount(db.kysely, BigInt(chainId), {
      what: "ignored_unknown_token",
      n,
      at: clock.now(),
    });
    return true;
  } catch (error) {
    if (!(error instanceof RpcError)) {
      throw error;
    }
    return false;
  }
}
